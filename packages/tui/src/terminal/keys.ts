// biome-ignore-all lint/suspicious/noControlCharactersInRegex: control bytes are what terminals send
/**
 * Bytes of a terminal to keys, texts, pastes, the mouse and answers. Plain state, so that a sequence may be cut anywhere:
 * `startKeys`, `feedKeys` with what came, and `endKeys` once nothing has come for a while, for a lone ESC is the Escape
 * key or the start of a sequence, and only time tells which.
 *
 * It understands UTF-8, CSI and SS3 keys with modifiers, CSI-u (kitty), modifyOtherKeys, Alt as an ESC before a key,
 * bracketed paste, the mouse and the focus of the window. What else a terminal says is swallowed whole, so that it never
 * shows up as text. The bytes are held as a string with one character a byte.
 */
import { type Input, keyPiece, type Piece } from './input.ts';
import { controlChord } from './key-codes.ts';
import { escapeAt } from './sequences.ts';
import { typable, unfinished, utf8 } from './utf8.ts';

export type { Input } from './input.ts';

/** `stalled`: a paste is open, and nothing has come of it for long. Its end may be lost. */
export type Decoding = { readonly pending: string; readonly paste: string | null; readonly stalled?: true };
export type Decoded = { readonly state: Decoding; readonly inputs: readonly Input[] };

/** How long a lone ESC, or Alt with the first sign of a sequence, waits for more of it. */
const ESCAPE_WAIT_MS = 50;
/** The same for what no person types: its rest is still on its way, and would show up as text. */
const SEQUENCE_WAIT_MS = 500;
/** A paste of which nothing comes for so long stands there as far as it has come. */
const PASTE_WAIT_MS = 2_000;
/** What a person presses who waits for that in vain: Ctrl+C, in both spellings, and Escape. No paste goes on with one of them alone. */
const WAYS_OUT_OF_PASTE = ['\x03', '\x1b[99;5u', '\x1b', '\x1b[27u'];
/** Bytes of one paste; a longer one comes in pieces. */
export const PASTE_BYTES_MAX = 16 * 1024 * 1024;

const PASTE_ENDS = '\x1b[201~';
const ESC = '\x1b';

export function startKeys(): Decoding {
  return { pending: '', paste: null };
}

export function feedKeys(state: Decoding, bytes: Uint8Array): Decoded {
  const come = Buffer.from(bytes).toString('latin1');
  if (state.stalled && WAYS_OUT_OF_PASTE.includes(come)) return decode(startKeys(), come, false);
  return decode(state, state.pending + come, false);
}

/** Nothing has come for a while, or nothing will: what is pending is taken for what it is. A paste stays open. */
export function endKeys(state: Decoding): Decoded {
  if (state.paste === null) return decode(state, state.pending, true);
  const { whole, rest } = cutInTwo(state.paste);
  const inputs: Input[] = whole === '' ? [] : [{ kind: 'paste', text: pasted(whole) }];
  return { state: { pending: state.pending, paste: rest, stalled: true }, inputs };
}

/** How long the caller waits for more before it calls `endKeys`; null: `endKeys` could tell no more than is known now. */
export function keysWaitMs(state: Decoding): number | null {
  if (state.paste !== null) return state.stalled ? null : PASTE_WAIT_MS;
  if (!state.pending.startsWith(ESC)) return null;
  return state.pending.length <= 2 ? ESCAPE_WAIT_MS : SEQUENCE_WAIT_MS;
}

function decode(state: Decoding, bytes: string, over: boolean): Decoded {
  const inputs: Input[] = [];
  let paste = state.paste;
  let at = 0;
  while (at < bytes.length || paste !== null) {
    if (paste !== null) {
      const taken = takePaste(paste, bytes.slice(at));
      if (taken.text === null) return { state: { pending: taken.rest, paste: taken.paste }, inputs };
      if (taken.text !== '' || !state.stalled) inputs.push({ kind: 'paste', text: taken.text });
      paste = taken.ended ? null : taken.paste;
      at = bytes.length - taken.rest.length;
      continue;
    }
    const piece = pieceAt(bytes, at, over);
    if (!piece) break;
    at += piece.length;
    if (piece.input === 'paste-starts') paste = '';
    else if (piece.input) add(inputs, piece.input);
  }
  return { state: { pending: over ? '' : bytes.slice(at), paste }, inputs };
}

type Pasted = { readonly text: string | null; readonly paste: string; readonly rest: string; readonly ended: boolean };

/** `rest` holds back what may be the start of the end mark. */
function takePaste(before: string, bytes: string): Pasted {
  const end = bytes.indexOf(PASTE_ENDS);
  if (end >= 0) {
    const text = pasted(before + bytes.slice(0, end));
    return { text, paste: '', rest: bytes.slice(end + PASTE_ENDS.length), ended: true };
  }
  let held = Math.min(bytes.length, PASTE_ENDS.length - 1);
  while (held > 0 && !PASTE_ENDS.startsWith(bytes.slice(bytes.length - held))) held--;
  const paste = before + bytes.slice(0, bytes.length - held);
  const rest = bytes.slice(bytes.length - held);
  if (paste.length <= PASTE_BYTES_MAX) return { text: null, paste, rest, ended: false };
  const piece = cutInTwo(paste);
  return { text: pasted(piece.whole), paste: piece.rest, rest, ended: false };
}

/** What has come of a paste, up to a character or a line end that may not be whole. */
function cutInTwo(paste: string): { readonly whole: string; readonly rest: string } {
  const end = paste.length - (paste.endsWith('\r') ? 1 : unfinished(paste));
  return { whole: paste.slice(0, end), rest: paste.slice(end) };
}

function pasted(bytes: string): string {
  return utf8(bytes).replace(/\r\n?/g, '\n');
}

/** One thing at the head of the bytes. Null: its end has not come. */
function pieceAt(bytes: string, at: number, over: boolean): Piece | null {
  const code = bytes.charCodeAt(at);
  if (code === 0x1b) return escapeAt(bytes, at, over);
  if (code < 0x20 || code === 0x7f) return keyPiece(1, controlChord(code));
  return textAt(bytes, at, over);
}

/** All text up to the next control byte; a character whose last bytes have not come waits for them. */
function textAt(bytes: string, at: number, over: boolean): Piece | null {
  const pattern = /[^\x00-\x1f\x7f]+/y;
  pattern.lastIndex = at;
  const [run = ''] = pattern.exec(bytes) ?? [];
  const cut = over || at + run.length < bytes.length ? 0 : unfinished(run);
  const whole = run.slice(0, run.length - cut);
  if (whole === '') return null;
  const text = typable(utf8(whole));
  return { length: whole.length, input: text === '' ? null : { kind: 'text', text } };
}

function add(inputs: Input[], input: Input): void {
  const last = inputs[inputs.length - 1];
  if (input.kind === 'text' && last?.kind === 'text')
    inputs[inputs.length - 1] = { kind: 'text', text: last.text + input.text };
  else inputs.push(input);
}
