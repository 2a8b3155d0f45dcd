/**
 * How the text of a file is written, and its characters. UTF-8 unless the bytes say otherwise: a byte-order mark, zeros in
 * every other byte (UTF-16), or bytes that UTF-8 does not have, which most likely are Windows-1252 or its part Latin-1.
 */
import { isAscii, isUtf8 } from 'node:buffer';

export type FileEncoding = 'UTF-8' | 'UTF-16LE' | 'UTF-16BE' | 'Windows-1252' | 'Latin-1';

/** As far as the beginning of a file tells; null where it is no text. */
export type HeadEncoding = 'UTF-8' | 'UTF-16LE' | 'UTF-16BE' | null;

/** A file with a NUL among so many of its first bytes is no text, or is UTF-16. The number is git's. */
const BINARY_PROBE_BYTES = 8_000;
const UTF16_CHARACTERS_MIN = 4;
/** Of the characters of a text in a Latin script, far more are ASCII; of any other, spaces and newlines alone are. */
const UTF16_ASCII_RATIO_MIN = 0.4;

export function headEncoding(head: Buffer): HeadEncoding {
  if (head[0] === 0xff && head[1] === 0xfe && !(head[2] === 0 && head[3] === 0)) return 'UTF-16LE';
  if (head[0] === 0xfe && head[1] === 0xff) return 'UTF-16BE';
  if (!isBinary(head)) return 'UTF-8';
  if (isUtf16(head, 0)) return 'UTF-16LE';
  return isUtf16(head, 1) ? 'UTF-16BE' : null;
}

export function isBinary(bytes: Buffer): boolean {
  return bytes.subarray(0, BINARY_PROBE_BYTES).includes(0);
}

/** Whether characters look like UTF-16 with the low byte first (0) or second (1): many ASCII ones, no controls among them. */
function isUtf16(head: Buffer, low: 0 | 1): boolean {
  const characters = head.length >> 1;
  if (characters < UTF16_CHARACTERS_MIN) return false;
  let ascii = 0;
  for (let at = 0; at + 1 < head.length; at += 2) {
    if (head[at + 1 - low] !== 0) continue;
    const code = head[at + low] ?? 0;
    if (code < 0x20 && code !== 0x09 && code !== 0x0a && code !== 0x0d) return false;
    if (code < 0x7f) ascii++;
  }
  return ascii / characters >= UTF16_ASCII_RATIO_MIN;
}

/** Tells at the end of a file that began as UTF-8 whether it is. Fed piece by piece. */
export type EncodingJudge = {
  feed(piece: Buffer): void;
  end(): 'UTF-8' | 'Windows-1252';
};

/** A few bad bytes in a file that has more letters of UTF-8 do not make it another encoding. */
export function startJudge(): EncodingJudge {
  let held = Buffer.alloc(0);
  let letters = 0;
  let bad = 0;

  function take(bytes: Buffer): void {
    if (isAscii(bytes)) return;
    if (isUtf8(bytes)) {
      letters++;
      return;
    }
    for (const character of bytes.toString('utf8')) {
      if (character === '\ufffd') bad++;
      else if (character > '\x7f') letters++;
    }
  }

  return {
    feed(piece) {
      const bytes = held.length === 0 ? piece : Buffer.concat([held, piece]);
      const end = bytes.length - unfinishedBytes(bytes);
      held = Buffer.from(bytes.subarray(end));
      take(bytes.subarray(0, end));
    },
    end() {
      take(held);
      return bad > letters ? 'Windows-1252' : 'UTF-8';
    },
  };
}

/** How many bytes at the end begin a character of UTF-8 that is not whole. */
function unfinishedBytes(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? back : 0;
  }
  return 0;
}

/** What 0x80 to 0x9f stand for in Windows-1252; elsewhere it is Latin-1. The five without a meaning stay controls. */
const WINDOWS_1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

export function fromWindows1252(bytes: Buffer): { readonly text: string; readonly encoding: FileEncoding } {
  const latin1 = bytes.toString('latin1');
  const text = latin1.replace(/[\x80-\x9f]/g, (character) => WINDOWS_1252.charAt(character.charCodeAt(0) - 0x80));
  return { text, encoding: text === latin1 ? 'Latin-1' : 'Windows-1252' };
}

/** The way back, one byte a character. Null where the encoding has no such character. */
export function toWindows1252(text: string): Buffer | null {
  const latin1 = text.replace(/[^ -~\xa0-\xff]/g, (character) => {
    const at = WINDOWS_1252.indexOf(character);
    return at === -1 ? character : String.fromCharCode(0x80 + at);
  });
  const bytes = Buffer.from(latin1, 'latin1');
  return bytes.toString('latin1') === latin1 ? bytes : null;
}
