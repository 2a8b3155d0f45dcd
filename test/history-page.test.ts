/** The examples in docs/history.md and in the README are what stands in a golden session. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BEHAVIOUR } from '../packages/core/src/index.ts';
import { literal } from '../packages/protocol/src/index.ts';
import { pageText } from './documents/blocks.ts';
import { GOLDEN_FOLDER } from './golden-files.ts';

test.each(['docs/history.md', 'README.md'])('%s: each line stands in the golden session, in this order', (page) => {
  const text = pageText(page);
  const [, example = ''] = /```xml\n(<\?xml[\s\S]*?)```/.exec(text) ?? [];
  const [, file = ''] = /from `history\/golden\/([\w-]+\.xml)`/.exec(text) ?? [];
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
  const numbers = [...pageText('docs/history.md').matchAll(/^\| (\d+) \|/gm)].map(([, number]) => Number(number));
  expect(numbers).toEqual(Array.from({ length: BEHAVIOUR }, (_, index) => index + 1));
});
