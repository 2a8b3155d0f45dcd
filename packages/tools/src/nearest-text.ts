/**
 * Where a text that was not found probably was meant: the same lines with other white space, or the line whose words, in any
 * case, are most like those of its wordiest line. For the model, which can then copy what is really there.
 */
import { truncateLine } from './truncate.ts';

const FILE_LINES_MAX = 50_000;
const SHOWN_CHARACTERS_MAX = 2_000;
/** Shared words, of all words of the two lines, from which on a line is called similar. */
const LIKENESS_MIN = 0.5;
const LINES_AROUND = 1;

/** A sentence and the lines as they are, or null. Both texts have LF. */
export function nearestText(text: string, wanted: string): string | null {
  const lines = text.split('\n');
  if (lines.length > FILE_LINES_MAX) return null;
  const wantedLines = wanted.split('\n').map(withoutBlanks);
  const isOpen = wanted.endsWith('\n') && lines.at(-1) !== '';
  while (wantedLines[0] === '') wantedLines.shift();
  while (wantedLines.at(-1) === '') wantedLines.pop();
  if (wantedLines.length === 0) return null;
  return sameButForBlanks(lines, wantedLines, isOpen) ?? mostAlike(lines, wantedLines);
}

/** `isOpen`: what is wanted ends with a newline, and the text does not. */
function sameButForBlanks(lines: readonly string[], wanted: readonly string[], isOpen: boolean): string | null {
  const bare = lines.map(withoutBlanks);
  const first = bare.findIndex((_, at) => wanted.every((line, offset) => bare[at + offset] === line));
  if (first === -1) return null;
  const place = wanted.length === 1 ? `Line ${first + 1} is` : `Lines ${first + 1}-${first + wanted.length} are`;
  const end = isOpen && first + wanted.length === lines.length ? ' (no newline ends the file)' : '';
  return `${place} the same but for white space${end}. The exact text there:\n${show(lines, first, first + wanted.length)}`;
}

function mostAlike(lines: readonly string[], wanted: readonly string[]): string | null {
  const wantedWords = wanted.map(wordsOf).reduce((most, words) => (lettersIn(words) > lettersIn(most) ? words : most));
  let best = { at: -1, likeness: 0 };
  for (const [at, line] of lines.entries()) {
    const likeness = likenessOf(wantedWords, wordsOf(line));
    if (likeness > best.likeness) best = { at, likeness };
  }
  if (best.likeness < LIKENESS_MIN) return null;
  const around = show(lines, Math.max(0, best.at - LINES_AROUND), best.at + LINES_AROUND + 1);
  return `The nearest place is line ${best.at + 1}. The exact text around it:\n${around}`;
}

function show(lines: readonly string[], from: number, to: number): string {
  return truncateLine(lines.slice(from, to).join('\n'), SHOWN_CHARACTERS_MAX).content;
}

function withoutBlanks(line: string): string {
  return line.replace(/\s+/g, ' ').trim();
}

function wordsOf(line: string): Set<string> {
  return new Set(line.toLowerCase().match(/[\p{L}\p{N}_]+/gu));
}

function lettersIn(words: ReadonlySet<string>): number {
  return [...words].join('').length;
}

function likenessOf(some: ReadonlySet<string>, others: ReadonlySet<string>): number {
  if (some.size === 0 || others.size === 0) return 0;
  let shared = 0;
  for (const word of some) if (others.has(word)) shared++;
  return (2 * shared) / (some.size + others.size);
}
