/**
 * One page of a text file, by lines. The file is read through once in pieces, so that a page of any file, however large,
 * takes constant memory, and the number of all its lines is known.
 */
import { type FileHandle, open } from 'node:fs/promises';
import { isBinary } from './text-file.ts';
import { type TextLimits, type Truncation, truncateHead } from './truncate.ts';

const PIECE_BYTES = 256 * 1024;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const NEWLINE = 0x0a;

export type TextPage =
  | { readonly kind: 'binary' }
  | {
      readonly kind: 'text';
      /** The lines from `offset` on, as many as the limits allow; CRLF as LF, no byte-order mark. */
      readonly page: Truncation;
      /** Lines of the whole file. */
      readonly totalLines: number;
      readonly isCrlf: boolean;
      /** Whether bytes that are no UTF-8 are shown as U+FFFD. */
      readonly isReplaced: boolean;
    };

/** `offset` counts lines from 1. Rejects with an error of `node:fs`, or the signal's reason. */
export async function readPage(
  path: string,
  { offset, limits, signal }: { offset: number; limits: TextLimits; signal: AbortSignal },
): Promise<TextPage> {
  const file = await open(path, 'r');
  try {
    return await scan(file, offset, limits, signal);
  } finally {
    await file.close();
  }
}

async function scan(file: FileHandle, offset: number, limits: TextLimits, signal: AbortSignal): Promise<TextPage> {
  const collected: Buffer[] = [];
  let collectedBytes = 0;
  let line = 1;
  let endsInsideLine = false;
  let isFirst = true;
  const piece = Buffer.alloc(PIECE_BYTES);

  for (;;) {
    signal.throwIfAborted();
    const { bytesRead } = await file.read(piece, 0, PIECE_BYTES);
    if (bytesRead === 0) break;
    let bytes = piece.subarray(0, bytesRead);
    if (isFirst) {
      if (isBinary(bytes)) return { kind: 'binary' };
      if (bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK))
        bytes = bytes.subarray(BYTE_ORDER_MARK.length);
      isFirst = false;
    }
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
  const decoded = raw.toString('utf8');
  const text = decoded.replaceAll('\r\n', '\n');
  const page = truncateHead(text, limits);
  return {
    kind: 'text',
    page,
    totalLines: endsInsideLine ? line : line - 1,
    isCrlf: text.length < decoded.length,
    isReplaced: page.content.includes('\ufffd') && !raw.includes('\ufffd'),
  };
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
