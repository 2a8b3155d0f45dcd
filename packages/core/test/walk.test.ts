/** What holds of the machine whatever happens, tried on random walks. A failure names its seed and the events that led to it. */
import { expect, test } from 'vitest';
import { type Emitted, machine, messagesOf, type Snapshot, start, stateOf, step } from '../src/index.ts';
import { type Stage, walk } from './walk.ts';

const WALKS = 400;
const EVENTS = 250;

/** States that wait for something; the others are left at once. */
const WAITING = [
  ...[
    'idle',
    'paused',
    'thinking',
    'retrying',
    'deciding',
    'permission',
    'acting',
    'stopping',
    'finished',
    'failed',
    'limited',
    'summarising',
  ],
];
const RESTING = ['idle', 'finished', 'failed'];

/** Goes along a walk, and says what is wrong at a stage; null where all is well. */
function watch(): (stage: Stage) => string | null {
  let lastId = 0;
  let asked: number | null = null;
  const running = new Set<number>();
  const questions = new Map<number, number>();
  const allowed = new Set<number>();
  const ran = new Set<number>();

  const wrongWith = (emitted: Emitted, { context }: Snapshot): string | null => {
    if ('id' in emitted) {
      if (emitted.id <= lastId) return `the id ${emitted.id} is given again`;
      lastId = emitted.id;
    }
    switch (emitted.type) {
      case 'model.ask': {
        if (asked !== null) return 'the model is asked while it speaks';
        asked = emitted.id;
        const grants = context.turn.grants.filter((grant) => grant === 'turns').length;
        if (context.turn.replies > context.session.settings.turnsMax * (1 + grants)) {
          return 'the limit of replies is passed';
        }
        const roles = messagesOf(context).map(({ role }) => role);
        const right = roles.map((_role, i) => (i === 0 ? 'system' : i % 2 === 1 ? 'user' : 'assistant'));
        return roles.join() === right.join() && roles.at(-1) === 'user' ? null : `the roles are ${roles.join()}`;
      }
      case 'call.judged':
        if (emitted.decision.verdict === 'allow') allowed.add(emitted.call);
        return null;
      case 'person.ask':
        questions.set(emitted.id, emitted.call);
        return context.session.settings.headless ? 'nobody is there to ask' : null;
      case 'tool.run':
        if (!allowed.has(emitted.call)) return `call ${emitted.call} runs, and nobody allowed it`;
        if (ran.has(emitted.call)) return `call ${emitted.call} runs twice`;
        ran.add(emitted.call);
        if (running.size > 0 && emitted.tool !== 'read') return `call ${emitted.call} runs while another tool does`;
        running.add(emitted.id);
        return null;
      default:
        return null;
    }
  };

  return ({ event, emitted, snapshot }) => {
    if ('request' in event && event.request === asked) asked = null;
    if ('request' in event) running.delete(event.request);
    if (event.type === 'permission.answered' && event.answer !== 'no') {
      const call = questions.get(event.request);
      if (call !== undefined) allowed.add(call);
    }
    for (const each of emitted) {
      const wrong = wrongWith(each, snapshot);
      if (wrong !== null) return wrong;
    }
    return null;
  };
}

/** Whether each call of the session has been answered to the model exactly once. */
function unanswered({ context }: Snapshot): readonly number[] {
  const said = messagesOf(context)
    .map(({ content }) => content)
    .join('\n');
  const calls = Array.from({ length: context.lastCall }, (_none, i) => i + 1);
  return calls.filter((call) => said.split(` call="${call}" `).length !== 2);
}

/** The first thing that is wrong on a walk, with what led there. */
function faultOf(seed: number): string | null {
  const stages = walk(seed, EVENTS);
  const check = watch();
  for (const [index, stage] of stages.entries()) {
    const wrong = check(stage);
    if (wrong === null) continue;
    const events = stages.slice(0, index + 1).map(({ event }) => event.type);
    return `seed ${seed}: ${wrong}, after ${events.join(', ')}`;
  }
  const last = stages.at(-1)?.snapshot ?? start();
  if (!RESTING.includes(stateOf(last))) return `seed ${seed}: after an abort it is ${stateOf(last)}`;
  // What has been compacted is no longer in the conversation.
  if (stages.some(({ emitted }) => emitted.some(({ type }) => type === 'conversation.compacted'))) return null;
  const open = unanswered(last);
  return open.length > 0 ? `seed ${seed}: the calls ${open.join()} have not one answer each` : null;
}

test(`of ${WALKS} random walks of ${EVENTS} events, none does what the machine forbids`, () => {
  const faults = Array.from({ length: WALKS }, (_none, seed) => faultOf(seed)).filter((fault) => fault !== null);
  expect(faults.slice(0, 3)).toEqual([]);
});

test('the walks come to every state that waits for something, by every event that it listens to', () => {
  const ways = new Set<string>();
  for (let seed = 0; seed < WALKS; seed++) {
    let before = stateOf(start());
    for (const { event, snapshot } of walk(seed, EVENTS)) {
      ways.add(`${before} ${event.type}`);
      before = stateOf(snapshot);
    }
  }
  const heard = WAITING.flatMap((name) => {
    const state = machine.config.states?.[name as keyof typeof machine.config.states];
    return Object.keys((state as { readonly on?: object }).on ?? {}).map((event) => `${name} ${event}`);
  });
  const missing = heard.filter((way) => !ways.has(way) && !way.endsWith('session.ended'));
  expect(missing).toEqual([]);
});

test('the same events lead to the same snapshots and effects', () => {
  for (let seed = 0; seed < 20; seed++) {
    let snapshot = start();
    for (const { event, emitted, snapshot: then } of walk(seed, EVENTS)) {
      const next = step(snapshot, event);
      snapshot = next.snapshot;
      expect(next.emitted).toEqual(emitted);
      expect(snapshot.context).toEqual(then.context);
    }
  }
});
