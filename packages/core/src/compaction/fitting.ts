/** What nothing else has made short enough, cut to what fits: the model is told that it does not see all of it. */
import { cutObservation, evenShare } from '@tagma/protocol';
import { sizeOf, sizeOfMessages } from '../accounting.ts';
import type { Context } from '../context.ts';
import { withoutMiddle } from '../left-out.ts';
import type { Entry, Part } from '../message.ts';
import { shortened } from './pruning.ts';

/** Of no text less is shown, and less is not left out. */
const CHARACTERS_MIN = 200;
/** The texts of a canonical reply. */
const TEXTS = /(<(thought|final)>)([\s\S]*?)(<\/\2>)/g;

/**
 * The conversation with its longest messages cut so that the request takes not more than so many tokens, as far as that goes.
 * What tells of the messages that were left out is short enough, and stays.
 */
export function withAllFitted(context: Context, tokensMax: number): Context['conversation'] {
  const { conversation, memory } = context;
  const last = conversation.at(-1);
  if (last === undefined || sizeOf(context) <= tokensMax) return conversation;
  // Pictures cannot be cut: they go first.
  if (last.message.images !== undefined) {
    return withAllFitted({ ...context, conversation: [...conversation.slice(0, -1), shortened(last)] }, tokensMax);
  }
  const told = memory === null ? 0 : 1;
  const tokens = conversation.map(({ message }, i) => (i < told ? 0 : sizeOfMessages(context, [message])));
  const rest = sizeOf(context) - tokens.reduce((sum, size) => sum + size, 0);
  const eachMax = evenShare(tokens, Math.max(tokensMax - rest, 0));
  if (eachMax === null) return conversation;
  return conversation.map((entry, i) => {
    const size = tokens[i] ?? 0;
    return size <= eachMax ? entry : withShare(entry, eachMax / size);
  });
}

/** So much of it: of what the model has said, of each of its texts; of what it was told, of each part. */
function withShare(entry: Entry, share: number): Entry {
  const { message, parts } = entry;
  if (message.role === 'assistant') {
    const short = shortened(entry);
    return { ...short, message: { ...short.message, content: cutReply(short.message.content, share) } };
  }
  return parts.some(isLonger)
    ? withPartsCut(entry, share)
    : { ...entry, message: { ...message, content: cutTold(entry, share) }, parts: [] };
}

/** What the person says in it does not go with what stands around it: each is cut for itself. */
function cutTold({ message: { content }, said }: Entry, share: number): string {
  let cut = '';
  let done = 0;
  for (const text of said) {
    const at = content.indexOf(text, done);
    if (at < 0) continue;
    cut += cutText(content.slice(done, at), share) + cutText(text, share);
    done = at + text.length;
  }
  return cut + cutText(content.slice(done), share);
}

/** A model copies what it sees of itself: the elements stay whole, unless there are too many of them. */
function cutReply(content: string, share: number): string {
  const cut = content.replace(TEXTS, (_all, open, _name, text, close) => open + cutText(text, share) + close);
  return cut.length <= Math.max(content.length * share, 2 * CHARACTERS_MIN) * 1.5 ? cut : cutText(content, share);
}

/** Than what can stand in for it. */
function isLonger({ from, to, short }: Part): boolean {
  return short.length < to - from;
}

function withPartsCut(entry: Entry, share: number): Entry {
  const { message, parts } = entry;
  const { content } = message;
  const kept: Part[] = [];
  let cut = '';
  let done = 0;
  for (const { from, to, short } of parts) {
    cut += content.slice(done, from);
    const fitting = cutPart(content.slice(from, to), share);
    const start = cut.length;
    cut += fitting.length < short.length ? short : fitting;
    if (fitting.length > short.length) kept.push({ from: start, to: cut.length, short, shows: null });
    done = to;
  }
  cut += content.slice(done);
  return { ...entry, message: { ...message, content: cut }, parts: kept };
}

function cutPart(text: string, share: number): string {
  const charactersMax = Math.floor(text.length * share);
  const cut = cutObservation(text, charactersMax);
  return cut.length < text.length ? cut : cutText(text, share);
}

/** What the person asks for stands at one of its ends, as a rule: the middle goes. */
function cutText(text: string, share: number): string {
  const half = Math.max(Math.floor((text.length * share) / 2), CHARACTERS_MIN);
  if (text.length - 2 * half < CHARACTERS_MIN) return text;
  return withoutMiddle(text, half);
}
