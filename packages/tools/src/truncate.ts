/**
 * Text cut to two limits at once, lines and bytes of UTF-8, whichever is met first. The head keeps whole lines only;
 * the tail may begin inside a line when its last line alone is too long. No cut ever falls inside a character, as a person
 * sees it, unless that alone is longer than the limit; then none falls inside a character of Unicode. A line ends with LF; what follows the last LF is a line if it is not empty.
 */
import { cutAfter, cutBefore, isInsidePair } from './character-cut.ts';

/** In lines: of the output of one call that the model is shown, where nothing else is said. */
export const OUTPUT_LINES_MAX = 2_000;
/** The same in bytes. */
export const OUTPUT_BYTES_MAX = 50 * 1024;

/** Of one unit of UTF-16. */
const UTF8_BYTES_MAX = 3;

/** How long a text may be: what is met first counts. */
export type TextLimits = { readonly linesMax: number; readonly bytesMax: number };
/** How much of a call's output the model is shown at most, where nothing else is said. */
export const OUTPUT_LIMITS: TextLimits = { linesMax: OUTPUT_LINES_MAX, bytesMax: OUTPUT_BYTES_MAX };

/** What is kept of a text that is too long, and how much there was. */
export type Truncation = TextLimits & {
  /** The text itself where nothing is cut, else what is kept of it, without the newline of its last line. */
  readonly content: string;
  readonly truncated: boolean;
  /** The limit that was met, or null. */
  readonly truncatedBy: 'lines' | 'bytes' | null;
  readonly totalLines: number;
  readonly totalBytes: number;
  readonly outputLines: number;
  readonly outputBytes: number;
  /** Tail only: the kept text begins inside the last line, which alone is over `bytesMax`. */
  readonly lastLinePartial: boolean;
  /** Head only: the first line alone is over `bytesMax`, so nothing is kept. */
  readonly firstLineExceedsLimit: boolean;
};

/** Keeps the beginning. */
export function truncateHead(text: string, limits: TextLimits = OUTPUT_LIMITS): Truncation {
  const size = measure(text);
  if (fits(size, limits)) return whole(text, size, limits);

  let end = 0;
  let lines = 0;
  let bytes = 0;
  let truncatedBy = size.totalLines > limits.linesMax ? LINES : BYTES;
  for (let start = 0; start < text.length && lines < limits.linesMax; lines++) {
    const lineEnd = endOfLine(text, start);
    const lineBytes = Buffer.byteLength(text.slice(start, lineEnd)) + (lines === 0 ? 0 : 1);
    if (bytes + lineBytes > limits.bytesMax) {
      truncatedBy = BYTES;
      break;
    }
    bytes += lineBytes;
    end = lineEnd;
    start = lineEnd + 1;
  }
  const firstLineExceedsLimit = truncatedBy === BYTES && lines === 0;
  const content = text.slice(0, end);
  return { ...cut(content, size, limits), truncatedBy, outputLines: lines, outputBytes: bytes, firstLineExceedsLimit };
}

/** Keeps the end. */
export function truncateTail(text: string, limits: TextLimits = OUTPUT_LIMITS): Truncation {
  const size = measure(text);
  if (fits(size, limits)) return whole(text, size, limits);

  const textEnd = text.endsWith('\n') ? text.length - 1 : text.length;
  let start = textEnd;
  let lines = 0;
  let bytes = 0;
  let truncatedBy = size.totalLines > limits.linesMax ? LINES : BYTES;
  for (let lineEnd = textEnd; lineEnd >= 0 && lines < limits.linesMax; lines++) {
    const lineStart = lineEnd === 0 ? 0 : text.lastIndexOf('\n', lineEnd - 1) + 1;
    const lineBytes = Buffer.byteLength(text.slice(lineStart, lineEnd)) + (lines === 0 ? 0 : 1);
    if (bytes + lineBytes > limits.bytesMax) {
      truncatedBy = BYTES;
      break;
    }
    bytes += lineBytes;
    start = lineStart;
    lineEnd = lineStart - 1;
  }
  if (truncatedBy === BYTES && lines === 0) {
    const content = lastBytes(text.slice(0, textEnd), limits.bytesMax);
    const outputBytes = Buffer.byteLength(content);
    return { ...cut(content, size, limits), truncatedBy, outputLines: 1, outputBytes, lastLinePartial: true };
  }
  return { ...cut(text.slice(start, textEnd), size, limits), truncatedBy, outputLines: lines, outputBytes: bytes };
}

export type LineTruncation = {
  readonly content: string;
  readonly truncated: boolean;
  readonly truncatedBy: 'characters' | null;
};

/** Keeps the first `charactersMax` characters of a line (UTF-16 units; what is one for a person, whole). */
export function truncateLine(line: string, charactersMax: number): LineTruncation {
  if (line.length <= charactersMax) return { content: line, truncated: false, truncatedBy: null };
  const whole = cutBefore(line, charactersMax);
  const end = whole > 0 ? whole : charactersMax - (isInsidePair(line, charactersMax) ? 1 : 0);
  return { content: line.slice(0, end), truncated: true, truncatedBy: 'characters' };
}

/** The longest beginning of a text that has no more than `bytesMax` bytes, of whole characters. */
export function truncateBytes(text: string, bytesMax: number): string {
  if (text.length <= bytesMax / UTF8_BYTES_MAX || Buffer.byteLength(text) <= bytesMax) return text;
  const bytes = Buffer.from(text).subarray(0, bytesMax + 1);
  let end = bytesMax;
  // A byte that continues a character: 10xxxxxx.
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return truncateLine(text, bytes.subarray(0, end).toString('utf8').length).content;
}

/** How many lines a text has. */
export function countLines(text: string): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines++;
  return text === '' || text.endsWith('\n') ? lines : lines + 1;
}

type Limit = 'lines' | 'bytes';
const LINES: Limit = 'lines';
const BYTES: Limit = 'bytes';

type Size = { readonly totalLines: number; readonly totalBytes: number };

function measure(text: string): Size {
  return { totalLines: countLines(text), totalBytes: Buffer.byteLength(text) };
}

function fits(size: Size, limits: TextLimits): boolean {
  return size.totalLines <= limits.linesMax && size.totalBytes <= limits.bytesMax;
}

function whole(content: string, size: Size, limits: TextLimits): Truncation {
  const output = { outputLines: size.totalLines, outputBytes: size.totalBytes };
  return { ...cut(content, size, limits), ...output, truncated: false, truncatedBy: null };
}

function cut(content: string, size: Size, limits: TextLimits) {
  return { content, truncated: true, lastLinePartial: false, firstLineExceedsLimit: false, ...size, ...limits };
}

function endOfLine(text: string, from: number): number {
  const newline = text.indexOf('\n', from);
  return newline === -1 ? text.length : newline;
}

/** The longest end of the text that has no more than `bytesMax` bytes. Lone surrogates count 3, as they are written. */
function lastBytes(text: string, bytesMax: number): string {
  let start = text.length;
  let bytes = 0;
  while (start > 0) {
    const isPair = isInsidePair(text, start - 1);
    const unit = text.charCodeAt(start - 1);
    const width = isPair ? 4 : unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3;
    if (bytes + width > bytesMax) break;
    bytes += width;
    start -= isPair ? 2 : 1;
  }
  const whole = cutAfter(text, start);
  return text.slice(whole < text.length ? whole : start);
}
