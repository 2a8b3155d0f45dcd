/** What a law is, and the words that several of them share. */
import { type Emitted, type Snapshot, stateOf } from '../../../src/index.ts';
import type { Asked, Stage } from '../world.ts';

/**
 * What holds whatever happens. Each walk begins its own account, and tells it of every stage; the answer is what is wrong
 * there, or null. An account is kept from the events and effects alone where that is possible: it does not believe the machine's.
 */
export type Law = { readonly name: string; readonly begin: () => (stage: Stage) => string | null };

const RUNNING: ReadonlySet<Emitted['type']> = new Set<Asked['type']>([
  'model.ask',
  'summary.ask',
  'tool.run',
  'undo.run',
  'shell.run',
  'timer.start',
  'hook.run',
]);
export const MODEL: ReadonlySet<Emitted['type']> = new Set<Asked['type']>(['model.ask', 'summary.ask']);

/** Whether it does something outside until it is answered, for the turn or the session; the others only wait to be told. */
export function runs(asked: Asked): boolean {
  return RUNNING.has(asked.type) && !isAboutOutside(asked);
}

/** What hooks say to a fork, or to another session, is for whoever wanted that. */
export function isAboutOutside(asked: Asked): boolean {
  return asked.type === 'hook.run' && 'op' in asked && asked.op !== 'compact';
}

/** What only a person can answer. */
export const PERSON_ASKED: ReadonlySet<Emitted['type']> = new Set<Asked['type']>([
  'person.ask',
  'question.ask',
  'plan.review',
  'limit.ask',
]);

const AT_REST: ReadonlySet<string> = new Set(['idle', 'finished', 'failed']);
/** Nothing is asked for: the person must speak. */
const WAITS_FOR_PERSON: ReadonlySet<string> = new Set(['unstarted', ...AT_REST, 'closed', 'paused']);

/** The session is taken up again: what ran before runs no more. */
export function isTakenUp({ event, before }: Stage): boolean {
  return event.type === 'session.resumed' && stateOf(before.snapshot) !== 'unstarted';
}

/** The next prompt begins a turn. */
export function atRest(snapshot: Snapshot): boolean {
  return AT_REST.has(stateOf(snapshot));
}

/** Not begun, or over. */
export function isShut(snapshot: Snapshot): boolean {
  return ['unstarted', 'closed'].includes(stateOf(snapshot));
}

/** A prompt is being answered. A compaction, an undo or a command that was asked for at rest is no turn. */
export function inTurn(snapshot: Snapshot): boolean {
  const { session, result, conversation, compaction, undoing, commanding, opening, consenting } = snapshot.context;
  if (isShut(snapshot) || atRest(snapshot)) return false;
  const isConsenting = consenting?.resting === true;
  const isAside = (compaction !== null && compaction.before !== null) || undoing !== null || commanding !== null;
  const begun = conversation.length > 0 || opening != null;
  return session.behaviour > 0 && !isAside && !isConsenting && result === null && begun;
}

/** The machine has asked for something, and goes on when it is answered. */
export function waits(snapshot: Snapshot): boolean {
  return !WAITS_FOR_PERSON.has(stateOf(snapshot));
}

/** What begins a turn here: a prompt at rest, or what has waited for the end of a turn, a compaction, an undo or a command. */
export function promptsBeginning({ event, emitted, before }: Stage): readonly string[] {
  const given = event.type === 'prompt.given' || event.type === 'steer.given';
  if (given && atRest(before.snapshot)) return [event.text];
  const goesOn = inTurn(before.snapshot) || event.type === 'resume.requested';
  const from = goesOn ? emitted.findIndex(({ type }) => type === 'turn.end') : 0;
  const rest = from < 0 ? [] : emitted.slice(from);
  return rest.flatMap((each) => (each.type === 'message.taken' ? [each.text] : []));
}

/** The ids of the effects whose answers the machine waits for. */
export function awaited({ context }: Snapshot): readonly number[] {
  return context.requests;
}

/** Those, and what is only welcome: nothing waits for the window of a model, or for a count. */
export function welcome({ context }: Snapshot): readonly number[] {
  const { requests, windowAsked, counting, told = [] } = context;
  return [...requests, ...told, ...[windowAsked?.id, counting?.id].filter((id) => id != null)];
}

/** The open effect that this event answers. */
export function answeredEffect({ event, before }: Stage): Asked | undefined {
  return 'request' in event ? before.open.find(({ id }) => id === event.request) : undefined;
}

/** The first thing that is wrong with one of them. */
export function firstFault(
  emitted: readonly Emitted[],
  faultOf: (each: Emitted) => string | null | undefined | false,
): string | null {
  for (const each of emitted) {
    const fault = faultOf(each);
    if (fault) return fault;
  }
  return null;
}

/** Of sessions in which no hook hears what the person says: one may put other words in the place of his, or see to them itself. */
export function unlessHeard({ name, begin }: Law): Law {
  const isHeard = ({ after }: Stage) => {
    const { hooks = [] } = after.snapshot.context.session.settings;
    return hooks.includes('on_input') || hooks.includes('on_before_agent');
  };
  return {
    name,
    begin: () => {
      const account = begin();
      let heard = false;
      return (stage) => {
        heard ||= isHeard(stage);
        return heard ? null : account(stage);
      };
    },
  };
}
