import { fromHistory } from '@tagma/testing';
import { expect, test } from 'vitest';

const recorded = await fromHistory(new URL('../../../../history/golden/permission-asked.xml', import.meta.url));

test('it replays, byte for byte', async () => {
  await recorded.replay();
});

test('it runs again in the recorded world, and does the same', async () => {
  const session = await recorded.again();
  expect(session.course()).toEqual(recorded.course());
});

test('it would have been refused in plan mode', async () => {
  const session = await recorded.again({
    settings: { mode: 'plan' },
    // Where the course leaves the recording, the test says what follows.
    replies: { 2: '<final>I may only look.</final>' },
  });
  expect(session.course().slice(0, 5)).toEqual([
    'session.started → idle',
    'prompt.given → thinking: model.ask 1',
    'reply.ended 1 → deciding: reply.read 1 (bash), facts.take 2 bash',
    'facts.taken 2 → thinking: call.judged 1 deny, model.ask 3',
    'reply.ended 3 → finished: reply.read 3 (final), turn.end done',
  ]);
});
