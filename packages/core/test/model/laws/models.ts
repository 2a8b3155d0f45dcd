/** Laws about which model is asked. */
import type { ModelRef } from '../../../src/index.ts';
import { firstFault, isTakenUp, type Law } from './law.ts';

const NONE: ModelRef = { endpoint: '', model: '' };
const same = (a: ModelRef, b: ModelRef) => a.endpoint === b.endpoint && a.model === b.model;

export const MODEL_LAWS: readonly Law[] = [
  {
    name: 'the model that is asked is the chosen one, or one that was said to stand in for it',
    begin: () => {
      let chosen = NONE;
      let said = NONE;
      let others: readonly ModelRef[] = [];
      return (stage) => {
        const { event, emitted, before, after } = stage;
        if (event.type === 'session.started' || isTakenUp(stage)) {
          const { model, fallbacks } = after.snapshot.context.session;
          [chosen, said, others] = [model, model, fallbacks];
        }
        if (event.type === 'model.changed' && before.snapshot.context.session.behaviour > 0) chosen = event.model;
        return firstFault(emitted, (each) => {
          if (each.type === 'model.switched') {
            if (each.why !== 'failing' && !same(each, chosen)) return `${each.model} was not chosen`;
            if (each.why === 'failing' && event.type !== 'reply.failed') return 'nothing has failed';
            if (each.why === 'failing' && !others.some((one) => same(one, each)))
              return `${each.model} is none of them`;
            said = each;
          }
          if (each.type !== 'model.ask') return null;
          if (after.snapshot.context.modelWanted !== null) return `${chosen.model} waits`;
          return !same(each, said) && `${each.model} is asked, and ${said.model} was said`;
        });
      };
    },
  },
  {
    name: 'the window of a model is asked for once, and only where it is not known',
    begin: () => {
      let last = NONE;
      let open: number | null = null;
      return (stage) => {
        const { event, emitted, before } = stage;
        if (isTakenUp(stage)) [last, open] = [NONE, null];
        if (event.type === 'window.found' && event.request === open) open = null;
        return firstFault(emitted, (each) => {
          if (each.type !== 'window.find') return null;
          const { session, models } = before.snapshot.context;
          if (!session.settings.findsWindow) return 'nobody wants to know';
          if (open !== null) return `request ${open} has not been answered`;
          if (same(last, each)) return `${each.model} was asked about before`;
          if (models.some((one) => same(one, each) && one.windowTokens > 0)) return 'it is known';
          [last, open] = [each, each.id];
          return null;
        });
      };
    },
  },
  {
    name: 'tokens are counted one request at a time, where that is wanted and the endpoint does not count itself',
    begin: () => {
      let open: number | null = null;
      let last: number | null = null;
      return (stage) => {
        const { event, emitted, before } = stage;
        if (isTakenUp(stage)) [open, last] = [null, null];
        if (event.type === 'tokens.counted' && event.request === open) open = null;
        if (emitted.some(({ type }) => type === 'model.switched')) [open, last] = [null, null];
        return firstFault(emitted, (each) => {
          if (each.type !== 'tokens.count') return null;
          const { session } = before.snapshot.context;
          if (!session.settings.countsTokens) return 'nobody wants to know';
          // What it counts of the request for a summary tells nothing of the conversation.
          const isReply = event.type === 'reply.ended' && before.snapshot.value === 'thinking';
          if (isReply && event.usage !== null) return 'the endpoint has just counted them';
          if (open !== null) return `request ${open} has not been answered`;
          if (last !== null && each.messages >= last && each.messages < last + 20) return 'they were counted just now';
          [open, last] = [each.id, each.messages];
          return null;
        });
      };
    },
  },
];
