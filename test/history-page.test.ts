/** The example in docs/history.md is what stands in a golden session. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BEHAVIOUR } from '../packages/core/src/index.ts';
import { literal } from '../packages/protocol/src/index.ts';
import { GOLDEN_FOLDER } from './golden-files.ts';

const PAGE = readFileSync(join(import.meta.dirname, '..', 'docs', 'history.md'), 'utf8');

test('each line of the example stands in the golden session, in this order', () => {
  const [, example = ''] = /```xml\n(<\?xml[\s\S]*?)```/.exec(PAGE) ?? [];
  const [, file = ''] = /from `history\/golden\/([\w-]+\.xml)`/.exec(PAGE) ?? [];
  const lines = readFileSync(join(GOLDEN_FOLDER, file), 'utf8').split('\n');
  let at = 0;
  let isNext = true;
  for (const shown of example.trimEnd().split('\n')) {
    if (shown.startsWith('<!--')) continue;
    if (shown.trim() === '…') {
      isNext = false;
      continue;
    }
    const form = new RegExp(`^${shown.split('…').map(literal).join('.*')}$`);
    const found = lines.findIndex((line, index) => index >= at && form.test(line));
    expect([shown, isNext ? found : found >= at]).toEqual([shown, isNext ? at : true]);
    at = found + 1;
    isNext = true;
  }
  expect(at).toBe(lines.length - 1);
});

test('every behaviour number is told', () => {
  const numbers = [...PAGE.matchAll(/^\| (\d+) \|/gm)].map(([, number]) => Number(number));
  expect(numbers).toEqual(Array.from({ length: BEHAVIOUR }, (_, index) => index + 1));
});
