/** Laws about what the person says and wants: nothing of it is lost, nothing is begun against it. */
import { type Emitted, messagesOf, stateOf } from '../../../src/index.ts';
import { isAsked } from '../world.ts';
import {
  answeredEffect,
  atRest,
  firstFault,
  isAboutOutside,
  isShut,
  isTakenUp,
  type Law,
  runs,
  unlessHeard,
} from './law.ts';

/** Beside a request to the model. */
const BEGINNINGS: ReadonlySet<Emitted['type']> = new Set<Emitted['type']>([
  'facts.take',
  'tool.run',
  'question.ask',
  'plan.review',
]);

export const PERSON_LAWS: readonly Law[] = [
  {
    name: 'a paused machine begins nothing new',
    begin: () => {
      let wanted = false;
      /** How much may still be begun: a step is for one thing. */
      let allowance = 0;
      let retries = false;
      /** The call that the step was for: all that it needs is the same thing. */
      let stepped: number | null = null;
      return (stage) => {
        const { event, emitted, before } = stage;
        if (event.type === 'session.started' || isTakenUp(stage)) wanted = false;
        if (event.type === 'pause.requested') [wanted, allowance, stepped] = [true, 0, null];
        if (event.type === 'resume.requested') wanted = false;
        if (event.type === 'step.requested' && stateOf(before.snapshot) === 'paused') allowance = 1;
        return firstFault(emitted, (each) => {
          // An abort is the end of a pause as well.
          if (each.type === 'turn.end' && each.result.kind === 'aborted') wanted = false;
          const again = retries;
          // What hooks are told beside all else comes in between.
          if (isAsked(each) && each.type !== 'hook.tell') retries = each.type === 'timer.start';
          const begins = BEGINNINGS.has(each.type) || (each.type === 'model.ask' && !again);
          if (!begins || !wanted) return null;
          if ('call' in each && each.call === stepped) return null;
          if ('call' in each && allowance > 0) stepped = each.call;
          allowance -= 1;
          return allowance < 0 && `${each.type} is begun`;
        });
      };
    },
  },
  unlessHeard({
    name: 'what the person has said waits, is taken up once with a note, or is taken back',
    begin: () => {
      let waiting: { readonly message: number; readonly text: string }[] = [];
      let last = 0;
      return ({ event, emitted, before, after }) => {
        const said = event.type === 'prompt.given' || event.type === 'steer.given' ? event.text : null;
        if (said !== null && !atRest(before.snapshot) && !isShut(before.snapshot)) {
          last += 1;
          waiting.push({ message: last, text: said });
        }
        const withdrawn = event.type === 'message.withdrawn' && !isShut(before.snapshot);
        if (withdrawn) waiting = waiting.filter(({ message }) => message !== event.message);
        const told =
          messagesOf(after.snapshot.context)
            .filter(({ role }) => role === 'user')
            .at(-1)?.content ?? '';
        // A prompt at rest takes along what the turn before has left.
        if (said !== null && atRest(before.snapshot)) {
          const lost = waiting.find(({ text }) => !told.includes(text));
          if (lost) return `message ${lost.message} is lost`;
          waiting = [];
        }
        const fault = firstFault(emitted, (each) => {
          if (each.type !== 'message.taken') return null;
          const taken = waiting.find(({ message }) => message === each.message);
          if (taken?.text !== each.text) return `message ${each.message} is taken up, and did not wait`;
          waiting = waiting.filter((one) => one !== taken);
          return told.includes(each.text) ? null : `the model is not told message ${each.message}`;
        });
        const held = after.snapshot.context.queue.map(({ message }) => message);
        const right = held.join() === waiting.map(({ message }) => message).join();
        return fault ?? (right ? null : `${waiting.map(({ message }) => message)} should wait, and it is ${held}`);
      };
    },
  }),
  {
    name: 'where the person has said something for this turn, no call is begun before the model is told',
    begin:
      () =>
      ({ emitted, before, after }) => {
        const steered = before.snapshot.context.queue.some(({ steers }) => steers);
        const told = emitted.some(({ type }) => type === 'message.taken');
        if (!steered || told) return null;
        // But for what he has allowed himself.
        const { calls } = after.snapshot.context.turn;
        const own = calls.filter(({ allowed }) => allowed === 'by person').map(({ ref }) => ref.call);
        return firstFault(
          emitted,
          (each) =>
            (each.type === 'facts.take' || (each.type === 'tool.run' && !own.includes(each.call))) &&
            `${each.type} of call ${each.call}`,
        );
      },
  },
  {
    name: 'after an abort nothing is begun, and all that runs is cancelled',
    begin: () => {
      let aborted = false;
      let cancelled: number[] = [];
      return (stage) => {
        const { event, emitted, before, after } = stage;
        if (isTakenUp(stage)) [aborted, cancelled] = [false, []];
        // Another model may have been chosen while a retry was waited for: that is cancelled once.
        cancelled = [...cancelled, ...emitted.flatMap((each) => (each.type === 'cancel' ? [each.request] : []))];
        const asked = event.type === 'abort.requested';
        const first = asked && !atRest(before.snapshot) && !isShut(before.snapshot) && !aborted;
        if (asked && !first) {
          const still = before.snapshot.context === after.snapshot.context && emitted.every((each) => !isTold(each));
          if (!still) return 'a second abort changes something';
        }
        if (first) aborted = true;
        if (!aborted) return null;
        // Hooks are told of the end, too.
        const begun = emitted.filter(isAsked).find((each) => each.type !== 'hook.tell' && !isAboutOutside(each));
        if (begun) return `${begun.type} ${begun.id} is begun`;
        const left = before.open.filter((one) => first && runs(one) && !cancelled.includes(one.id));
        if (left.length > 0) return `${left.map(({ type, id }) => `${type} ${id}`)} is not cancelled`;
        const end = emitted.find((each) => each.type === 'turn.end');
        // A command of the person's own ends no turn.
        if (end || atRest(after.snapshot)) aborted = false;
        if (!end) return null;
        return end.result.kind === 'aborted' ? null : `the turn ends as ${end.result.kind}`;
      };
    },
  },
  {
    name: 'the mode changes where the person or a note says so, and a plan is agreed to once it has been shown',
    begin: () => {
      let mode = '';
      const shown = new Set<number>();
      return (stage) => {
        const { event, emitted, after } = stage;
        const answered = answeredEffect(stage);
        if (event.type === 'session.started' && stateOf(stage.before.snapshot) === 'unstarted')
          mode = event.settings.mode;
        if (event.type === 'session.resumed' && isTakenUp(stage)) mode = event.settings.mode;
        if (event.type === 'mode.changed' && !isShut(stage.before.snapshot)) mode = event.mode;
        if (event.type === 'plan.presented' && answered) shown.add(event.request);
        const agreed = event.type === 'plan.answered' && event.answer === 'approve' && answered !== undefined;
        const fault = firstFault(emitted, (each) => {
          if (each.type !== 'mode.switched') return null;
          mode = each.mode;
          return agreed && !shown.has(event.request) && 'a plan is agreed to that nobody has seen';
        });
        if (fault !== null || mode === '') return fault;
        return after.snapshot.context.mode === mode ? null : `it is ${after.snapshot.context.mode}, and not ${mode}`;
      };
    },
  },
  {
    name: 'what no state takes is noted, and changes nothing; a session that has ended takes nothing until it is taken up',
    begin:
      () =>
      ({ event, emitted, taken, before, after }) => {
        const noted = emitted.some(({ type }) => type === 'event.ignored');
        if (taken.length === 0) return 'nobody has taken it';
        const isOver = stateOf(before.snapshot) === 'closed' && event.type !== 'session.resumed';
        if (isOver && !noted) return 'a closed session takes it';
        if (!noted) return null;
        if (emitted.length > 1) return `it leads to ${emitted.map(({ type }) => type)}`;
        return before.snapshot.context === after.snapshot.context ? null : 'the context has changed';
      },
  },
];

/** Notes tell of what has happened; all else does something. */
function isTold(emitted: Emitted): boolean {
  return emitted.type === 'cancel' || emitted.type === 'turn.end' || isAsked(emitted);
}
