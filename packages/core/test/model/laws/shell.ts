/** Laws about what the person runs himself. */
import { messagesOf, type Snapshot } from '../../../src/index.ts';
import { answeredEffect, atRest, awaited, firstFault, isTakenUp, type Law } from './law.ts';

export const SHELL_LAWS: readonly Law[] = [
  {
    name: 'a command is run for the person alone, at rest, as he gave it, once',
    begin:
      () =>
      ({ event, emitted, before }) => {
        const given = event.type === 'shell.requested' && atRest(before.snapshot) ? [event.command] : [];
        return firstFault(emitted, (each) => {
          if (each.type !== 'shell.run') return null;
          return given.pop() !== each.command && `${each.command} is run`;
        });
      },
  },
  {
    name: 'the model is told once of each command of the person, whatever became of it',
    begin: () => (stage) => {
      const { event, before, after } = stage;
      if (!TELLING.has(event.type)) return null;
      const effect = answeredEffect(stage);
      const isAnswer = effect?.type === 'shell.run' && awaited(before.snapshot).includes(effect.id);
      const isCutOff = isTakenUp(stage) && before.open.some(({ type }) => type === 'shell.run');
      const told = toldIn(after.snapshot) - toldIn(before.snapshot);
      const due = isAnswer || isCutOff ? 1 : 0;
      // A compaction may leave out what is old.
      return told === due || (due === 0 && told < 0) ? null : `told ${told} times, due ${due}`;
    },
  },
];

function toldIn({ context }: Snapshot): number {
  return messagesOf(context).reduce((sum, { content }) => sum + content.split(HEAD).length - 1, 0);
}

/** What a command can be told of with: to count at each step would take long. */
const TELLING: ReadonlySet<string> = new Set(['shell.requested', 'shell.ended', 'session.resumed', 'session.ended']);
const HEAD = '<observation tool="shell" by="user"';
