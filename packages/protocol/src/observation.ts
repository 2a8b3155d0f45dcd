/**
 * What a tool said → the element that the model reads, and back. No output can end its element, or be read as protocol or as
 * a chat template's token: where one stands, a mark (`~`) is put behind its first character, in any letter case, through
 * white space, zero-width characters and look-alikes. Marks that the output holds at such a place itself are kept and one more
 * is added, so that taking one away everywhere gives the output back, to the code unit. Nothing else is ever altered.
 */
import { beginningOf, endOf } from './cut-text.ts';
import { MARK, NOTE, PLACE_STARTS, placeEnd } from './observation-places.ts';
import type { OutcomeStatus } from './outcome.ts';

/** What stands in the head of an observation. */
export type ObservationHead = {
  readonly tool: string;
  /** The user has done it himself: it answers no action. */
  readonly by?: 'user';
  /** What it shows, where that is a file or a folder; and which of its lines, as `10-40`. */
  readonly file?: string;
  readonly lines?: string;
  readonly status: OutcomeStatus;
  /** The number of the call; left out where the protocol itself speaks. */
  readonly call?: number;
  readonly ms?: number | null;
  /** Lines about the output, for the model; made safe like the output itself. */
  readonly notes?: readonly string[];
  /** A line of the protocol's own, which may show its form: it stands as it is. */
  readonly form?: string;
};

/**
 * An observation as the model is told it. Whatever in the output looks like the protocol is made harmless, and can be turned
 * back by `unguard`.
 */
export function writeObservation(head: ObservationHead, output: string): string {
  const lines = (head.notes ?? []).map((note) => guard(note.replaceAll('\n', ' ')));
  const notes = [...lines, ...(head.form === undefined ? [] : [head.form])].map((line) => `${NOTE}${line}]\n`);
  return `<observation ${attributesOf(head)}>\n${guard(output)}\n${notes.join('')}</observation>`;
}

/** The protocol's own voice: the text is ours, and stands as it is, for it shows the model the live form. */
export function writeCorrection(text: string): string {
  return `<observation ${attributesOf({ tool: 'protocol', status: 'error' })}>\n${text}\n</observation>`;
}

/**
 * A written element with less of its output: how it begins, a note that says how much is missing, and the closing tag. What is
 * not one element, and what is short enough, stays as it is.
 */
export function cutObservation(element: string, charactersMax: number): string {
  const end = '\n</observation>';
  const isOne = element.endsWith(end) && element.indexOf(end) === element.length - end.length;
  if (!isOne || element.length <= charactersMax) return element;
  const kept = beginningOf(element, Math.max(charactersMax, element.indexOf('>') + 1));
  const missing = element.length - end.length - kept.length;
  return `${kept}\n${NOTE}${missing} characters more do not fit the window. Ask for less at once.]${end}`;
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

/** How the places of a guarded text are spelt, each spelling once. */
export function alteredSpellings(guarded: string): readonly string[] {
  const found = new Set<string>();
  mapPlaces(guarded, (marks, spelling) => {
    if (marks !== '') found.add(spelling);
    return marks;
  });
  return [...found];
}

/** Takes back what `guard` did where the text has one of these spellings, copied from what was shown. */
export function turnBack(text: string, shown: ReadonlySet<string>): string {
  return mapPlaces(text, (marks, spelling) => (shown.has(spelling) ? marks.slice(MARK.length) : marks));
}

function attributesOf({ tool, by, file, lines, call, status, ms }: ObservationHead): string {
  const attributes = [`tool="${attribute(tool)}"`];
  if (by !== undefined) attributes.push(`by="${by}"`);
  if (file !== undefined) attributes.push(`file="${pathAttribute(file)}"`);
  if (lines !== undefined) attributes.push(`lines="${attribute(lines)}"`);
  if (call !== undefined) attributes.push(`call="${call}"`);
  attributes.push(`status="${status}"`);
  if (ms !== undefined && ms !== null) attributes.push(`ms="${Math.round(ms)}"`);
  return attributes.join(' ');
}

/** A tool's name may come from the model: nothing of it may end the tag. */
function attribute(text: string): string {
  return text.replace(/[^\w.:-]/g, '_').slice(0, 64);
}

/** A name of a file may hold anything: what could end the value or the tag is left out, and so is what no reader sees. */
function pathAttribute(path: string): string {
  const plain = path.replace(/["<>\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '_');
  return guard(plain.length > PATH_LENGTH_MAX ? `…${endOf(plain, PATH_LENGTH_MAX - 1)}` : plain);
}

/** More would be a text of its own. */
const PATH_LENGTH_MAX = 512;
const CLOSING_TAG = '</observation>';

function bodyOf(text: string): string {
  const opening = /^<observation(?: [a-z-]+="[^"<>]*")*>\n/.exec(text);
  if (!opening) return bareBody(text);
  let to = text.length;
  while (text[to - 1] === '\n') to--;
  const closed = text.slice(opening[0].length, to);
  const body = closed.endsWith(CLOSING_TAG) ? closed.slice(0, -CLOSING_TAG.length) : text.slice(opening[0].length);
  return withoutNotes(body);
}

/** Of a body without its element nobody knows whether its last newline is layout, unless our own lines follow. */
function bareBody(text: string): string {
  const output = withoutNotes(text.endsWith('\n') ? text : `${text}\n`);
  return output.length < text.length - 1 ? output : text;
}

/** Without our own lines at its end, and the newline that ends the output. */
function withoutNotes(body: string): string {
  let end = body.length - 1;
  while (end > 0) {
    const lineStart = body.lastIndexOf('\n', end - 1) + 1;
    if (!body.startsWith(NOTE, lineStart)) break;
    end = lineStart - 1;
  }
  return body.slice(0, Math.max(end, 0));
}

function mapPlaces(text: string, map: (marks: string, spelling: string) => string): string {
  const parts: string[] = [];
  let done = 0;
  const starts = new RegExp(`[${PLACE_STARTS}](${MARK}*)`, 'g');
  for (const { index, 0: whole, 1: marks = '' } of text.matchAll(starts)) {
    const behind = index + whole.length;
    const end = placeEnd(text, index, behind);
    if (end === null) continue;
    parts.push(text.slice(done, behind - marks.length), map(marks, text.slice(index, end)));
    done = behind;
  }
  parts.push(text.slice(done));
  return parts.join('');
}
