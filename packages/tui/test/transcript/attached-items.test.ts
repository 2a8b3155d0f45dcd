import type { Attachment, Guide } from '@tagma/core';
import { expect, test } from 'vitest';
import { guideItems, promptItems } from '../../src/transcript/attached-items.ts';
import { describe } from '../../src/transcript/describe.ts';

const FILE: Attachment = {
  kind: 'file',
  path: 'src/a.ts',
  lines: { from: 1, to: 40, of: 40 },
  text: 'A',
  notes: [],
  isCut: false,
  problem: null,
};
const GUIDE: Guide = { path: 'src/AGENTS.md', text: 'one\ntwo', isCut: false, problem: null };
const wordsOf = (items: ReturnType<typeof promptItems>) =>
  items.flatMap(describe).map((line) => line.map(({ text }) => text).join(''));

test('a prompt, and below it what went with it, a line each', () => {
  const attached = [FILE, { ...FILE, path: '.env', problem: 'Not attached.' }, { ...FILE, path: 'a\n\u001b[1mb' }];
  expect(wordsOf(promptItems({ text: 'see', attached }))).toEqual([
    '› see',
    'attached · @src/a.ts: 40 lines',
    'attached · @.env: Not attached.',
    'attached · @a␊␛[1mb: 40 lines',
  ]);
});

test('alone where nothing did', () => {
  expect(promptItems({ text: 'see' })).toEqual([{ kind: 'prompt', text: 'see' }]);
});

test('what the project says of a folder', () => {
  const guides = [GUIDE, { ...GUIDE, text: 'one', isCut: true }, { ...GUIDE, text: '', problem: 'It is not shown.' }];
  expect(wordsOf(guideItems(guides))).toEqual([
    'guide · src/AGENTS.md: 2 lines',
    'guide · src/AGENTS.md: 1 line, cut to what fits',
    'guide · src/AGENTS.md: It is not shown.',
  ]);
  expect(guideItems(guides).map((item) => item.kind === 'attached' && item.isProblem)).toEqual([false, false, true]);
});
