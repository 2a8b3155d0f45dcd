import { expect, test } from 'vitest';
import { endReply, feedReply, startReply } from '../../../src/index.ts';
import { TOOLS } from '../tools.ts';
import { inputOf } from './inputs.ts';

const REPLIES = 40;
const CHARACTERS = 100_000;
/** So many times what there is may be read again, and so much for nothing. */
const TIMES_MAX = 9;
const FREE_MARKS = 10_000;
const FREE_CHARACTERS = 1 << 20;

/** Time is measured by `npm run bench -- doubling`. This holds on any machine: it counts what is read more than once. */
test('replies that say the same over and over are read a few times at most', () => {
  const beyond: string[] = [];
  for (let seed = 0; seed < REPLIES; seed++) {
    const { text } = inputOf(seed);
    const scan = startReply({ tools: TOOLS });
    feedReply(scan, text === '' ? text : text.repeat(Math.ceil(CHARACTERS / text.length)));
    endReply(scan, 'stop');
    const { length } = scan.lexer.tape;
    if (scan.rereads > FREE_MARKS + TIMES_MAX * scan.lexer.marks.length) beyond.push(`seed ${seed}: marks`);
    if (scan.jsonRead > FREE_CHARACTERS + TIMES_MAX * length) beyond.push(`seed ${seed}: JSON`);
  }
  expect(beyond).toEqual([]);
});
