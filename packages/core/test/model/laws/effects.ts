/** Laws about what the machine wants done, and whose answer counts. */
import { type Emitted, stateOf } from '../../../src/index.ts';
import { type Asked, isAsked } from '../world.ts';
import {
  answeredEffect,
  atRest,
  awaited,
  firstFault,
  inTurn,
  isAboutOutside,
  isTakenUp,
  type Law,
  MODEL,
  PERSON_ASKED,
  runs,
  waits,
  welcome,
} from './law.ts';

/** What the person may ask for while no turn runs. */
const ASIDE: ReadonlySet<Emitted['type']> = new Set<Asked['type']>([
  'summary.ask',
  'undo.run',
  'shell.run',
  'hook.tell',
]);

/** Nothing waits for these: they may be answered at any time. */
const BESIDE: ReadonlySet<Emitted['type']> = new Set<Asked['type']>(['window.find', 'tokens.count', 'hook.tell']);

export const EFFECTS: readonly Law[] = [
  {
    name: 'no id is given twice',
    begin: () => {
      let last = 0;
      return ({ emitted }) =>
        firstFault(emitted.filter(isAsked), (each) => {
          const { id } = each as Asked;
          if (id <= last) return `the id ${id} after ${last}`;
          last = id;
          return null;
        });
    },
  },
  {
    name: 'never two calls of the model at once',
    begin: () => {
      const asked = new Set<number>();
      return (stage) => {
        const { event, emitted } = stage;
        if (isTakenUp(stage)) asked.clear();
        if ('request' in event) asked.delete(event.request);
        return firstFault(emitted, (each) => {
          if (!isAsked(each) || !MODEL.has(each.type)) return null;
          const others = [...asked];
          asked.add(each.id);
          return others.length > 0 && `request ${each.id} while ${others} is open`;
        });
      };
    },
  },
  {
    name: 'an answer that nobody waits for changes nothing',
    begin: () => (stage) => {
      const { event, emitted, before, after } = stage;
      if (!('request' in event)) return null;
      if (answeredEffect(stage) && welcome(before.snapshot).includes(event.request)) return null;
      if (emitted.some(isAsked)) return `it leads to ${emitted.map(({ type }) => type)}`;
      const noted = emitted.length === 1 && emitted[0]?.type === 'event.ignored';
      if (!noted) return 'it is not noted as ignored';
      const same = before.snapshot.context === after.snapshot.context;
      return same && stateOf(before.snapshot) === stateOf(after.snapshot) ? null : 'the machine has changed';
    },
  },
  {
    name: 'where a turn goes on, the machine waits for something that can come',
    begin:
      () =>
      ({ after }) => {
        const ids = awaited(after.snapshot);
        const state = stateOf(after.snapshot);
        const dead = ids.filter((id) => !after.open.some((asked) => asked.id === id));
        if (dead.length > 0) return `nothing answers ${dead}`;
        if (waits(after.snapshot) !== ids.length > 0) return `it is ${state} and waits for ${ids.length} answers`;
        if (!waits(after.snapshot)) return null;
        const forgotten = after.open.filter((one) => runs(one) && !ids.includes(one.id));
        return forgotten.length > 0 ? `${forgotten.map(({ type, id }) => `${type} ${id}`)} is forgotten` : null;
      },
  },
  {
    name: 'at rest nothing runs, and no question is open that was not given up',
    begin: () => {
      let aborted = false;
      let givenUp = new Set<number>();
      return ({ event, emitted, before, after }) => {
        if (event.type === 'abort.requested' && inTurn(before.snapshot)) aborted = true;
        if (aborted) givenUp = new Set([...givenUp, ...before.open.map(({ id }) => id)]);
        // A question that is asked again under another mode.
        for (const each of emitted) if (each.type === 'cancel') givenUp.add(each.request);
        if (!atRest(after.snapshot)) return null;
        aborted = false;
        const open = after.open.filter((one) => !BESIDE.has(one.type) && !isAboutOutside(one));
        const left = open.filter((one) => runs(one) || !givenUp.has(one.id));
        return left.length > 0 ? `${left.map(({ type, id }) => `${type} ${id}`)} is left` : null;
      };
    },
  },
  {
    name: 'where nobody is there, nobody is asked',
    begin:
      () =>
      ({ emitted, after }) =>
        after.snapshot.context.session.settings.headless
          ? firstFault(emitted, (each) => PERSON_ASKED.has(each.type) && `${each.type} is emitted`)
          : null,
  },
  {
    name: 'a turn ends once, at rest',
    begin: () => {
      let running = false;
      return ({ event, emitted, before, after }) => {
        if (atRest(before.snapshot) && (event.type === 'prompt.given' || event.type === 'steer.given')) running = true;
        if (event.type === 'resume.requested' && stateOf(before.snapshot) === 'failed') running = true;
        const fault = firstFault(emitted, (each) => {
          if (each.type === 'message.taken') running = true;
          if (isAsked(each) && !running && !ASIDE.has(each.type) && !isAboutSession(each))
            return `${each.type} outside of a turn`;
          if (each.type !== 'turn.end') return null;
          // An abort of an undo ends as an abort of a turn does.
          const isAside = each.result.kind === 'aborted' && before.snapshot.context.undoing !== null;
          if (!running && !isAside) return 'a turn ends that does not run';
          running = false;
          return null;
        });
        return fault ?? (running === inTurn(after.snapshot) ? null : `it is ${stateOf(after.snapshot)}`);
      };
    },
  },
];

/** Whether hooks are asked about the session as a whole, which is done at rest, too. */
function isAboutSession(each: Emitted): boolean {
  return each.type === 'hook.run' && each.point === 'before_session_op';
}
