/** Why the machine does what it does: it must be the same that `step` does, and name the way that was gone. */
import { describe, expect, test } from 'vitest';
import {
  type AgentEvent,
  type Explained,
  explain,
  type Fact,
  type Snapshot,
  start,
  stateOf,
  step,
} from '../src/index.ts';
import { drive, prompted, READ_A, READS, RUN_MAKE, RUNS, STARTED } from './drive.ts';
import { watch } from './model/watched.ts';
import { walk } from './walk.ts';

/** Each microstep as a line: `state [guards] → target`, `!` before a guard that did not hold, `?` before one not looked at. */
function lines({ microsteps, stayed }: Explained): readonly string[] {
  const marks = ({ guard, verdict }: Explained['stayed'][number]) =>
    `${verdict === null ? '?' : verdict ? '' : '!'}${guard ?? 'else'}`;
  return [
    ...microsteps.map(
      ({ state, event, candidates, taken }) =>
        `${state} ${event ?? 'at once'} [${candidates.map(marks).join(' ')}] → ${taken ? (taken.target ?? state) : 'nothing'}`,
    ),
    `stays [${stayed.map(marks).join(' ')}]`,
  ];
}

const at = 99;
const prompt: Fact = { type: 'prompt.given', text: 'x' };

test.each<[string, () => { snapshot: Snapshot; fact: Fact }, readonly string[]]>([
  [
    'the first prompt',
    () => ({ snapshot: drive().snapshot(), fact: prompt }),
    [
      'idle prompt.given [else] → preparing',
      'preparing at once [!mustPause !steerWaits !modelWaits !mustReturn !wantsWindow !limitEnds !limitReached !mustCompact !wantsCount else] → thinking',
      'stays []',
    ],
  ],
  [
    'a prompt while the model speaks waits',
    () => ({ snapshot: prompted().snapshot(), fact: prompt }),
    ['thinking prompt.given [hasStarted ?else] → thinking', 'stays []'],
  ],
  [
    'the same where there are hooks',
    () => {
      const settings = { ...STARTED.settings, hooks: ['agent_end'] as const };
      const { snapshot } = step(start(), { ...STARTED, settings, at });
      return { snapshot: step(snapshot, { ...prompt, at }).snapshot, fact: prompt };
    },
    ['thinking prompt.given [hasStarted ?else] → thinking', 'stays [!isNoticed]'],
  ],
  [
    'an answer that is stale',
    () => ({ snapshot: prompted().snapshot(), fact: { type: 'timer.fired', request: 1 } }),
    ['thinking timer.fired [else] → thinking', 'stays []'],
  ],
  [
    'facts that ask, and the second guard holds',
    () => {
      const machine = prompted();
      machine.reply(RUN_MAKE);
      return {
        snapshot: machine.snapshot(),
        fact: { type: 'facts.taken', request: machine.id('facts.take'), facts: RUNS },
      };
    },
    ['deciding facts.taken [!mustWait !isAllowed mustAsk ?isAnswer ?else] → permission', 'stays []'],
  ],
  [
    'a state that stays where it could go on at once',
    () => {
      const machine = prompted();
      return { snapshot: machine.snapshot(), fact: { type: 'abort.requested', by: 'person' } };
    },
    [
      'thinking abort.requested [else] → stopping',
      'stopping at once [mustCancel ?isCompactedFailure ?isCompactedAtRest ?nothingRuns] → stopping',
      'stays [!mustCancel !isCompactedFailure !isCompactedAtRest !nothingRuns]',
    ],
  ],
])('%s', (_title, given, expected) => {
  const { snapshot, fact } = given();
  expect(lines(explain(snapshot, { ...fact, at }))).toEqual(expected);
});

test('each microstep has what it did: actions, what the new state does, and what was emitted', () => {
  const [first, second] = explain(drive().snapshot(), { ...prompt, at }).microsteps;
  expect(first).toMatchObject({ taken: { actions: ['takePrompt'] }, entry: [], emitted: [] });
  expect(second).toMatchObject({
    taken: { actions: ['countReply'] },
    entry: ['pauseAfterStep', 'newRequest', 'askModel'],
    emitted: [{ type: 'model.ask', id: 1 }],
  });
});

/** That it does what `step` does, and that what it says was taken leads where it led. */
function expectSame(snapshot: Snapshot, event: AgentEvent): void {
  const next = step(snapshot, event);
  const { microsteps } = explain(snapshot, event);
  const last = microsteps.at(-1);
  expect(last?.snapshot.value).toEqual(next.snapshot.value);
  expect(last?.snapshot.context).toEqual(next.snapshot.context);
  expect(microsteps.flatMap(({ emitted }) => emitted)).toEqual(next.emitted);
  let state = stateOf(snapshot);
  for (const one of microsteps) {
    expect(one.state).toBe(state);
    expect(one.taken?.target ?? state).toBe(stateOf(one.snapshot));
    state = stateOf(one.snapshot);
  }
}

describe('agrees with step', () => {
  test('for every event of a session driven by hand, and for an event that no state takes', () => {
    const machine = drive();
    const facts: readonly Fact[] = [
      { ...STARTED, settings: { ...STARTED.settings, headless: true } },
      prompt,
      { type: 'reply.ended', request: 1, text: `${READ_A}${RUN_MAKE}`, reasoning: '', finish: 'stop', usage: null },
      { type: 'facts.taken', request: 2, facts: READS },
      { type: 'nobody.knows' } as unknown as Fact,
      { type: 'session.ended', reason: 'done' },
    ];
    let snapshot = start();
    for (const fact of facts) {
      const event = { ...fact, at };
      expectSame(snapshot, event);
      snapshot = step(snapshot, event).snapshot;
    }
    machine.send({ type: 'session.ended', reason: 'done' });
    expect(machine.state()).toBe('closed');
    expectSame(machine.snapshot(), { ...prompt, at });
  });

  test('along random walks, also through the states that are left at once', () => {
    const watched = watch();
    const seen = new Set<string>();
    for (let seed = 1; seed <= 12; seed++) {
      for (const { before, event, after } of walk(watched, seed, 150).stages) {
        expectSame(before.snapshot, event);
        for (const { state } of explain(before.snapshot, event).microsteps) seen.add(state);
        seen.add(stateOf(after.snapshot));
      }
    }
    const passedThrough = [
      'preparing',
      'choosing',
      'observing',
      'correcting',
      'stopping',
      'paused',
      'retrying',
      'permission',
    ];
    expect(passedThrough.filter((state) => !seen.has(state))).toEqual([]);
  });
});
