import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MACHINE_TOOLS } from '@tagma/core';
import { settledSpecs } from '@tagma/tools';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, test } from 'vitest';
import { type PromptName, type PromptTexts, readPrompts, systemPrompt } from '../src/prompts.ts';

const PLACE = { folder: '/project', project: 'git repository, package.json', platform: 'linux 6.8.0', shell: 'bash' };
/** Of OpenAI's o200k encoding; other tokenizers differ by some tenths. */
const TOKENS_MAX = { system: 1_000, compact: 450 } as const;

function texts(name: PromptName, folder?: string): PromptTexts {
  const read = readPrompts(name, folder);
  if (!read.ok) throw new Error(read.message);
  return read;
}

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'tagma-prompts-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

function folderOver(name: string): string {
  const folder = folderWith({});
  mkdirSync(join(folder, name));
  return folder;
}

describe.each(['system', 'compact'] as const)('the prompt %s', (name) => {
  const specs = [...settledSpecs(), ...MACHINE_TOOLS];
  const prompt = systemPrompt(texts(name).system, PLACE, specs);

  test('has every slot filled, and names every tool and parameter', () => {
    expect(prompt).not.toMatch(/\{\{/);
    for (const words of Object.values(PLACE)) expect(prompt).toContain(words);
    for (const spec of specs) {
      expect(prompt).toContain(`- ${spec.name}`);
      for (const param of Object.keys(spec.parameters.properties)) expect(prompt).toContain(`<${param}>`);
    }
  });

  test('is the same for any order of the tools', () => {
    expect(systemPrompt(texts(name).system, PLACE, [...specs].reverse())).toBe(prompt);
  });

  test('is short enough, with the tools that are still to come', () => {
    expect(countTokens(prompt)).toBeLessThan(TOKENS_MAX[name]);
  });
});

describe('which texts there are', () => {
  const OURS = { 'system.md': texts('system').system, 'compact.md': texts('compact').system };
  const mine = (text: string, isCompact = false) => ({ text, isCompact });
  const [SYSTEM, COMPACT] = ['Mine. {{tools}}', 'Mine, short. {{tools}}'];
  type Row = readonly [
    title: string,
    name: PromptName,
    own: Readonly<Record<string, string>> | null,
    usual: object,
    small: object | null,
  ];
  const rows: readonly Row[] = [
    ['the window decides', 'auto', null, OURS['system.md'], OURS['compact.md']],
    ['the usual one was chosen', 'system', null, OURS['system.md'], null],
    ['the compact one was chosen', 'compact', null, OURS['compact.md'], null],
    [
      'both are the person’s',
      'auto',
      { 'system.md': SYSTEM, 'compact.md': COMPACT },
      mine(SYSTEM),
      mine(COMPACT, true),
    ],
    ['only the usual one is: ours would not say the same', 'auto', { 'system.md': SYSTEM }, mine(SYSTEM), null],
    ['only the compact one is', 'auto', { 'compact.md': COMPACT }, OURS['system.md'], mine(COMPACT, true)],
    ['neither is', 'auto', { 'repair.md': 'Mended: {{repairs}}.' }, OURS['system.md'], OURS['compact.md']],
  ];
  test.each(rows)('%s', (_title, name, own, usual, small) => {
    const { system, small: other } = texts(name, own === null ? undefined : folderWith(own));
    expect({ system, small: other }).toEqual({ system: usual, small });
  });

  test('with both, both are looked at', () => {
    const folder = folderWith({ 'compact.md': 'Hello' });
    expect(readPrompts('auto', folder)).toMatchObject({
      message: expect.stringContaining('compact.md has no {{tools}}'),
    });
    expect(readPrompts('system', folder)).toMatchObject({ ok: true });
  });
});

describe('texts of the user', () => {
  test.each([
    ['stands where they say', '{{tools}}Mine. {{context}}', 'Mine. THE {{folder}} PROJECT'],
    ['stands at their end, where they do not', '{{tools}}Mine.\n', 'Mine.\n\nTHE {{folder}} PROJECT'],
  ])('what is told of the project %s, as it is', (_, own, prompt) => {
    const folder = folderWith({ 'system.md': own });
    expect(systemPrompt(texts('system', folder).system, PLACE, [], 'THE {{folder}} PROJECT')).toBe(prompt);
    expect(systemPrompt(texts('system', folder).system, PLACE, [])).toBe('Mine.');
  });

  test('take the place of those that are there, and of no others', () => {
    const folder = folderWith({ 'system.md': 'Mine, in {{folder}}.\n{{tools}}\n' });
    expect(systemPrompt(texts('system', folder).system, PLACE, [])).toBe('Mine, in /project.');
    const { correction, repair } = texts('system');
    expect(texts('system', folder)).toMatchObject({ correction, repair });
    const other = folderWith({ 'repair.md': 'Mended: {{repairs}}.\n' });
    expect(texts('system', other)).toMatchObject({ correction, repair: 'Mended: {{repairs}}.' });
  });

  test('may come from any editor: a byte-order mark and CRLF are not sent', () => {
    const folder = folderWith({ 'system.md': '\ufeffMine.\r\n{{tools}}\r\n', 'repair.md': 'Mended: {{repairs}}.\r\n' });
    expect(texts('system', folder)).toMatchObject({
      system: { text: 'Mine.\n{{tools}}\n' },
      repair: 'Mended: {{repairs}}.',
    });
  });

  test.each([
    ['a folder that is not there', '/nowhere/at/all', '/nowhere/at/all is not a folder'],
    ['a prompt without the tools', folderWith({ 'system.md': 'Hello' }), 'system.md has no {{tools}}'],
    ['a correction without the problem', folderWith({ 'correction.md': 'Again' }), 'correction.md has no {{problem}}'],
    ['a reminder without the repairs', folderWith({ 'repair.md': 'Again' }), 'repair.md has no {{repairs}}'],
    ['a slot that nothing fills', folderWith({ 'system.md': '{{tools}} {{plattform}}' }), '{{plattform}} is no slot'],
    [
      'a slot with blanks',
      folderWith({ 'compact.md': '', 'system.md': '{{tools}} {{ shell }}' }),
      '{{ shell }} is no slot',
    ],
    ['a folder with none of the files', folderWith({ 'prompt.md': 'Hello' }), 'has none of system.md, compact.md'],
    ['a file that cannot be read', folderOver('system.md'), 'system.md cannot be read'],
    ['a reminder of two lines', folderWith({ 'repair.md': '{{repairs}}\nAgain' }), 'repair.md should be one line'],
  ])('%s is refused', (_title, folder, says) => {
    expect(readPrompts('system', folder)).toMatchObject({ ok: false, exit: 2, message: expect.stringContaining(says) });
  });
});
