/**
 * Finds a text in what was said in a session: prompts, replies, what tools gave back, answers. A record is only parsed where
 * its bytes hold the longest piece of the text that stands in a file as it is: entities and escapes make the rest differ.
 */
import type { HistoryRecord, Json } from '@tagma/protocol';
import type { Failed } from '../error.ts';
import { loadParser } from '../read/parse.ts';
import { type Skimmed, skimFile } from '../read/skim.ts';

/** What is looked for. */
export type Needle = {
  /** With the flag `g`. */
  readonly pattern: RegExp;
  /** Whether a record may hold it, by its bytes; never false where it does. */
  readonly mayBeIn: (bytes: Buffer) => boolean;
};

/** A line that holds what was looked for; `from` and `to` say where in it. */
export type Hit = {
  readonly record: number;
  readonly type: string;
  readonly at: number;
  /** The field that it stands in: `outcome.content`. */
  readonly field: string;
  readonly line: string;
  readonly from: number;
  readonly to: number;
};

/** The events that hold what somebody said, or what a tool gave back. */
const SEARCHED = new Set([
  ...['prompt.given', 'steer.given', 'reply.ended', 'reply.failed', 'tool.ended', 'undo.ended'],
  ...['shell.requested', 'shell.ended'],
  ...['question.answered', 'permission.answered', 'plan.presented', 'plan.answered'],
]);
/** What no form of a text in the file changes: no entity, no escape, no JSON of values that are nested deep. */
const UNCHANGED = /[^"&<>\\\p{Cc}\p{Surrogate}\ufffe\uffff]+/gu;
/** The same where letter case does not count: beyond ASCII that changes the bytes. */
const UNCHANGED_ASCII = /[ -!#-%'-;=?-[\]-~]+/g;
const SPECIAL = /[\\^$.*+?()[\]{}|]/g;

/** A text to the letter, or in any letter case. */
export function needleOf(text: string, ignoreCase: boolean): Needle {
  const pattern = new RegExp(text.replace(SPECIAL, '\\$&'), ignoreCase ? 'gi' : 'g');
  const pieces = text.match(ignoreCase ? UNCHANGED_ASCII : UNCHANGED) ?? [];
  const longest = pieces.reduce((best, piece) => (piece.length > best.length ? piece : best), '');
  // A text of nothing but blanks stands in the file as references.
  if (longest.trim() === '') return { pattern, mayBeIn: () => true };
  if (!ignoreCase) {
    const piece = Buffer.from(longest);
    return { pattern, mayBeIn: (bytes) => bytes.includes(piece) };
  }
  // Each byte as a character: of several bytes none is ASCII.
  const piece = new RegExp(longest.replace(SPECIAL, '\\$&'), 'i');
  return { pattern, mayBeIn: (bytes) => piece.test(bytes.toString('latin1')) };
}

/** A regular expression as JavaScript has it; `^` and `$` are those of a line. Throws what is wrong with it. */
export function needleOfPattern(source: string, ignoreCase: boolean): Needle {
  return { pattern: new RegExp(source, ignoreCase ? 'gim' : 'gm'), mayBeIn: () => true };
}

/** Gives each line that holds the needle, in the order of the file; a record that cannot be read holds nothing. */
export async function* searchSession(file: string, needle: Needle): AsyncGenerator<Hit, Skimmed | Failed> {
  const parse = await loadParser();
  const skimming = skimFile(file);
  try {
    for (;;) {
      const next = skimming.next();
      if (next.done) return next.value;
      const { kind, type, bytes } = next.value;
      if (kind !== 'event' || !SEARCHED.has(type) || !needle.mayBeIn(bytes)) continue;
      const record = parse(bytes);
      if (!record.ok) continue;
      for (const [field, text] of textsIn(record.fields, '')) {
        for (const line of linesWith(text, needle.pattern))
          yield { record: record.n, type, at: record.at, field, ...line };
      }
    }
  } finally {
    skimming.return(undefined as never);
  }
}

/** Whether what was said in an event holds it. */
export function holdsNeedle(event: HistoryRecord, bytes: Buffer, needle: Needle): boolean {
  if (!SEARCHED.has(event.type) || !needle.mayBeIn(bytes)) return false;
  for (const [, text] of textsIn(event.fields, '')) {
    needle.pattern.lastIndex = 0;
    if (needle.pattern.test(text)) return true;
  }
  return false;
}

/** Every text in a value, with the keys that lead to it. */
function* textsIn(value: Json, path: string): Generator<[string, string]> {
  if (typeof value === 'string') yield [path, value];
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries(value)) yield* textsIn(member, path === '' ? key : `${path}.${key}`);
}

function* linesWith(text: string, pattern: RegExp): Generator<Pick<Hit, 'line' | 'from' | 'to'>> {
  pattern.lastIndex = 0;
  for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
    const start = found.index === 0 ? 0 : text.lastIndexOf('\n', found.index - 1) + 1;
    const newline = text.indexOf('\n', found.index);
    const end = newline === -1 ? text.length : newline;
    yield {
      line: text.slice(start, end),
      from: found.index - start,
      to: Math.min(found.index + found[0].length, end) - start,
    };
    // The next one on another line: one hit a line is enough.
    pattern.lastIndex = Math.max(end + 1, found.index + found[0].length);
    if (end === text.length) return;
  }
}
