/**
 * What changed in a file, as a unified diff for screens and logs. The library is given only the lines between what both
 * texts begin with and what both end with, so that a small change in a large file costs little.
 */
import { countLines } from './truncate.ts';

const CONTEXT_LINES = 3;
/** Compared at once. */
const PIECE_CHARACTERS = 16 * 1024;
/** More changed text than this is not compared line by line; then there is no diff. */
const COMPARED_CHARACTERS_MAX = 1024 * 1024;
/** Lines added and removed up to which the library looks for the shortest diff. */
const CHANGED_LINES_MAX = 10_000;
/** How long it may look. After that all the old lines are said to go, and all the new ones to come. */
const COMPARING_MS_MAX = 100;

/** A diff with `a/` and `b/` before the name, or null where there is none or it would be too long. Line endings are not compared. */
export async function unifiedDiff(name: string, before: string, after: string): Promise<string | null> {
  const { start, oldEnd, newEnd } = changedRegion(before, after);
  const oldPart = before.slice(start, oldEnd).replaceAll('\r\n', '\n');
  const newPart = after.slice(start, newEnd).replaceAll('\r\n', '\n');
  if (oldPart === newPart) return null;
  const compared = oldEnd - start + (newEnd - start);
  if (compared > COMPARED_CHARACTERS_MAX) return null;

  const { formatPatch, OMIT_HEADERS, structuredPatch } = await import('diff');
  const options = { context: CONTEXT_LINES, maxEditLength: CHANGED_LINES_MAX, timeout: COMPARING_MS_MAX };
  const patch = structuredPatch('', '', oldPart, newPart, undefined, undefined, options) ?? {
    ...structuredPatch('', '', '', '', undefined, undefined, { context: 0 }),
    hunks: [wholly(oldPart, newPart)],
  };
  const linesBefore = countLines(before.slice(0, start));
  for (const hunk of patch.hunks) {
    hunk.oldStart += linesBefore;
    hunk.newStart += linesBefore;
  }
  // The library would write every letter beyond ASCII as an escape.
  return `--- ${nameIn('a', name)}\n+++ ${nameIn('b', name)}\n${formatPatch(patch, OMIT_HEADERS)}`;
}

/** A name that is shown in quotes keeps them around all of it. */
function nameIn(side: 'a' | 'b', name: string): string {
  return name.startsWith('"') ? `"${side}/${name.slice(1)}` : `${side}/${name}`;
}

function wholly(oldPart: string, newPart: string) {
  const lines = [...marked('-', oldPart), ...marked('+', newPart)];
  const count = (mark: string) => lines.filter((line) => line.startsWith(mark)).length;
  return { oldStart: 1, oldLines: count('-'), newStart: 1, newLines: count('+'), lines };
}

function marked(mark: string, text: string): string[] {
  if (text === '') return [];
  const lines = text.split('\n').map((line) => mark + line);
  return text.endsWith('\n') ? lines.slice(0, -1) : [...lines, '\\ No newline at end of file'];
}

/** The part that differs, in whole lines, with the context of both sides. */
function changedRegion(one: string, other: string): { start: number; oldEnd: number; newEnd: number } {
  const before = commonStart(one, other);
  const after = commonEnd(one, other, Math.min(one.length, other.length) - before);
  let start = before;
  for (let lines = 0; lines <= CONTEXT_LINES && start > 0; lines++) start = one.lastIndexOf('\n', start - 1);
  start = start <= 0 ? 0 : start + 1;
  // The ends move alike, for what follows is the same in both.
  const oldChangeEnd = one.length - after;
  let oldEnd = oldChangeEnd;
  for (let lines = 0; lines <= CONTEXT_LINES && oldEnd < one.length; lines++) {
    const newline = one.indexOf('\n', oldEnd);
    oldEnd = newline === -1 ? one.length : newline + 1;
  }
  return { start, oldEnd, newEnd: other.length - (one.length - oldEnd) };
}

/** How many characters both begin with: piece by piece, then one by one. */
function commonStart(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let at = 0;
  while (
    at + PIECE_CHARACTERS <= most &&
    one.slice(at, at + PIECE_CHARACTERS) === other.slice(at, at + PIECE_CHARACTERS)
  ) {
    at += PIECE_CHARACTERS;
  }
  while (at < most && one.charCodeAt(at) === other.charCodeAt(at)) at++;
  return at;
}

/** The same of their ends, `most` at most. */
function commonEnd(one: string, other: string, most: number): number {
  const pieceOf = (text: string, at: number) => text.slice(text.length - at - PIECE_CHARACTERS, text.length - at);
  let at = 0;
  while (at + PIECE_CHARACTERS <= most && pieceOf(one, at) === pieceOf(other, at)) at += PIECE_CHARACTERS;
  while (at < most && one.charCodeAt(one.length - 1 - at) === other.charCodeAt(other.length - 1 - at)) at++;
  return at;
}
