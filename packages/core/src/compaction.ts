/**
 * How a conversation shrinks. First old messages are shortened (`prune`); where that is not enough, or the person asked for it,
 * the model writes a summary of the older part; and where no summary can be had, or it is not short enough, the older part is left
 * out. What was compacted stays in the history. Pure functions of the context, like those of `turn.ts`.
 */
import { beginningOf, cutObservation, endOf, guard, parseReply } from '@tagma/protocol';
import type { Compaction, Context } from './context.ts';
import { messagesOf } from './conversation.ts';
import { NO_DIGEST } from './digest.ts';
import type { CompactionCause } from './effects.ts';
import type { ReplyEnded, ReplyFailed } from './events.ts';
import type { Entry, Message } from './message.ts';
import { learnWindow, modelOf } from './models.ts';
import { todoText } from './todo.ts';
import { estimateTokens, imageTokens, NO_SIZE, sizeTo } from './tokens.ts';

/** Of the window, so much is left for the reply: a quarter, and not more than so many tokens. */
const REPLY_SHARE = 0.25;
const REPLY_TOKENS_MAX = 4_096;
/** Of what is left, this share begins a compaction, and this share is wanted after it. */
const SHARE_BEGIN = 0.8;
const SHARE_WANTED = 0.5;
/** Less than this share of it is not worth a compaction; and since the last one, what can shrink has grown so many times. */
const SHARE_WORTH = 0.2;
const GROWTH = 1.5;
/** The last messages stay as they are: so many, and not more than this share of what is wanted. */
const KEPT_MESSAGES = 6;
const SHARE_KEPT = 0.5;
/** What the summary is made of may be larger than what is wanted afterwards. */
const SHARE_TOLD = 1.5;
/** An overflow is answered by so many compactions in a row. */
const OVERFLOWS_MAX = 2;
/** The prompt, a reply, and what came after: in less nothing is old. */
const MESSAGES_MIN = 4;

const LEFT_OUT = '(The older part of this conversation has been left out.)';
const SUMMED_UP = 'What happened before, summed up:';

/** Whether a request would not leave enough of the window, or the person wants a compaction. */
export function mustCompact(context: Context): boolean {
  if (context.compactionWanted !== null) return hasOldPart(context);
  if (!isNearlyFull(context) || context.compactions > 0) return false;
  const [budget, shrinking] = [budgetOf(context), shrinkingOf(context)];
  if (shrinking < budget * SHARE_WORTH || context.conversation.length < 2) return false;
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

/** Begins a compaction, by shortening what is old. */
export function beginCompaction(context: Context, why: CompactionCause, focus: string, resting = false): Context {
  const tokensBefore = sizeOf(context);
  const compaction: Compaction = {
    ...{ why, focus, resting, fault: null, stage: 'shortened', how: 'pruned', tokensBefore },
    lastMessage: context.lastMessage,
    tokensWanted: wantedOf(context, tokensBefore),
  };
  const begun = { ...context, compaction, compactionWanted: null, compactions: context.compactions + 1 };
  return prune(begun);
}

/** The endpoint says that the request is too large: it is believed, whatever was estimated. */
export function beginAfterOverflow(context: Context, { fault, imagesSent }: ReplyFailed): Context {
  const sent = { ...context, imagesSent: imagesSent ?? context.imagesSent };
  const begun = beginCompaction(learnWindow(sent, fault), 'overflow', '');
  return { ...begun, compaction: { ...compactionOf(begun), fault } };
}

/** Whether the model shall write a summary. */
export function wantsSummary(context: Context): boolean {
  const compaction = compactionOf(context);
  if (compaction.stage !== 'shortened' || keptFrom(context) < 2) return false;
  return compaction.why === 'command' || isTooLarge(context);
}

/** Whether what is old must be left out: nothing else has helped. Not because the person wished for a summary. */
export function mustCut(context: Context): boolean {
  const { why, stage } = compactionOf(context);
  return stage !== 'exhausted' && isTooLarge(context) && (why !== 'command' || isNearlyFull(context));
}

/** Whether no turn ran before, and one is begun by what has been said meanwhile. */
export function isResumed(context: Context): boolean {
  const { resting, lastMessage } = compactionOf(context);
  return resting && context.queue.some(({ message }) => message > lastMessage);
}

/** Whether the request would overflow again. */
export function hasNotShrunk(context: Context): boolean {
  const { why, tokensBefore } = compactionOf(context);
  return why === 'overflow' && sizeOf(context) >= tokensBefore;
}

/** What a summary is made of: instructions, and the older part as one text. */
export function summaryMessagesOf(context: Context): readonly Message[] {
  const { focus, tokensWanted } = compactionOf(context);
  const old = context.conversation.slice(0, keptFrom(context)).map(({ message }) => message);
  const system = context.session.summary.replaceAll('{{focus}}', () => focus || 'nothing in particular').trimEnd();
  const told = old.map(({ role, content }) => `[${role}]\n${content}`).join('\n\n');
  // The request for a summary must not overflow either.
  const charactersMax = Math.floor((tokensWanted * SHARE_TOLD * told.length) / Math.max(estimateTokens(told), 1));
  return [
    { role: 'system', content: system },
    { role: 'user', content: middleLeftOut(told, charactersMax) },
  ];
}

/** With the older part replaced by its summary; null where the reply holds none, or none that is shorter. */
export function withSummary(context: Context, event: ReplyEnded): Context | null {
  if (event.finish !== 'stop') return null;
  const reply = parseReply(event.text, 'stop', { tools: [], startsInThought: context.startsInThought }, event);
  const summary = (reply.final ?? reply.loose).trim();
  if (summary === '' || reply.actions.length > 0) return null;
  const shrunk = replaceOld(context, `${SUMMED_UP}\n${guard(summary)}`);
  return sizeOf(shrunk) < sizeOf(context) ? atStage(shrunk, 'summarised', 'summarised') : null;
}

export function withoutSummary(context: Context): Context {
  return atStage(context, 'unsummarised');
}

/** Leaves out all that is old, and shortens the rest: what came last only as far as it must be. */
export function cut(context: Context): Context {
  const last = context.conversation.length - 1;
  const conversation = context.conversation.map((entry, i) => (i < last ? shortened(entry) : entry));
  const short = changed({ ...context, conversation });
  const left = keptFrom(short) < 2 ? short : replaceOld(short, LEFT_OUT);
  const how = left === short ? compactionOf(context).how : 'cut';
  return atStage(withLastFitted(left), 'exhausted', how);
}

/** With the last message cut to what fits: the model has not seen it yet, so it may take more than is wanted. */
function withLastFitted(context: Context): Context {
  const { conversation, tokensRatio } = context;
  const last = conversation.at(-1);
  const budget = budgetOf(context);
  const fits = budget > 0 ? Math.floor(budget * SHARE_BEGIN) : compactionOf(context).tokensWanted;
  const over = sizeOf(context) - fits;
  if (last === undefined || over <= 0) return context;
  if (imagesCounted(context, [last.message]) > 0) {
    return withLastFitted(changed({ ...context, conversation: [...conversation.slice(0, -1), shortened(last)] }));
  }
  const { content } = last.message;
  const tokens = estimateTokens(content) * tokensRatio;
  const fitting = cutObservation(
    content,
    Math.floor((content.length * Math.max(tokens - over, 0)) / Math.max(tokens, 1)),
  );
  const entry =
    fitting.length >= content.length || fitting.length < last.short.length
      ? shortened(last)
      : { ...last, message: { ...last.message, content: fitting } };
  return changed({ ...context, conversation: [...conversation.slice(0, -1), entry] });
}

export function endCompaction(context: Context): Context {
  if (context.compaction === null) return context;
  return { ...context, compaction: null, compactedTo: shrinkingOf(context) };
}

export function compactionOf({ compaction }: Context): Compaction {
  if (compaction === null) throw new Error('no compaction is under way');
  return compaction;
}

/** Of the next request, as estimated and corrected by what the endpoint has counted. */
export function sizeOf(context: Context): number {
  const messages = messagesOf(context);
  const texts = sizeTo(context.size, messages, messages.length).tokens;
  return Math.ceil((texts + imagesCounted(context, messages)) * context.tokensRatio);
}

/** Pictures that are not sent cost nothing. */
function imagesCounted({ imagesSent }: Context, messages: readonly Message[]): number {
  return imagesSent ? imageTokens(messages) : 0;
}

/** Half of what can shrink, in a request that fits: the system prompt stays as it is. */
function wantedOf(context: Context, tokensBefore: number): number {
  const budget = budgetOf(context);
  const system = systemOf(context);
  const shrinking = Math.max((budget > 0 ? Math.min(budget, tokensBefore) : tokensBefore) - system, 0);
  return system + Math.floor(shrinking * SHARE_WANTED);
}

/** What a request may take of the window; 0 where the window is not known. */
function budgetOf(context: Context): number {
  const { windowTokens } = modelOf(context);
  return windowTokens - Math.min(Math.floor(windowTokens * REPLY_SHARE), REPLY_TOKENS_MAX);
}

/** The tokens of all messages but the system prompt. */
function shrinkingOf(context: Context): number {
  return Math.max(sizeOf(context) - systemOf(context), 0);
}

function systemOf({ session, tokensRatio }: Context): number {
  return Math.ceil(estimateTokens(session.system) * tokensRatio);
}

function isNearlyFull(context: Context): boolean {
  const budget = budgetOf(context);
  return budget > 0 && sizeOf(context) > budget * SHARE_BEGIN;
}

function isTooLarge(context: Context): boolean {
  return sizeOf(context) > compactionOf(context).tokensWanted;
}

/** Shortens all messages but the last ones. */
function prune(context: Context): Context {
  const kept = keptFrom(context);
  const conversation = context.conversation.map((entry, i) => (i < kept ? shortened(entry) : entry));
  return changed({ ...context, conversation });
}

/** Puts the task, a text and the list of steps in the place of all that is old. */
function replaceOld(context: Context, text: string): Context {
  const { conversation, turn } = context;
  const kept = conversation.slice(keptFrom(context));
  const toldAgain = kept.some(({ message }) => message.role === 'user' && message.content.includes(turn.task));
  const task = toldAgain ? '' : turn.task;
  const content = [task, text, todoText(context)].filter(Boolean).join('\n\n');
  const head: Entry = { message: { role: 'user', content }, short: content };
  return changed({ ...context, conversation: [head, ...kept] });
}

/** The first message that stays as it is: a reply, so that what answers it stays with it. */
function keptFrom(context: Context): number {
  const { conversation, tokensRatio } = context;
  const tokensMax = compactionOf(context).tokensWanted * SHARE_KEPT;
  let from = conversation.length;
  let tokens = 0;
  for (let at = conversation.length - 1; at > 0 && conversation.length - at <= KEPT_MESSAGES; at--) {
    const message: Message = conversation[at]?.message ?? { role: 'user', content: '' };
    const { role, content } = message;
    tokens += (estimateTokens(content) + imagesCounted(context, [message])) * tokensRatio;
    const isLast = conversation.length - at <= 2;
    if (role === 'assistant' && (isLast || tokens <= tokensMax)) from = at;
  }
  return from;
}

function shortened({ message, short }: Entry): Entry {
  return { message: { role: message.role, content: short }, short };
}

function atStage(context: Context, stage: Compaction['stage'], how?: Compaction['how']): Context {
  const compaction = compactionOf(context);
  return { ...context, compaction: { ...compaction, stage, how: how ?? compaction.how } };
}

/** The messages are others now: what was counted and digested of them no longer holds. */
function changed(context: Context): Context {
  return { ...context, digest: NO_DIGEST, size: NO_SIZE };
}

function middleLeftOut(text: string, charactersMax: number): string {
  if (text.length <= charactersMax) return text;
  const half = Math.floor(charactersMax / 2);
  return `${beginningOf(text, half)}\n…\n${endOf(text, half)}`;
}
