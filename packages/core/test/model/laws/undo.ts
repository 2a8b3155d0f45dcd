/** Laws about what the person takes back. */
import { messagesOf } from '../../../src/index.ts';
import { answeredEffect, atRest, awaited, firstFault, type Law } from './law.ts';

export const UNDO_LAWS: readonly Law[] = [
  {
    name: 'changes are taken back for the person alone, at rest, once',
    begin:
      () =>
      ({ event, emitted, before }) => {
        const wanted = event.type === 'undo.requested' && atRest(before.snapshot);
        const steps = wanted ? [event.steps] : [];
        return firstFault(emitted, (each) => {
          if (each.type !== 'undo.run') return null;
          return steps.pop() !== each.steps && `${each.steps} steps are taken back`;
        });
      },
  },
  {
    name: 'the model is told what was taken back, and of nothing else',
    begin: () => (stage) => {
      const { event, before, after } = stage;
      const isAnswer =
        answeredEffect(stage) !== undefined && awaited(before.snapshot).includes(stage.before.open[0]?.id ?? 0);
      if (event.type !== 'undo.ended' || !isAnswer) return null;
      const told = messagesOf(after.snapshot.context)
        .slice(messagesOf(before.snapshot.context).length - 1)
        .some(({ role, content }) => role === 'user' && content.includes(event.outcome.content));
      return told === (event.outcome.status === 'ok')
        ? null
        : `told: ${told}, and it ended with ${event.outcome.status}`;
    },
  },
];
