/**
 * The last resort of a compaction: where no summary can be had, or it is not short enough, the older part is left out, and what is
 * long is cut as far as it must be. Pure functions of the context.
 */
import { budgetOf, sizeOf, sizeOfSystem } from '../accounting.ts';
import type { Context } from '../context.ts';
import { keptFrom } from './cut-point.ts';
import { withAllFitted } from './fitting.ts';
import { headOf } from './memory.ts';
import { charactersSaid, hasOlder, memoryBefore, replaceOld } from './old-part.ts';
import { shortened } from './pruning.ts';
import { fittingSummary } from './summing-up.ts';
import { atStage, compactionOf, withMessagesChanged } from './under-way.ts';

/** Leaves out all that is old, and shortens the rest: what came last only as far as it must be. */
export function cut(context: Context): Context {
  const last = context.conversation.length - 1;
  const conversation = context.conversation.map((entry, i) => (i < last ? shortened(entry) : entry));
  const short = withMessagesChanged({ ...context, conversation });
  const told = withAllFitting(withOldTold(short));
  // What is left out may be shorter than what is told in its place.
  const isWorthIt = sizeOf(told) < sizeOf(short) || isOver(short);
  return atStage(isWorthIt ? told : withAllFitting(short), { stage: 'exhausted' });
}

/** With what is long cut, as far as it must be; at last what is told of the older part. */
function withAllFitting(context: Context): Context {
  const { tokensWanted, why, how } = compactionOf(context);
  const budget = budgetOf(context);
  // After an overflow less is known than it seems.
  const tokensMax =
    budget > 0 && why !== 'overflow' ? Math.floor(budget * context.session.settings.compactAt) : tokensWanted;
  const conversation = withAllFitted(context, tokensMax);
  const fitted = withMessagesChanged({ ...context, conversation });
  const isCut = how === 'pruned' && conversation !== context.conversation;
  return atStage(isOver(fitted) ? withShortHead(fitted) : fitted, { how: isCut ? 'cut' : how });
}

function isOver(context: Context): boolean {
  const budget = budgetOf(context);
  return budget > 0 && sizeOf(context) > budget;
}

/** What is told of the messages that were left out takes half the room: the window is hardly larger than the least that is told. */
function withShortHead(context: Context): Context {
  const { memory, conversation } = context;
  if (memory === null) return context;
  const tokensHalf = (compactionOf(context).tokensWanted + sizeOfSystem(context)) / 2;
  const summary = memory.summary && fittingSummary(context, tokensHalf, memory.summary);
  const head = headOf(context, { ...memory, summary }, charactersSaid(context) / 2);
  return withMessagesChanged({ ...context, conversation: [head, ...conversation.slice(1)] });
}

/** What is known of all that is old in its place: it may have to be told in fewer words than before. */
function withOldTold(context: Context): Context {
  const { why, tokensWanted } = compactionOf(context);
  const { length } = context.conversation;
  // What is shorter now leaves room for more.
  const begun = why === 'command' ? context : atStage(context, { kept: length - keptFrom(context, tokensWanted) });
  if (!hasOlder(begun) && context.memory === null) return begun;
  const memory = memoryBefore(begun);
  const summary = memory.summary && fittingSummary(begun, tokensWanted, memory.summary);
  return atStage(replaceOld(begun, { ...memory, summary }), { how: 'cut' });
}
