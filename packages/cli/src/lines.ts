/** Standard input, whole, in pieces or as lines, and standard output. */
import { visible } from '@tagma/protocol';
import { remark } from './problem.ts';

/** A long text is written in pieces of so many characters, so that no second copy of it is made. */
const WRITE_CHARACTERS = 1 << 20;

/** One line a case, ended by LF and by nothing else: a string in JSON may hold what others take for the end of a line. */
export async function* inputLines(): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let begun: string[] = [];
  sayIfTyped();
  for await (const piece of process.stdin) {
    const lines = decoder.decode(piece as Buffer, { stream: true }).split('\n');
    for (const end of lines.slice(0, -1)) {
      const line = [...begun, end].join('');
      begun = [];
      if (line.trim() !== '') yield line;
    }
    begun.push(lines.at(-1) ?? '');
  }
  const last = begun.join('') + decoder.decode();
  if (last.trim() !== '') yield last;
}

export async function wholeInput(): Promise<Buffer> {
  const pieces: Buffer[] = [];
  await eachPiece(undefined, (piece) => pieces.push(piece));
  return Buffer.concat(pieces);
}

/** Hands on what comes, as it comes; with a size, in pieces of so many bytes, of which only the last may be shorter. */
export async function eachPiece(size: number | undefined, take: (piece: Buffer) => unknown): Promise<void> {
  let rest: Buffer = Buffer.alloc(0);
  sayIfTyped();
  for await (const piece of process.stdin) {
    const bytes = rest.length === 0 ? (piece as Buffer) : Buffer.concat([rest, piece as Buffer]);
    const step = size ?? bytes.length;
    const whole = bytes.length - (bytes.length % step);
    for (let at = 0; at < whole; at += step) take(bytes.subarray(at, at + step));
    rest = bytes.subarray(whole);
  }
  if (rest.length > 0) take(rest);
}

/** Without it, somebody who forgot the pipe would see nothing at all. */
function sayIfTyped(): void {
  if (process.stdin.isTTY) remark('tagma: reading what you type, up to Ctrl-D on a line of its own.\n');
}

/** Writes, and waits where the reader is slower. */
export async function print(text: string): Promise<void> {
  for (let from = 0; from < text.length; ) {
    const to = pieceEnd(text, from + WRITE_CHARACTERS);
    if (!process.stdout.write(text.slice(from, to))) {
      await new Promise((resolve) => process.stdout.once('drain', resolve));
    }
    from = to;
  }
}

/** For a person: what a terminal would obey is named. Neither for data nor for what is coloured. */
export function say(text: string): Promise<void> {
  return print(visible(text));
}

/** Not between the two halves of a character. */
function pieceEnd(text: string, end: number): number {
  const code = text.charCodeAt(end - 1);
  return code >= 0xd800 && code <= 0xdbff ? end + 1 : end;
}
