/**
 * Random walks through the machine: a world that answers every effect at some time, in any order, well or badly, sometimes twice
 * or too late, and a person who interrupts, steers, pauses and changes the mode at any point. A walk is made from its seed.
 */
import { type Facts, type Fault, NO_FACTS, type Outcome } from '@tagma/protocol';
import { type AgentEvent, type Emitted, type Fact, isEffect, type Snapshot, start, step } from '../src/index.ts';
import { STARTED } from './drive.ts';

export type Stage = { readonly event: AgentEvent; readonly emitted: readonly Emitted[]; readonly snapshot: Snapshot };

/** A small generator of numbers from a seed: the same walk each time. */
function dice(seed: number): (sides: number) => number {
  let state = (seed * 2_654_435_761 + 1) >>> 0;
  return (sides) => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 374_761_393) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) % sides;
  };
}

const READ = '<action tool="read"><path>a</path></action>';
const MAKE = '<action tool="bash"><command>make</command></action>';
const REPLIES: readonly string[] = [
  READ,
  MAKE,
  `<thought>both</thought>${READ}\n${MAKE}`,
  `${MAKE}\n${READ}\n${MAKE}`,
  `${READ}\n<action tool="fly"></action>\n${MAKE}`,
  `${READ}<final>too early</final>`,
  '<final>done</final>',
  '<final>done</final>',
  'I think I should look.',
  '',
  'hm</think><final>done</final>',
  '<tool_call>{"name": "bash", "arguments": {"command": "make"}}</tool_call>',
];
const FACTS: readonly Facts[] = [
  NO_FACTS,
  { ...NO_FACTS, readOnly: true, reads: [{ path: '/project/a', where: 'inside' }] },
  { ...NO_FACTS, readOnly: false, runs: ['make'] },
  { ...NO_FACTS, readOnly: false, writes: [{ path: '/project/b', where: 'inside' }] },
  { ...NO_FACTS, readOnly: false, unknown: 'who knows' },
  { ...NO_FACTS, readOnly: false, runs: ['rm'], forbidden: 'removes everything' },
];
const FAULTS: readonly Fault[] = (['overloaded', 'network', 'rate-limit', 'auth', 'context-overflow'] as const).map(
  (kind) => ({ kind, message: kind, advice: '', status: null }),
);
const STATUSES: readonly Outcome['status'][] = ['ok', 'ok', 'ok', 'error', 'timeout', 'aborted'];
const MODES = ['plan', 'default', 'accept-edits', 'auto-in-project', 'trust'] as const;

/** @param events how many, the start of the session aside. */
export function walk(seed: number, events: number): readonly Stage[] {
  const roll = dice(seed);
  const one = <T>(list: readonly T[]): T => {
    const chosen = list[roll(list.length)];
    if (chosen === undefined) throw new Error('nothing to choose from');
    return chosen;
  };
  const stages: Stage[] = [];
  /** Effects that wait for their answer, and a few that have had it: their answers come too late. */
  let open: Emitted[] = [];
  let answered: Emitted[] = [];
  let snapshot = start();
  let at = 0;

  const tell = (fact: Fact) => {
    at += 1 + roll(2_000);
    const event = { ...fact, at };
    const next = step(snapshot, event);
    snapshot = next.snapshot;
    stages.push({ event, emitted: next.emitted, snapshot });
    open.push(...next.emitted.filter((each) => isEffect(each) && 'id' in each));
  };

  const answerTo = (effect: Emitted): Fact | null => {
    switch (effect.type) {
      case 'model.ask':
      case 'summary.ask': {
        const request = effect.id;
        if (roll(8) === 0) return { type: 'reply.failed', request, text: '', reasoning: '', fault: one(FAULTS) };
        const finish = one(['stop', 'stop', 'stop', 'length', 'aborted'] as const);
        return { type: 'reply.ended', request, text: one(REPLIES), reasoning: '', finish, usage: null };
      }
      case 'facts.take':
        return { type: 'facts.taken', request: effect.id, facts: one(FACTS) };
      case 'person.ask':
        return {
          type: 'permission.answered',
          request: effect.id,
          answer: one(['once', 'always', 'no'] as const),
          reason: one(['', 'not now']),
        };
      case 'tool.run': {
        const outcome = { status: one(STATUSES), content: one(['A', 'B', '</observation>']), details: {} };
        return { type: 'tool.ended', request: effect.id, outcome, durationMs: roll(9) };
      }
      case 'limit.ask':
        return { type: 'limit.answered', request: effect.id, answer: one(['go on', 'stop'] as const) };
      case 'timer.start':
        return { type: 'timer.fired', request: effect.id };
      default:
        return null;
    }
  };

  const answer = () => {
    const effect = one(open);
    open = open.filter((each) => each !== effect);
    answered = [...answered.slice(-3), effect];
    const fact = answerTo(effect);
    if (fact) tell(fact);
  };

  const person = (): Fact =>
    one<Fact>([
      { type: 'prompt.given', text: 'do it' },
      { type: 'prompt.given', text: 'and that' },
      { type: 'steer.given', text: 'rather this' },
      { type: 'message.withdrawn', message: roll(9) },
      { type: 'abort.requested', by: 'person' },
      { type: 'pause.requested' },
      { type: 'resume.requested' },
      { type: 'resume.requested' },
      { type: 'step.requested' },
      { type: 'compact.requested', focus: '' },
      { type: 'mode.changed', mode: one(MODES) },
    ]);

  const { settings } = STARTED;
  tell({ ...STARTED, settings: { ...settings, turnsMax: 4 + roll(20), headless: roll(2) === 0, mode: one(MODES) } });
  while (stages.length <= events) {
    const chance = roll(10);
    const late = answered.length > 0 && chance === 0 ? answerTo(one(answered)) : null;
    if (late) tell(late);
    else if (open.length > 0 && chance < 7) answer();
    else tell(person());
  }
  // Whatever state it was left in: an abort, and all that runs comes to its end.
  tell({ type: 'abort.requested', by: 'signal' });
  for (let left = open.length; left > 0; left--) answer();
  return stages;
}
