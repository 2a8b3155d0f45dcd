/**
 * What a tool said → the element that the model reads, and back. No output can end its element, or be read as protocol or as
 * a chat template's token: where one stands, a mark (`~`) is put behind its first character, in any letter case, through
 * white space, zero-width characters and look-alikes. Marks that the output holds at such a place itself are kept and one more
 * is added, so that taking one away everywhere gives the output back, to the code unit. Nothing else is ever altered.
 */
import type { OutcomeStatus } from './outcome.ts';

const MARK = '~';
/** Lines that begin like this are the writer's own; in an output they are marked like a tag. */
const NOTE = '[tagma: ';

export type ObservationHead = {
  readonly tool: string;
  readonly status: OutcomeStatus;
  /** The number of the call; left out where the protocol itself speaks. */
  readonly call?: number;
  readonly ms?: number | null;
  /** Lines of ours behind the output, for the model. */
  readonly notes?: readonly string[];
};

export function writeObservation(head: ObservationHead, output: string): string {
  const notes = (head.notes ?? []).map((note) => `${NOTE}${guard(note.replaceAll('\n', ' '))}]\n`);
  return `<observation ${attributesOf(head)}>\n${guard(output)}\n${notes.join('')}</observation>`;
}

/** The output that was written, from the whole element or from its body alone. */
export function readObservation(text: string): string {
  const body = bodyOf(text);
  return unguard(body);
}

/** Makes every place that could be read as live markup dead. */
export function guard(text: string): string {
  return mapPlaces(text, (marks) => marks + MARK);
}

/** Takes back what `guard` did. */
export function unguard(text: string): string {
  return mapPlaces(text, (marks) => marks.slice(MARK.length));
}

function attributesOf({ tool, call, status, ms }: ObservationHead): string {
  const attributes = [`tool="${attribute(tool)}"`];
  if (call !== undefined) attributes.push(`call="${call}"`);
  attributes.push(`status="${status}"`);
  if (ms !== undefined && ms !== null) attributes.push(`ms="${Math.round(ms)}"`);
  return attributes.join(' ');
}

/** A tool's name may come from the model: nothing of it may end the tag. */
function attribute(text: string): string {
  return text.replace(/[^\w.:-]/g, '_').slice(0, 64);
}

function bodyOf(text: string): string {
  const opening = /^<observation(?: [a-z-]+="[^"<>]*")*>\n/.exec(text);
  if (!opening) return text;
  let body = text.slice(opening[0].length).replace(/\n*$/, '');
  if (body.endsWith('</observation>')) body = body.slice(0, -'</observation>'.length);
  let end = body.length - 1;
  for (;;) {
    const lineStart = body.lastIndexOf('\n', end - 1) + 1;
    if (end <= 0 || !body.startsWith(NOTE, lineStart)) break;
    end = lineStart - 1;
  }
  return body.slice(0, Math.max(end, 0));
}

const ZERO_WIDTH =
  '\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0';
const GAP = `[\\s${ZERO_WIDTH}]`;
const OPENERS = '<‹＜〈﹤ᐸ˂❮⟨〈';
const SLASHES = '/／⁄∕⧸\\\\';
const BARS = '|｜│¦∣ǀ❘';

const NAMES = [
  'thought',
  'action',
  'observation',
  'final',
  'message',
  'thinking',
  'think',
  'reasoning',
  'tool_calls',
  'tool_call',
  'tool_response',
  'function_calls',
  'function',
  'invoke',
  'parameter',
];

/** Letters that look like those of the names, in either case. */
const LOOK_ALIKES: { readonly [letter: string]: string } = {
  a: 'аαɑａᴀ',
  b: 'ьЬｂ',
  c: 'сϲᴄｃⅽ',
  d: 'ԁｄⅾ',
  e: 'еҽｅЕΕ',
  f: 'ｆƒ',
  g: 'ɡցｇ',
  h: 'һհｈН',
  i: 'іιıｉІΙⅰ',
  k: 'кκｋКΚ',
  l: 'ⅼｌӏІ1|',
  m: 'мｍМΜⅿ',
  n: 'ոｎΝ',
  o: 'оοօｏОΟ0',
  p: 'рρｐРΡ',
  r: 'гｒ',
  s: 'ѕｓЅ',
  t: 'тτｔТΤ',
  u: 'υսｕ',
  v: 'νѵｖⅴ',
  _: '＿',
};

/**
 * A place: an opener, its marks, and what would be live behind it. The groups are the opener and the marks.
 * Gaps are bounded, so that a flood of them costs no more than a look.
 */
const PLACE = new RegExp(
  [
    `([${OPENERS}])(${MARK}*)(?=(?:${GAP}|[${SLASHES}]){0,64}(?:${NAMES.map(namePattern).join('|')})(?![\\p{L}\\p{N}_.-]))`,
    `([${OPENERS}])(${MARK}*)(?=${GAP}{0,64}[${BARS}]${GAP}{0,64}[\\p{L}\\p{N}_▁ :-]{1,64}${GAP}{0,64}[${BARS}])`,
    `([${OPENERS}])(${MARK}*)(?=[${SLASHES}]?s>|(?:start|end)_of_turn>|[${BARS}]?(?:bos|eos|pad)[${BARS}]?>|<\\/?SYS>>)`,
    `(\\[)(${MARK}*)(?=${GAP}{0,8}\\/?${GAP}{0,8}(?:INST|TOOL_CALLS|TOOL_RESULTS|AVAILABLE_TOOLS|ARGS)${GAP}{0,8}\\]|\\/?tagma:)`,
  ].join('|'),
  'giu',
);

function namePattern(name: string): string {
  const letters = [...name].map((letter) => `[${letter}${LOOK_ALIKES[letter] ?? ''}]`);
  return letters.join(`[${ZERO_WIDTH}]{0,8}`);
}

function mapPlaces(text: string, map: (marks: string) => string): string {
  return text.replace(PLACE, (...groups: unknown[]) => {
    for (let i = 1; i < groups.length - 1; i += 2) {
      if (typeof groups[i] === 'string') return `${groups[i]}${map(String(groups[i + 1]))}`;
    }
    return String(groups[0]);
  });
}
