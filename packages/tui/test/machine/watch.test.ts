import type { Update } from '@tagma/core';
import { expect, test } from 'vitest';
import { opened, STEPS_MAX, startWatch, type Watch, watched } from '../../src/machine/watch.ts';
import { type TestSession, testSession } from '../session.ts';

type StepUpdate = Extract<Update, { kind: 'step' }>;

/** Each event comes a second after the one before, on both clocks; the screen's own began at 0. */
function follow(session: TestSession, open = false): { watch: Watch } {
  const followed = { watch: startWatch(null) };
  let seconds = 0;
  session.subscribe((update) => {
    if (update.kind !== 'step') return;
    seconds += 1;
    const event = { ...update.event, at: 5_000_000 + seconds * 1_000 };
    followed.watch = watched(followed.watch, { ...update, event } as StepUpdate, seconds * 1_000, open);
  });
  return followed;
}

function turn(session: TestSession): void {
  session.send({ type: 'prompt.given', text: 'go' });
  session.reply('<action tool="read"><path>a</path></action>');
  session.takes();
}

test('the last steps, with how long each state was stood in, and what followed', () => {
  const session = testSession();
  const followed = follow(session);
  turn(session);
  session.send({ type: 'mode.changed', mode: 'plan' });
  session.ends('a');
  session.reply('<final>done</final>');
  const brief = followed.watch.steps.map(({ number, event, from, to, dwellMs, asks, notes }) =>
    [number, event, `${from} → ${to}`, dwellMs, [...asks, ...notes].join(', ')].join(' | '),
  );
  expect(brief).toEqual([
    '1 | prompt.given "go" | thinking → thinking |  | model.ask 1',
    '2 | reply.ended "<action tool=\\"read\\"><path>a</path></action>" | thinking → deciding | 1000 | facts.take 2 read, reply.read',
    '3 | facts.taken | deciding → acting | 1000 | tool.run 3 read, call.judged',
    '4 | mode.changed plan | acting → acting |  | ',
    '5 | tool.ended ok | acting → thinking | 2000 | model.ask 4',
    '6 | reply.ended "<final>done</final>" | thinking → finished | 1000 | turn.end done, reply.read',
  ]);
  expect([followed.watch.turnEndedAt, followed.watch.entered]).toEqual([
    5_006_000,
    { stamped: 5_006_000, shown: 6_000 },
  ]);
});

test('what the machine waits for, and since when', () => {
  const session = testSession();
  const followed = follow(session);
  turn(session);
  const waiting = () => followed.watch.requests.map(({ id, what, since }) => [id, what, since.shown]);
  expect(waiting()).toEqual([[3, 'tool.run 3 read', 3_000]]);
  session.ends('a');
  expect(waiting()).toEqual([[4, 'model.ask 4', 4_000]]);
  session.reply('<final>done</final>');
  expect(waiting()).toEqual([]);
});

test('only the last steps are kept', () => {
  const session = testSession();
  const followed = follow(session);
  for (let at = 0; at < STEPS_MAX + 10; at++) session.send({ type: 'mode.changed', mode: at % 2 ? 'plan' : 'default' });
  expect([followed.watch.told, followed.watch.steps.length, followed.watch.steps[0]?.number]).toEqual([60, 50, 11]);
});

test('verdicts are worked out for an open pane alone, and for the last step when it opens', () => {
  const [closed, open] = [testSession(), testSession()].map((session, index) => {
    const followed = follow(session, index === 1);
    turn(session);
    return followed.watch;
  });
  const stages = (watch: Watch | undefined) => watch?.verdicts?.map(({ state, event }) => `${state} ${event}`);
  expect([stages(closed), stages(open)]).toEqual([undefined, ['deciding facts.taken', 'choosing null', 'acting null']]);
  expect(closed && opened(closed).verdicts).toEqual(open?.verdicts);
});
