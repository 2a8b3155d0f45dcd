/** The request for a summary, and what is made of the reply to it. */
import {
  beginningOf,
  cutSummary,
  endOf,
  parseReply,
  type ReadSummary,
  readSummary,
  type Summary,
  updateSummary,
} from '@tagma/protocol';
import { sizeOfMessages, sizeOfSystem } from '../accounting.ts';
import type { Context } from '../context.ts';
import { estimateTokens } from '../estimate.ts';
import type { ReplyEnded } from '../events.ts';
import type { Message } from '../message.ts';
import { summaryModelOf } from '../models.ts';
import { replyOptionsOf } from '../reading.ts';
import type { Compaction } from './progress.ts';

/** What the summary is made of may be larger than what is wanted afterwards; but not than this share of the window. */
const SHARE_TOLD = 1.5;
const SHARE_OF_WINDOW = 0.7;
/** Of what is wanted afterwards, a summary may take so much. */
const SHARE_SUMMARY = 0.4;
const CLOSING = '[Here the conversation is cut. Now write the <summary>.]';

/** What a summary is made of: instructions, and the older part as one text. The request must not overflow either. */
export function summaryMessages(context: Context, compaction: Compaction): readonly Message[] {
  const { focus, tokensWanted, kept } = compaction;
  const old = context.conversation.slice(0, context.conversation.length - kept).map(({ message }) => message);
  const system = context.session.summary.replaceAll('{{focus}}', () => focus || 'nothing in particular').trimEnd();
  const told = old.map(({ role, content }) => `[${role}]\n${content}`).join('\n\n');
  const { windowTokens } = summaryModelOf(context);
  const wanted = tokensWanted * SHARE_TOLD;
  const tokensMax =
    windowTokens > 0 ? Math.min(wanted, windowTokens * SHARE_OF_WINDOW - estimateTokens(system)) : wanted;
  // The text as a whole is long; what each of its messages takes is known.
  const charactersMax = Math.floor((tokensMax * told.length) / Math.max(sizeOfMessages(context, old), 1));
  return [
    { role: 'system', content: system },
    { role: 'user', content: `${middleLeftOut(told, Math.max(charactersMax, 0))}\n\n${CLOSING}` },
  ];
}

/** The summary that a reply holds, brought together with what is known `before`; or what is wrong with it. */
export function summaryIn(
  context: Context,
  { tokensWanted }: Compaction,
  event: ReplyEnded,
  before: Summary | null,
): ReadSummary {
  if (event.finish === 'aborted') return { ok: false, problem: 'it was broken off' };
  const isCut = event.finish === 'length';
  const reply = parseReply(event.text, isCut ? 'length' : 'stop', replyOptionsOf(context), event);
  if (reply.actions.length > 0) return { ok: false, problem: 'it acts instead of summing up' };
  const read = readSummary(reply.final ?? reply.loose, isCut);
  if (!read.ok) return read;
  const summary = before === null ? read.summary : updateSummary(before, read);
  const fitting = fittingSummary(context, tokensWanted, summary);
  return { ok: true, summary: fitting, repairs: fitting === summary ? read.repairs : [...read.repairs, 'cut'] };
}

/** Cut to what a summary may take; the same where it is not too long. */
export function fittingSummary(context: Context, tokensWanted: number, summary: Summary): Summary {
  const tokensMax = Math.max(tokensWanted - sizeOfSystem(context), 0) * SHARE_SUMMARY;
  const text = Object.values(summary).join('\n');
  const charactersMax = (tokensMax * text.length) / Math.max(estimateTokens(text) * context.tokensRatio, 1);
  return cutSummary(summary, Math.floor(charactersMax));
}

function middleLeftOut(text: string, charactersMax: number): string {
  if (text.length <= charactersMax) return text;
  const half = Math.floor(charactersMax / 2);
  return `${beginningOf(text, half)}\n…\n${endOf(text, half)}`;
}
