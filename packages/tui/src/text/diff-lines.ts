/**
 * A diff as lines: the number of each, a sign for what became of it, and within a changed line the words that differ. The
 * comparing is done by the library `diff`, in bounded time.
 */
import { visible } from '@tagma/protocol';
import { diffWordsWithSpace, structuredPatch } from 'diff';
import type { Role } from '../theme/roles.ts';
import type { Line, Span } from './line.ts';

/** Pairs of lines that are compared word by word; a line that is longer is not. In code units. */
const WORDS_LENGTH_MAX = 400;
/** A pair that shares less than this is no change of a line but another line. */
const SHARED_MIN = 0.3;
/** Texts beyond this are not compared, but shown one below the other. In code units, together. */
const COMPARED_LENGTH_MAX = 64 * 1024;
const COMPARING_MS_MAX = 40;
const CONTEXT_LINES = 3;

type Change = {
  readonly sign: ' ' | '-' | '+';
  /** In the file before, for what is added in the one after; null where it is not known. */
  readonly number: number | null;
  readonly text: string;
};

type Hunk = { readonly changes: readonly Change[] };

/** The lines of a unified diff, without the two that name the file. */
export function diffLines(unified: string): readonly Line[] {
  return hunksLines(hunksOf(unified));
}

/** The lines of what makes one text of another, where nobody knows at which line of the file they stand. */
export function changeLines(before: string, after: string): readonly Line[] {
  const [old, now] = [before, after].map((text) => text.replaceAll('\r\n', '\n')) as [string, string];
  const isLong = old.length + now.length > COMPARED_LENGTH_MAX;
  const options = { context: CONTEXT_LINES, timeout: COMPARING_MS_MAX };
  const patch = isLong ? undefined : structuredPatch('', '', ended(old), ended(now), undefined, undefined, options);
  const hunks = patch
    ? patch.hunks.map(({ lines }) => ({ changes: lines.map((each) => changeOf(each, null)) }))
    : [{ changes: [...wholly('-', old), ...wholly('+', now)] }];
  return hunksLines(hunks);
}

function ended(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

function wholly(sign: '-' | '+', text: string): Change[] {
  return text === ''
    ? []
    : ended(text)
        .slice(0, -1)
        .split('\n')
        .map((each) => ({ sign, number: null, text: each }));
}

function changeOf(written: string, number: number | null): Change {
  const sign = written[0];
  return { sign: sign === '+' || sign === '-' ? sign : ' ', number, text: written.slice(1) };
}

function hunksOf(unified: string): readonly Hunk[] {
  const hunks: { changes: Change[] }[] = [];
  let [old, now] = [0, 0];
  for (const each of unified.replace(/\n$/, '').split('\n')) {
    const [, oldStart, nowStart] = /^@@ -(\d+)(?:,\d+)? \+(\d+)/.exec(each) ?? [];
    if (oldStart !== undefined && nowStart !== undefined) {
      [old, now] = [Number(oldStart), Number(nowStart)];
      hunks.push({ changes: [] });
      continue;
    }
    const hunk = hunks.at(-1);
    if (!hunk || each.startsWith('\\')) continue;
    const change = changeOf(each, each.startsWith('-') ? old : now);
    hunk.changes.push(change);
    if (change.sign !== '+') old += 1;
    if (change.sign !== '-') now += 1;
  }
  return hunks;
}

function hunksLines(hunks: readonly Hunk[]): readonly Line[] {
  const numbers = hunks.flatMap(({ changes }) => changes.map(({ number }) => number ?? 0));
  const digits = String(numbers.reduce((most, number) => Math.max(most, number), 0)).length;
  return hunks.flatMap(({ changes }, index): readonly Line[] => {
    const lines = changesLines(changes, digits);
    return index === 0 ? lines : [[{ text: `${' '.repeat(digits)} ⋮`, role: 'hunk' }], ...lines];
  });
}

function changesLines(changes: readonly Change[], digits: number): readonly Line[] {
  const lines: Line[] = [];
  for (let at = 0; at < changes.length; ) {
    const removed = runOf(changes, at, '-');
    const added = runOf(changes, at + removed.length, '+');
    const run = removed.length + added.length;
    if (run === 0) {
      const change = changes[at];
      if (change) lines.push(lineOf(change, digits, [{ text: visible(change.text), role: 'text' }]));
      at += 1;
      continue;
    }
    const pairs = removed.map((each, index) => wordsOf(each.text, added[index]?.text, removed.length === added.length));
    lines.push(...removed.map((each, index) => lineOf(each, digits, pairs[index]?.old ?? whole(each))));
    lines.push(...added.map((each, index) => lineOf(each, digits, pairs[index]?.now ?? whole(each))));
    at += run;
  }
  return lines;
}

function runOf(changes: readonly Change[], from: number, sign: Change['sign']): readonly Change[] {
  let end = from;
  while (changes[end]?.sign === sign) end++;
  return changes.slice(from, end);
}

const SIGN_ROLES: { readonly [sign in Change['sign']]: Role } = { ' ': 'muted', '-': 'removed', '+': 'added' };

function lineOf({ sign, number }: Change, digits: number, spans: readonly Span[]): Line {
  const place = number === null ? '' : `${String(number).padStart(digits)} `;
  return [
    ...(place === '' ? [] : [{ text: place, role: 'muted' } as const]),
    { text: `${sign} `, role: SIGN_ROLES[sign] },
    ...spans,
  ];
}

function whole({ sign, text }: Change): readonly Span[] {
  return [{ text: visible(text), role: SIGN_ROLES[sign] }];
}

type Words = { readonly old: readonly Span[]; readonly now: readonly Span[] };

/** Null where the two are not one line that was changed, or are too long for it. */
function wordsOf(old: string, now: string | undefined, paired: boolean): Words | null {
  if (!paired || now === undefined || old.length > WORDS_LENGTH_MAX || now.length > WORDS_LENGTH_MAX) return null;
  const parts = diffWordsWithSpace(old, now);
  const shared = parts
    .filter(({ added, removed }) => !added && !removed)
    .reduce((sum, { value }) => sum + value.trim().length, 0);
  if (shared < SHARED_MIN * Math.max(old.trim().length, now.trim().length)) return null;
  return {
    old: parts
      .filter(({ added }) => !added)
      .map(({ value, removed }) => word(value, removed, 'removed', 'removed-word')),
    now: parts.filter(({ removed }) => !removed).map(({ value, added }) => word(value, added, 'added', 'added-word')),
  };
}

function word(text: string, differs: boolean | undefined, same: Role, other: Role): Span {
  return { text: visible(text), role: differs ? other : same };
}
