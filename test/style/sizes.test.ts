/** Small files with one subject: the long ones are listed, so that somebody sees them; very long ones fail. */
import { expect, test } from 'vitest';
import { readSources } from './sources.ts';

const LISTED_ABOVE_LINES = 300;
const MAX_LINES = 600;

/** Files that may be longer, each with its reason. */
const LONGER: readonly string[] = [];

test(`no source file is longer than ${MAX_LINES} lines`, async () => {
  const sizes = (await readSources()).map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }));
  const long = sizes.filter(({ lines }) => lines > LISTED_ABOVE_LINES).sort((a, b) => b.lines - a.lines);
  if (long.length > 0) {
    console.log(
      `Files over ${LISTED_ABOVE_LINES} lines:\n${long.map(({ path, lines }) => `${lines} ${path}`).join('\n')}`,
    );
  }
  expect(long.filter(({ path, lines }) => lines > MAX_LINES && !LONGER.includes(path))).toEqual([]);
});
