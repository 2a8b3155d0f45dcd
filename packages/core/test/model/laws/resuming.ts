/** Laws about a session that is taken up again. */
import { messagesOf, type Snapshot, stateOf } from '../../../src/index.ts';
import { isAsked } from '../world.ts';
import { atRest, firstFault, isTakenUp, type Law } from './law.ts';

export const RESUMING_LAWS: readonly Law[] = [
  {
    name: 'a session that is taken up rests, and begins nothing by itself',
    begin: () => (stage) => {
      if (!isTakenUp(stage)) return null;
      const { emitted, after } = stage;
      if (!atRest(after.snapshot)) return `it is ${stateOf(after.snapshot)}`;
      return firstFault(emitted, (each) => isAsked(each) && each.type !== 'hook.tell' && `${each.type} is emitted`);
    },
  },
  {
    name: 'what was begun and has no outcome is told as cut off, and no call of before is ever begun again',
    begin: () => {
      let last = 0;
      return (stage) => {
        const { emitted, before, after } = stage;
        if (!isTakenUp(stage)) {
          return firstFault(
            emitted,
            (each) =>
              (each.type === 'facts.take' || each.type === 'tool.run') &&
              each.call <= last &&
              `call ${each.call} again`,
          );
        }
        last = after.snapshot.context.lastCall;
        const open = before.open.flatMap((each) => (each.type === 'tool.run' ? [each.call] : []));
        const said = emitted.flatMap((each) => (each.type === 'call.answered' ? [each.call] : []));
        if (open.join() !== said.join()) return `calls ${open} are cut off, and it is said of ${said}`;
        const told = textsOf(after.snapshot).at(-1) ?? '';
        const untold = open.find((call) => !told.includes(`call="${call}" status="aborted"`));
        return untold === undefined ? null : `the model is not told that call ${untold} was cut off`;
      };
    },
  },
  {
    name: 'all that the model has seen, and every outcome, goes to it again after a session is taken up',
    begin: () => (stage) => {
      if (!isTakenUp(stage)) return null;
      const { before, after } = stage;
      const [seen, now] = [textsOf(before.snapshot), textsOf(after.snapshot)];
      const lost = seen.findIndex((text, i) => !now[i]?.startsWith(text));
      if (lost >= 0) return `message ${lost + 1} is lost`;
      const ended = before.snapshot.context.turn.calls.filter(({ answer }) => answer !== null);
      const untold = ended.find(
        ({ ref, answer }) => !now.at(-1)?.includes(`call="${ref.call}" status="${answer?.status}"`),
      );
      return untold ? `the outcome of call ${untold.ref.call} is lost` : null;
    },
  },
];

/** But for the system prompt, which may be another. */
function textsOf({ context }: Snapshot): readonly string[] {
  return messagesOf(context)
    .slice(1)
    .map(({ content }) => content);
}
