/**
 * How a conversation shrinks. First what is shown again later, and what is old, is shortened; where that is not enough, or the
 * person asked for it, the model writes a summary of the older part; and where no summary can be had, or it is not short enough,
 * the older part is left out. What the person said, and the last summary, are told in its place. All of it stays in the history.
 * Pure functions of the context, like those of `turn.ts`.
 */
import { budgetOf, sizeOf, sizeOfSystem } from '../accounting.ts';
import type { Context } from '../context.ts';
import type { CompactionCause, ConversationCompacted } from '../effects.ts';
import type { ReplyEnded, ReplyFailed } from '../events.ts';
import type { Message } from '../message.ts';
import { learnWindow, roomOf } from '../models.ts';
import { isSaidSince } from '../queue.ts';
import { mayPass } from '../retry.ts';
import { mayShrinkSystem, withSystem } from '../system-choice.ts';
import { keptFrom } from './cut-point.ts';
import { hasOlder, memoryBefore, replaceOld } from './old-part.ts';
import type { Compaction } from './progress.ts';
import { shortened, withoutSuperseded } from './pruning.ts';
import { summaryIn, summaryMessages } from './summing-up.ts';
import { atStage, compactionOf, withMessagesChanged } from './under-way.ts';

/** Of what a request may take, this share is wanted after a compaction. */
const SHARE_WANTED = 0.5;
/** Less than this share of it is not worth a compaction; and since the last one, what can shrink has grown so many times. */
const SHARE_WORTH = 0.2;
const GROWTH = 1.5;
/** An overflow is answered by so many compactions in a row. */
const OVERFLOWS_MAX = 2;
/** The prompt, a reply, and what came after: in less nothing is old. */
const MESSAGES_MIN = 4;

/** Whether a request would not leave enough of the window, or the person wants a compaction. */
export function mustCompact(context: Context): boolean {
  if (context.compactionWanted !== null) return hasOldPart(context);
  if (!isNearlyFull(context) || context.compactions > 0) return false;
  if (shrinksSystem(context)) return true;
  const [budget, shrinking] = [budgetOf(context), shrinkingOf(context)];
  if (shrinking < budget * SHARE_WORTH) return false;
  if (sizeOf(context) > budget) return true;
  // What could not be made much smaller has to grow first, as long as it fits.
  return hasOldPart(context) && shrinking >= context.compactedTo * GROWTH;
}

/** Whether an overflow that the endpoint reports can be answered by a compaction. */
export function mayCompactAgain(context: Context): boolean {
  return context.compactions < OVERFLOWS_MAX;
}

export function hasOldPart({ conversation }: Context): boolean {
  return conversation.length >= MESSAGES_MIN;
}

/** Begins a compaction while no turn runs: it can be taken back. */
export function compactAtRest(context: Context, focus: string): Context {
  const { conversation, systemSent, digest, size, sent, compactions } = context;
  const begun = beginCompaction(context, 'command', focus);
  return atStage(begun, { before: { conversation, systemSent, digest, size, sent, compactions } });
}

/** Begins a compaction, by shortening what is old. */
export function beginCompaction(before: Context, why: CompactionCause, focus: string): Context {
  const tokensBefore = sizeOf(before);
  const context = shrinksSystem(before) ? withSystem(before, 'small') : before;
  const compaction: Compaction = {
    ...{
      why,
      focus,
      before: null,
      fault: null,
      stage: 'shortened',
      how: 'pruned',
      tokensBefore,
      repairs: [],
      problem: null,
      passes: false,
    },
    lastMessage: context.lastMessage,
    tokensWanted: wantedOf(context, tokensBefore),
    kept: 0,
  };
  const begun = { ...context, compaction, compactionWanted: null, compactions: context.compactions + 1 };
  return prune(begun);
}

/** The endpoint says that the request is too large: it is believed, whatever was estimated. */
export function beginAfterOverflow(context: Context, { fault, imagesSent }: ReplyFailed): Context {
  const sent = { ...context, imagesSent: imagesSent ?? context.imagesSent };
  const begun = beginCompaction(learnWindow(sent, fault, sizeOf(sent)), 'overflow', '');
  return { ...begun, compaction: { ...compactionOf(begun), fault } };
}

/** Whether the model shall write a summary. */
export function wantsSummary(context: Context): boolean {
  const compaction = compactionOf(context);
  if (compaction.stage !== 'shortened' || !hasOlder(context)) return false;
  return compaction.why === 'command' || isTooLarge(context);
}

/** Whether what is old must be left out: nothing else has helped. Not because the person wished for a summary. */
export function mustCut(context: Context): boolean {
  const { why, stage, passes } = compactionOf(context);
  if (stage === 'exhausted' || !isTooLarge(context)) return false;
  // What passes is waited for as long as the request fits: the next compaction asks for a summary again.
  if (passes && why !== 'overflow' && sizeOf(context) <= budgetOf(context)) return false;
  return why !== 'command' || isNearlyFull(context);
}

/** Whether no turn ran before, and one is begun by what has been said meanwhile. */
export function isResumed(context: Context): boolean {
  return isAtRest(context) && isSaidSince(context, compactionOf(context).lastMessage);
}

/** Whether one is under way, and no turn runs. */
export function isAtRest({ compaction }: Context): boolean {
  return compaction !== null && compaction.before !== null;
}

/** Whether the request would overflow again. */
export function hasNotShrunk(context: Context): boolean {
  const { why, tokensBefore } = compactionOf(context);
  return why === 'overflow' && sizeOf(context) >= tokensBefore;
}

/** What a summary is made of: instructions, and the older part as one text. */
export function summaryMessagesOf(context: Context): readonly Message[] {
  return summaryMessages(context, compactionOf(context));
}

/** With the older part replaced by its summary; where the reply holds none, or none that is shorter, with why there is none. */
export function takeSummary(context: Context, event: ReplyEnded): Context {
  const known = memoryBefore(context);
  const read = summaryIn(context, compactionOf(context), event, known.summary);
  if (!read.ok) return withoutSummary(context, read.problem);
  const shrunk = replaceOld(context, { ...known, summary: read.summary });
  if (sizeOf(shrunk) >= sizeOf(context)) return withoutSummary(context, 'it is no shorter than what it sums up');
  return atStage(shrunk, { stage: 'summarised', how: 'summarised', repairs: read.repairs });
}

/** @param problem why there is none, in a few words */
function withoutSummary(context: Context, problem: string): Context {
  return atStage(context, { stage: 'unsummarised', problem });
}

/** The endpoint has failed instead. */
export function missSummary(context: Context, { fault }: ReplyFailed): Context {
  return atStage(withoutSummary(context, fault.message), { passes: mayPass(fault) });
}

export function endCompaction(context: Context): Context {
  if (context.compaction === null) return context;
  // What the project says of a folder may be gone, and what was told of plan mode: they are told again.
  return {
    ...context,
    compaction: null,
    compactedTo: shrinkingOf(context),
    guides: [],
    planTold: context.planTold && context.mode !== 'plan',
  };
}

/** The person has broken off one that was begun at rest: nothing of it stays, and no turn was aborted. */
export function takeBackCompaction(context: Context): Context {
  const { before } = compactionOf(context);
  return { ...context, ...before, compaction: null, cancelled: [], turn: { ...context.turn, abortedBy: null } };
}

/** What is told of it. */
export function compactedOf(context: Context): ConversationCompacted {
  const { how, why, tokensBefore, problem, repairs } = compactionOf(context);
  const sizes = { tokensBefore, tokensAfter: sizeOf(context) };
  const summary = how === 'summarised' ? (context.memory?.summary ?? null) : null;
  return { type: 'conversation.compacted', how, why, ...sizes, summary, repairs, problem };
}

/** Half of what can shrink, in a request that fits: the system prompt stays as it is. */
function wantedOf(context: Context, tokensBefore: number): number {
  const budget = budgetOf(context);
  const system = sizeOfSystem(context);
  const shrinking = Math.max((budget > 0 ? Math.min(budget, tokensBefore) : tokensBefore) - system, 0);
  return system + Math.floor(shrinking * SHARE_WANTED);
}

/** The tokens of all messages but the system prompt. */
function shrinkingOf(context: Context): number {
  return Math.max(sizeOf(context) - sizeOfSystem(context), 0);
}

function isNearlyFull(context: Context): boolean {
  const budget = budgetOf(context);
  return budget > 0 && sizeOf(context) > budget * context.session.settings.compactAt;
}

function shrinksSystem(context: Context): boolean {
  return mayShrinkSystem(context, roomOf(context));
}

function isTooLarge(context: Context): boolean {
  return sizeOf(context) > compactionOf(context).tokensWanted;
}

/** Shortens what is shown again later, and all messages but the last ones. What nobody has answered yet is not old. */
function prune(context: Context): Context {
  const conversation = withoutSuperseded(context.conversation);
  const from = keptFrom({ ...context, conversation }, compactionOf(context).tokensWanted);
  const old = Math.min(from, conversation.length - 1);
  const pruned = withMessagesChanged({
    ...context,
    conversation: conversation.map((entry, i) => (i < old ? shortened(entry) : entry)),
  });
  const { why, tokensWanted } = compactionOf(context);
  // Who asks for a summary gets one, even where shortening alone has made room for more.
  const keptNow = why === 'command' ? from : keptFrom(pruned, tokensWanted);
  return atStage(pruned, { kept: conversation.length - keptNow });
}
