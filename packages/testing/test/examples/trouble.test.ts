import { fakeClock, fakeTools, scriptedModel, testSession } from '@tagma/testing';
import { expect, test } from 'vitest';

const READ = '<action tool="read"><path>a.ts</path></action>';
const DONE = '<final>Done.</final>';

test('an endpoint that is busy is asked again, and no test waits for it', async () => {
  const session = testSession({
    model: scriptedModel([{ fault: 'overloaded' }, { fault: { kind: 'rate-limit', retryAfterMs: 30_000 } }, DONE]),
  });
  session.send({ type: 'prompt.given', text: 'Hello?' });
  await session.until('finished');
  expect(session.effects().filter((line) => line.startsWith('timer'))).toEqual([
    'timer.start 2 500',
    'timer.start 4 30000',
  ]);
});

test('a test can hold the time itself', async () => {
  const clock = fakeClock({ autoAdvance: false });
  const session = testSession({ model: scriptedModel([{ fault: 'network' }, DONE]), clock });
  session.send({ type: 'prompt.given', text: 'Hello?' });
  await session.until('retrying');
  clock.advance(499);
  expect(await session.settled()).toBe('retrying');
  clock.advance(1);
  await session.until('finished');
});

test('replies that are cut, empty or broken, and tools that fail', async () => {
  const session = testSession({
    model: scriptedModel([
      { text: '<action tool="read"><path>a', finish: 'length' },
      'I am not sure what to do.',
      READ,
      { text: DONE, usage: { input: 900, output: 12 } },
    ]),
    tools: fakeTools({
      read() {
        throw new Error('the disk is gone');
      },
    }),
  });
  session.send({ type: 'prompt.given', text: 'What is in a.ts?' });
  await session.until('finished');
  expect(session.course()).toEqual([
    'session.started → idle',
    'prompt.given → thinking: model.ask 1',
    'reply.ended 1 → thinking: reply.read 1 (read: truncated), model.ask 2',
    'reply.ended 2 → thinking: reply.read 2 (no-element), model.ask 3',
    'reply.ended 3 → deciding: reply.read 3 (read), facts.take 4 read',
    'facts.taken 4 → acting: call.judged 2 allow, tool.run 5 read',
    'tool.ended 5 error → thinking: model.ask 6',
    'reply.ended 6 → finished: reply.read 6 (final), turn.end done',
  ]);
});
