/** The rule above the draft, and on it what takes its time: the tools that run, a model that is waited for, a retry. */
import { estimateTokens } from '@tagma/core';
import type { PartialReply } from '@tagma/protocol';
import { shownCount } from '../text/amounts.ts';
import { beginningOf, widthOf } from '../text/glyphs.ts';
import { type Line, line, named } from '../text/line.ts';
import type { Running } from '../transcript/transcript.ts';
import type { Model } from './model.ts';

/** What is over by then need not be shown: it would only flicker. */
const SHOWN_AFTER_MS = 1_000;
/** Tools that are named; the others are counted. */
const TOOLS_NAMED_MAX = 2;
/** Code units of a reply whose tokens are estimated; of a longer one they stand for the rest. */
const ESTIMATED_MAX = 4_000;
const BETWEEN = ' · ';

export function progressLine(model: Model, columns: number): Line {
  const words = beginningOf(progressWords(model).join(BETWEEN), columns - 6);
  if (words === '') return line(['─'.repeat(columns), 'muted']);
  const rest = '─'.repeat(Math.max(0, columns - 4 - widthOf(words)));
  return line(['── ', 'muted'], [words, 'text'], [` ${rest}`, 'muted']);
}

/** What goes on, each in a few words, the most important first. */
export function progressWords(model: Model): readonly string[] {
  return [...retryWords(model), ...toolWords(model), ...replyWords(model), ...jobWords(model)];
}

function retryWords({ progress: { retry }, now }: Model): readonly string[] {
  if (retry === null) return [];
  const seconds = Math.max(0, Math.ceil((retry.due - now) / 1_000));
  return [`asks again in ${seconds} s, ${retry.retry} of ${retry.retriesMax} at most`];
}

/** The one that has run for longest first. */
function toolWords({ transcript, progress: { tools }, now }: Model): readonly string[] {
  const passed = ({ request }: Running): number => now - (tools.get(request) ?? now);
  const long = transcript.running.filter((each) => passed(each) >= SHOWN_AFTER_MS);
  if (long.length === 0) return [];
  const shown = long.slice(0, TOOLS_NAMED_MAX).map((each) => `${named(each.tool)} ${elapsed(passed(each))}`);
  const others = transcript.running.length - shown.length;
  return [[...shown, ...(others > 0 ? [`${others} more`] : [])].join(', ')];
}

function replyWords({ transcript, progress: { askedAt }, now }: Model): readonly string[] {
  if (askedAt === null || now - askedAt < SHOWN_AFTER_MS) return [];
  const time = elapsed(now - askedAt);
  if (transcript.summary !== null) return [`summing up ${time}`];
  const tokens = transcript.live ? tokensOf(transcript.live.partial) : 0;
  return [tokens === 0 ? `waiting for the model ${time}` : `about ${shownCount(tokens)} tokens so far, ${time}`];
}

function jobWords({ progress: { jobs } }: Model): readonly string[] {
  if (jobs.length === 0) return [];
  return [`${jobs.length} ${jobs.length === 1 ? 'job' : 'jobs'} in the background`];
}

/** Of a reply as far as it has come. */
function tokensOf({ thoughts, actions, final, loose }: PartialReply): number {
  const values = actions.flatMap(({ tool, params }) => [tool, ...Object.values(params)]);
  const texts = [...thoughts, ...values, final ?? '', loose];
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  const known = texts.join('').slice(-ESTIMATED_MAX);
  return known === '' ? 0 : Math.ceil((estimateTokens(known) * length) / known.length);
}

/** `12 s`, `2 min 5 s`: no more often another one than once a second. */
function elapsed(ms: number): string {
  const seconds = Math.floor(ms / 1_000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
