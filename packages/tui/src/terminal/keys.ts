// biome-ignore-all lint/suspicious/noControlCharactersInRegex: control bytes are what terminals send
/**
 * Bytes of a terminal to keys, texts and pastes. Plain state, so that a sequence may be cut anywhere: `startKeys`,
 * `feedKeys` with what came, and `endKeys` once nothing has come for a while, for a lone ESC is the Escape key or the
 * start of a sequence, and only time tells which.
 *
 * It understands UTF-8, CSI and SS3 keys with modifiers, CSI-u (kitty), modifyOtherKeys, Alt as an ESC before a key, and
 * bracketed paste. What is no key (mouse, focus, answers of the terminal) is swallowed whole, so that it never shows up
 * as text. The bytes are held as a string with one character a byte.
 */
import { BY_CODE, BY_LETTER, BY_NUMBER, controlChord, hasShift, leavesText, withModifiers } from './key-codes.ts';

export type Input =
  /** A key by its chord, such as `ctrl+c`, `alt+enter`, `shift+tab`, `page-up`; a letter is in lower case. */
  | { readonly kind: 'key'; readonly chord: string }
  | { readonly kind: 'text'; readonly text: string }
  /** What was pasted, in one piece, its line ends `\n`. */
  | { readonly kind: 'paste'; readonly text: string };

export type Decoding = { readonly pending: string; readonly paste: string | null };
export type Decoded = { readonly state: Decoding; readonly inputs: readonly Input[] };

/** How long the caller waits for the rest of a sequence before it calls `endKeys`. */
export const SEQUENCE_WAIT_MS = 50;
/** Bytes of a sequence that does not end; what is longer is dropped. */
export const SEQUENCE_BYTES_MAX = 4_096;
/** Bytes of one paste; a longer one comes in pieces. */
export const PASTE_BYTES_MAX = 16 * 1024 * 1024;

const PASTE_ENDS = '\x1b[201~';
const ESC = '\x1b';
/** Alt alone, as terminals count modifiers. */
const ALT_PARAMETER = 3;

export function startKeys(): Decoding {
  return { pending: '', paste: null };
}

export function feedKeys(state: Decoding, bytes: Uint8Array): Decoded {
  return decode(state, state.pending + Buffer.from(bytes).toString('latin1'), false);
}

/** Nothing has come for a while, or nothing will: what is pending is taken for what it is. A paste stays open. */
export function endKeys(state: Decoding): Decoded {
  return state.paste === null ? decode(state, state.pending, true) : { state, inputs: [] };
}

/** Whether `endKeys` could tell more than is known now. */
export function isWaiting(state: Decoding): boolean {
  return state.paste === null && state.pending.startsWith(ESC);
}

/** One thing at the head of the bytes: how long it is, and what it means. Null: its end has not come. */
type Piece = { readonly length: number; readonly input: Input | 'paste-starts' | null };

function decode(state: Decoding, bytes: string, over: boolean): Decoded {
  const inputs: Input[] = [];
  let paste = state.paste;
  let at = 0;
  while (at < bytes.length || paste !== null) {
    if (paste !== null) {
      const taken = takePaste(paste, bytes.slice(at));
      if (taken.text === null) return { state: { pending: taken.rest, paste: taken.paste }, inputs };
      inputs.push({ kind: 'paste', text: taken.text });
      paste = taken.ended ? null : '';
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
  if (paste.length > PASTE_BYTES_MAX) return { text: pasted(paste), paste: '', rest, ended: false };
  return { text: null, paste, rest, ended: false };
}

function pasted(bytes: string): string {
  return utf8(bytes).replace(/\r\n?/g, '\n');
}

function pieceAt(bytes: string, at: number, over: boolean): Piece | null {
  const code = bytes.charCodeAt(at);
  if (code === 0x1b) return escapeAt(bytes, at, over);
  if (code < 0x20 || code === 0x7f) return key(1, controlChord(code));
  return textAt(bytes, at, over);
}

function escapeAt(bytes: string, at: number, over: boolean): Piece | null {
  const next = bytes[at + 1];
  if (next === undefined) return over ? key(1, 'escape') : null;
  if (next === ESC) return key(1, 'escape');
  if (next === '[') return csiAt(bytes, at, over);
  if (next === 'O') return singleShiftAt(bytes, at, over);
  if ('P]^_X'.includes(next)) return stringAt(bytes, at, over);
  return altAt(bytes, at, over);
}

/** Alt is an ESC before the key. */
function altAt(bytes: string, at: number, over: boolean): Piece | null {
  const code = bytes.charCodeAt(at + 1);
  if (code < 0x20 || code === 0x7f) return key(2, withModifiers(controlChord(code), ALT_PARAMETER));
  const run = bytes.slice(at + 1, at + 1 + characterBytes(code));
  const [character = ''] = stickyMatch(/[\s\S][\x80-\xbf]*/y, run, 0);
  const cut = character.length < characterBytes(code) && at + 1 + character.length === bytes.length;
  if (cut && !over) return null;
  const sign = typable(utf8(character));
  const name = sign === ' ' ? 'space' : sign.toLowerCase();
  return sign === '' ? { length: 1 + character.length, input: null } : key(1 + character.length, `alt+${name}`);
}

function csiAt(bytes: string, at: number, over: boolean): Piece | null {
  if (bytes.startsWith('\x1b[[', at)) return linuxFunctionKeyAt(bytes, at, over);
  if (bytes.startsWith('\x1b[M', at)) {
    // The oldest mouse report: three bytes of any value follow.
    if (bytes.length >= at + 6) return { length: 6, input: null };
    return over ? { length: bytes.length - at, input: null } : null;
  }
  const match = stickyMatch(/\x1b\[([0-9:;<=>?]*)([ -/]*)([@-~]?)/y, bytes, at);
  const [whole = '', parameters = '', between = '', final = ''] = match;
  if (final === '') {
    const ended = at + whole.length < bytes.length || whole.length > SEQUENCE_BYTES_MAX;
    if (!ended && !over) return null;
    return whole === '\x1b[' && over ? key(2, 'alt+[') : { length: whole.length, input: null };
  }
  return { length: whole.length, input: between === '' ? csiInput(parameters, final) : null };
}

function csiInput(parameters: string, final: string): Piece['input'] {
  if (parameters.startsWith('<')) return wheel(parameters, final);
  if (/[=>?<]/.test(parameters)) return null;
  const [first = [], second = [], third = []] = parameters.split(';').map((each) => each.split(':').map(Number));
  const [number = 1] = first;
  const [modifiers = 1, event = 1] = second;
  // Kitty can report a key's release; a press has been reported before.
  if (event === 3) return null;
  if (final === 'u') return codeInput(number, modifiers);
  // A report of the cursor's place ends like F3, which has no other number than 1.
  if (final === 'R' && number > 1) return null;
  if (final !== '~') return chord(final === 'M' ? undefined : BY_LETTER[final], modifiers);
  if (number === 200) return 'paste-starts';
  if (number === 27 && third[0] !== undefined) return codeInput(third[0], modifiers);
  return chord(BY_NUMBER[number], modifiers);
}

/** A key by its code point, as CSI-u and modifyOtherKeys report it. */
function codeInput(code: number, modifiers: number): Input | null {
  const name = BY_CODE[code];
  if (name === 'space' && leavesText(modifiers)) return { kind: 'text', text: ' ' };
  if (name) return chord(name, modifiers);
  // From 57344 the code stands for a key without a sign (a lone Shift, a media key).
  if (!(code > 0x20 && code < 0xd800) && !(code >= 0xf900 && code <= 0x10ffff)) return null;
  const sign = String.fromCodePoint(code);
  if (leavesText(modifiers)) return { kind: 'text', text: hasShift(modifiers) ? sign.toUpperCase() : sign };
  return chord(sign.toLowerCase(), modifiers);
}

/** Of the mouse only the wheel is a key; clicks and moves are swallowed. */
function wheel(parameters: string, final: string): Input | null {
  const button = Number(parameters.slice(1).split(';')[0]);
  if (final !== 'M' || (button !== 64 && button !== 65)) return null;
  return { kind: 'key', chord: button === 64 ? 'wheel-up' : 'wheel-down' };
}

function singleShiftAt(bytes: string, at: number, over: boolean): Piece | null {
  const final = bytes[at + 2];
  if (final === undefined) return over ? key(2, 'alt+shift+o') : null;
  const name = BY_LETTER[final];
  if (name) return key(3, name);
  // Not a key of that set: Alt+Shift+O, and then something else.
  return /[@-~]/.test(final) ? { length: 3, input: null } : key(2, 'alt+shift+o');
}

function linuxFunctionKeyAt(bytes: string, at: number, over: boolean): Piece | null {
  const final = bytes[at + 3];
  if (final === undefined) return over ? { length: 3, input: null } : null;
  const index = 'ABCDE'.indexOf(final);
  return index < 0 ? { length: 3, input: null } : key(4, `f${index + 1}`);
}

/** OSC, DCS and their like, up to ST or BEL: an answer of the terminal that nobody asked for. */
function stringAt(bytes: string, at: number, over: boolean): Piece | null {
  const match = stickyMatch(/\x1b[P\]^_X][^\x07\x1b]*(\x07|\x1b\\)?/y, bytes, at);
  const [whole = '', end] = match;
  if (end !== undefined) return { length: whole.length, input: null };
  const brokenOff = at + whole.length + 1 < bytes.length || whole.length > SEQUENCE_BYTES_MAX;
  if (!brokenOff && !over) return null;
  if (whole.length > 2) return { length: whole.length, input: null };
  const sign = whole[1] ?? '';
  return key(2, /[A-Z]/.test(sign) ? `alt+shift+${sign.toLowerCase()}` : `alt+${sign}`);
}

/** All text up to the next control byte; a character whose last bytes have not come waits for them. */
function textAt(bytes: string, at: number, over: boolean): Piece | null {
  const [run = ''] = stickyMatch(/[^\x00-\x1f\x7f]+/y, bytes, at);
  const cut = over || at + run.length < bytes.length ? 0 : unfinished(run);
  const whole = run.slice(0, run.length - cut);
  if (whole === '') return null;
  const text = typable(utf8(whole));
  return { length: whole.length, input: text === '' ? null : { kind: 'text', text } };
}

/** Bytes at the end that start a UTF-8 character and do not finish it. */
function unfinished(run: string): number {
  for (let back = 1; back <= Math.min(3, run.length); back++) {
    const code = run.charCodeAt(run.length - back);
    if (code < 0x80) return 0;
    if (code >= 0xc0) return characterBytes(code) > back ? back : 0;
  }
  return 0;
}

/** Bytes of the UTF-8 character that starts with `code`; 1 where none does. */
function characterBytes(code: number): number {
  if (code < 0xc0) return 1;
  if (code < 0xe0) return 2;
  return code < 0xf0 ? 3 : 4;
}

/** Without what no key types: C1 controls, and what was no UTF-8. */
function typable(text: string): string {
  return text.replace(/[\u0080-\u009f\ufffd]/g, '');
}

function utf8(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

function chord(name: string | undefined, modifiers: number): Input | null {
  return name === undefined ? null : { kind: 'key', chord: withModifiers(name, modifiers) };
}

function key(length: number, name: string): Piece {
  return { length, input: { kind: 'key', chord: name } };
}

function stickyMatch(pattern: RegExp, bytes: string, at: number): readonly (string | undefined)[] {
  pattern.lastIndex = at;
  return pattern.exec(bytes) ?? [];
}

function add(inputs: Input[], input: Input): void {
  const last = inputs[inputs.length - 1];
  if (input.kind === 'text' && last?.kind === 'text')
    inputs[inputs.length - 1] = { kind: 'text', text: last.text + input.text };
  else inputs.push(input);
}
