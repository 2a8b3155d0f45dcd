/**
 * One page of a text, by lines. A file is read through once in pieces, so that a page of any file, however large, takes
 * constant memory, and the number of all its lines is known.
 */
import type { FileHandle } from 'node:fs/promises';
import { type FileEncoding, fromWindows1252, type HeadEncoding, startJudge } from './file-encoding.ts';
import { countLines, type TextLimits, type Truncation, truncateHead } from './truncate.ts';

const PIECE_BYTES = 256 * 1024;
/** What lies behind is not looked at: reading it would take longer than anybody waits. */
const SCANNED_BYTES_MAX = 2 * 1024 * 1024 * 1024;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const NEWLINE = 0x0a;

/** What is asked for. `offset` counts lines from 1. */
export type PageQuery = {
  readonly offset: number;
  readonly limits: TextLimits;
  /** Each line with its number and a tab before it. */
  readonly numbered: boolean;
};

export type TextPage = {
  /** The lines from `offset` on, as many as the limits allow; CRLF as LF, no byte-order mark. */
  readonly page: Truncation;
  /** Lines of the whole text, as far as it was looked at. */
  readonly totalLines: number;
  /** Whether it goes on after that. */
  readonly isCut: boolean;
  /** As far as it was looked at. */
  readonly bytes: number;
  readonly encoding: FileEncoding;
  readonly isCrlf: boolean;
  /** Whether bytes that are no UTF-8 are shown as U+FFFD. */
  readonly isReplaced: boolean;
};

/** A page of an open file of text. Rejects with an error of `node:fs`, or the signal's reason. */
export async function readPage(
  file: FileHandle,
  encoding: NonNullable<HeadEncoding>,
  query: PageQuery,
  signal: AbortSignal,
): Promise<TextPage> {
  const { offset, limits } = query;
  const collected: Buffer[] = [];
  let collectedBytes = 0;
  let bytesSeen = 0;
  let line = 1;
  let endsInsideLine = false;
  const judge = encoding === 'UTF-8' ? startJudge() : null;
  const toUtf8 = transcoderOf(encoding);
  const piece = Buffer.alloc(PIECE_BYTES);

  while (bytesSeen < SCANNED_BYTES_MAX) {
    signal.throwIfAborted();
    const { bytesRead } = await file.read(piece, 0, PIECE_BYTES, null);
    if (bytesRead === 0) break;
    let bytes = toUtf8(piece.subarray(0, bytesRead));
    judge?.feed(bytes);
    if (bytesSeen === 0 && bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK)) {
      bytes = bytes.subarray(BYTE_ORDER_MARK.length);
    }
    bytesSeen += bytesRead;
    const wanted = linesOf(bytes, line, offset, offset + limits.linesMax);
    // CR before LF is taken out of the page, so that up to twice the bytes are looked at.
    if (wanted.bytes.length > 0 && collectedBytes <= 2 * limits.bytesMax) {
      collected.push(Buffer.from(wanted.bytes));
      collectedBytes += wanted.bytes.length;
    }
    line = wanted.nextLine;
    if (bytes.length > 0) endsInsideLine = bytes[bytes.length - 1] !== NEWLINE;
  }

  const raw = Buffer.concat(collected);
  const decoded =
    judge?.end() === 'Windows-1252' ? fromWindows1252(raw) : ({ text: raw.toString('utf8'), encoding } as const);
  const text = decoded.text.replaceAll('\r\n', '\n');
  const page = cutPage(text, query);
  return {
    page,
    totalLines: endsInsideLine ? line : line - 1,
    isCut: bytesSeen >= SCANNED_BYTES_MAX,
    bytes: bytesSeen,
    encoding: decoded.encoding,
    isCrlf: text.length < decoded.text.length,
    isReplaced: encoding === 'UTF-8' && page.content.includes('\ufffd') && !raw.includes('\ufffd'),
  };
}

/** The same of a text that was made here, with LF. */
export function pageOfText(text: string, query: PageQuery): TextPage {
  const { offset, limits } = query;
  const all = Buffer.from(text);
  const { bytes } = linesOf(all, 1, offset, offset + limits.linesMax);
  return {
    page: cutPage(bytes.toString('utf8'), query),
    totalLines: countLines(text),
    isCut: false,
    bytes: all.length,
    encoding: 'UTF-8',
    isCrlf: false,
    isReplaced: false,
  };
}

function cutPage(text: string, { offset, limits, numbered }: PageQuery): Truncation {
  if (!numbered || text === '') return truncateHead(text, limits);
  const last = text.endsWith('\n') ? text.length - 1 : text.length;
  const lines = text.slice(0, last).split('\n');
  return truncateHead(lines.map((line, at) => `${offset + at}\t${line}`).join('\n') + text.slice(last), limits);
}

/** Makes UTF-8 of the pieces of a file, one after the other. */
function transcoderOf(encoding: NonNullable<HeadEncoding>): (piece: Buffer) => Buffer {
  if (encoding === 'UTF-8') return (piece) => piece;
  const decoder = new TextDecoder(encoding);
  return (piece) => Buffer.from(decoder.decode(piece, { stream: true }));
}

/** The bytes of lines `[from, to)`, where the first byte is in line `line`; and the line after the last byte. */
function linesOf(bytes: Buffer, line: number, from: number, to: number): { bytes: Buffer; nextLine: number } {
  let start = line >= from ? 0 : bytes.length;
  let end = line >= to ? 0 : bytes.length;
  let current = line;
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] !== NEWLINE) continue;
    current++;
    if (current === from) start = at + 1;
    if (current === to) end = at + 1;
  }
  return { bytes: bytes.subarray(start, Math.max(start, end)), nextLine: current };
}
