/**
 * How far the machine's size of a request is from what an endpoint counts, once that has counted the first ones: a session whose
 * endpoint reports usage by a real encoder, over texts of all kinds.
 */
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import { sizeOf } from '../src/accounting.ts';
import { messagesOf, type Snapshot, TOKENS_PER_MESSAGE } from '../src/index.ts';
import { drive, READS } from './drive.ts';
import { CODE, PROSE } from './sample-texts.ts';

const TEXTS = Object.values({ ...PROSE, ...CODE });
const SYSTEM = `${PROSE.English}\n\n${CODE.TypeScript}`;
const STEPS = 60;
/** The first requests calibrate. */
const FIRST = 2;

function countedIn({ context }: Snapshot): number {
  return messagesOf(context).reduce((sum, { content }) => sum + countTokens(content) + TOKENS_PER_MESSAGE, 0);
}

/** Of each request, in percent of what the encoder counts. */
function errorsOf(texts: readonly string[]): readonly number[] {
  const machine = drive({ turnsMax: STEPS + 1 }, { system: SYSTEM });
  machine.send({ type: 'prompt.given', text: PROSE.English ?? '' });
  return Array.from({ length: STEPS }, (_, at) => {
    const counted = countedIn(machine.snapshot());
    const error = (100 * Math.abs(sizeOf(machine.snapshot().context) - counted)) / counted;
    machine.send({
      type: 'reply.ended',
      request: machine.id('model.ask'),
      text: `<think>The next one is number ${at}.</think>\n<action tool="read">src/part-${at}.ts</action>`,
      reasoning: '',
      finish: 'stop',
      usage: { input: counted, output: 30 },
    });
    machine.facts(READS);
    machine.ended(texts[at % texts.length] ?? '');
    return error;
  });
}

test.each([
  ['of all kinds of text', TEXTS],
  ['of code', Object.values(CODE)],
  ['in Chinese', [PROSE.Chinese ?? '']],
  ['in Japanese', [PROSE.Japanese ?? '']],
])('a session %s: less than 5 % off', (_, texts) => {
  const errors = errorsOf(texts).slice(FIRST);
  const sorted = [...errors].sort((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const p95 = sorted[Math.floor(sorted.length * 0.95)] ?? 0;
  console.log(`${_}: median ${median.toFixed(2)} %, 95 of 100 below ${p95.toFixed(2)} %`);
  expect([median < 2, p95 < 5]).toEqual([true, true]);
});
