import { builtinSpecs } from '@tagma/tools';
import { expect, test } from 'vitest';
import { correctionPrompt, systemPrompt } from '../src/prompts.ts';

const PLACE = { folder: '/project', platform: 'linux' };

test('the system prompt has every slot filled, names every tool, and is the same for any order of the tools', () => {
  const specs = builtinSpecs();
  const prompt = systemPrompt(PLACE, specs);
  expect(prompt).not.toMatch(/\{\{/);
  expect(prompt).toContain('You work in the folder /project on linux');
  for (const { name } of specs) expect(prompt).toContain(`- ${name}: `);
  expect(systemPrompt(PLACE, [...specs].reverse())).toBe(prompt);
});

test('the correction keeps the slot that the machine fills', () => {
  expect(correctionPrompt()).toContain('{{problem}}');
});
