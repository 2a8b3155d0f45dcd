/** The last message, cut to what fits: the model has not seen it yet, and has to be told what it does not see. */
import { beginningOf, cutObservation, endOf } from '@tagma/protocol';
import { sizeOf } from '../accounting.ts';
import type { Context } from '../context.ts';
import { estimateTokens } from '../estimate.ts';
import type { Entry, Part } from '../message.ts';
import { shortened } from './pruning.ts';

/** Of no text less is shown, and less is not left out. */
const CHARACTERS_MIN = 200;

/** The conversation with its last message cut so that the request takes not more than so many tokens, as far as that goes. */
export function withLastFitted(context: Context, tokensMax: number): Context['conversation'] {
  const { conversation, tokensRatio } = context;
  const last = conversation.at(-1);
  const over = sizeOf(context) - tokensMax;
  if (last === undefined || over <= 0) return conversation;
  const rest = conversation.slice(0, -1);
  const { content, images } = last.message;
  // Pictures cannot be cut: they go first.
  if (images !== undefined) {
    const without = [...rest, shortened(last)];
    return withLastFitted({ ...context, conversation: without }, tokensMax);
  }
  const tokens = estimateTokens(content) * tokensRatio;
  const share = Math.max(tokens - over, 0) / Math.max(tokens, 1);
  return [...rest, withShare(last, share)];
}

/** So much of each of its parts; of what has no parts, its beginning and its end. */
function withShare(entry: Entry, share: number): Entry {
  const { message, parts } = entry;
  const { content } = message;
  if (parts.length === 0) return { ...entry, message: { ...message, content: cutText(content, share) } };
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
  const left = text.length - 2 * half;
  if (left < CHARACTERS_MIN) return text;
  return `${beginningOf(text, half)}\n[tagma: ${left} characters that stood here do not fit the window.]\n${endOf(text, half)}`;
}
