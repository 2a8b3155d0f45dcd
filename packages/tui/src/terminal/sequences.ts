// biome-ignore-all lint/suspicious/noControlCharactersInRegex: control bytes are what terminals send
/** What begins with an ESC: keys in all their forms, the mouse, and answers of the terminal. */
import { type Input, keyPiece, type Piece } from './input.ts';
import {
  BY_CODE,
  BY_LETTER,
  BY_NUMBER,
  controlChord,
  hasShift,
  leavesText,
  signOf,
  withModifiers,
} from './key-codes.ts';
import { mouseInput } from './mouse.ts';
import { reportOfCsi, reportOfOsc } from './reports.ts';
import { characterBytes, typable, utf8 } from './utf8.ts';

/** Bytes of a sequence that does not end; what is longer is dropped. */
const SEQUENCE_BYTES_MAX = 4_096;

const ESC = '\x1b';
/** Alt alone, as terminals count modifiers. */
const ALT_PARAMETER = 3;

/** What the ESC at `at` begins. Null: its end has not come. `over`: it will not come any more. */
export function escapeAt(bytes: string, at: number, over: boolean): Piece | null {
  const next = bytes[at + 1];
  if (next === undefined) return over ? keyPiece(1, 'escape') : null;
  if (next === ESC) return keyPiece(1, 'escape');
  if (next === '[') return csiAt(bytes, at, over);
  if (next === 'O') return singleShiftAt(bytes, at, over);
  if ('P]^_X'.includes(next)) return stringAt(bytes, at, over);
  return altAt(bytes, at, over);
}

/** Alt is an ESC before the key. */
function altAt(bytes: string, at: number, over: boolean): Piece | null {
  const code = bytes.charCodeAt(at + 1);
  if (code < 0x20 || code === 0x7f) return keyPiece(2, withModifiers(controlChord(code), ALT_PARAMETER));
  const run = bytes.slice(at + 1, at + 1 + characterBytes(code));
  const [character = ''] = stickyMatch(/[\s\S][\x80-\xbf]*/y, run, 0);
  const cut = character.length < characterBytes(code) && at + 1 + character.length === bytes.length;
  if (cut && !over) return null;
  const sign = typable(utf8(character));
  const name = sign === ' ' ? 'space' : sign.toLowerCase();
  return sign === '' ? { length: 1 + character.length, input: null } : keyPiece(1 + character.length, `alt+${name}`);
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
    return whole === '\x1b[' && over ? keyPiece(2, 'alt+[') : { length: whole.length, input: null };
  }
  return { length: whole.length, input: csiInput(parameters, between, final) };
}

function csiInput(parameters: string, between: string, final: string): Piece['input'] {
  if (parameters.startsWith('?')) return reported(reportOfCsi(parameters, between, final));
  if (between !== '') return null;
  if (parameters.startsWith('<')) return /^[Mm]$/.test(final) ? mouseInput(parameters, final) : null;
  if (/[=>?<]/.test(parameters)) return null;
  if (parameters === '' && (final === 'I' || final === 'O')) return { kind: 'focus', focused: final === 'I' };
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
  const sign = signOf(code);
  if (sign === null) return null;
  if (leavesText(modifiers)) return { kind: 'text', text: hasShift(modifiers) ? sign.toUpperCase() : sign };
  return chord(sign.toLowerCase(), modifiers);
}

function singleShiftAt(bytes: string, at: number, over: boolean): Piece | null {
  const final = bytes[at + 2];
  if (final === undefined) return over ? keyPiece(2, 'alt+shift+o') : null;
  const name = BY_LETTER[final];
  if (name) return keyPiece(3, name);
  // Not a key of that set: Alt+Shift+O, and then something else.
  return /[@-~]/.test(final) ? { length: 3, input: null } : keyPiece(2, 'alt+shift+o');
}

function linuxFunctionKeyAt(bytes: string, at: number, over: boolean): Piece | null {
  const final = bytes[at + 3];
  if (final === undefined) return over ? { length: 3, input: null } : null;
  const index = 'ABCDE'.indexOf(final);
  return index < 0 ? { length: 3, input: null } : keyPiece(4, `f${index + 1}`);
}

/** OSC, DCS and their like, up to ST or BEL: an answer of the terminal. */
function stringAt(bytes: string, at: number, over: boolean): Piece | null {
  const [whole = '', content = '', end] = stickyMatch(/\x1b[P\]^_X]([^\x07\x1b]*)(\x07|\x1b\\)?/y, bytes, at);
  if (end !== undefined) {
    return { length: whole.length, input: bytes[at + 1] === ']' ? reported(reportOfOsc(content)) : null };
  }
  const brokenOff = at + whole.length + 1 < bytes.length || whole.length > SEQUENCE_BYTES_MAX;
  if (!brokenOff && !over) return null;
  if (whole.length > 2) return { length: whole.length, input: null };
  const sign = whole[1] ?? '';
  return keyPiece(2, /[A-Z]/.test(sign) ? `alt+shift+${sign.toLowerCase()}` : `alt+${sign}`);
}

function reported(report: ReturnType<typeof reportOfOsc>): Input | null {
  return report === null ? null : { kind: 'report', report };
}

function chord(name: string | undefined, modifiers: number): Input | null {
  return name === undefined ? null : { kind: 'key', chord: withModifiers(name, modifiers) };
}

function stickyMatch(pattern: RegExp, bytes: string, at: number): readonly (string | undefined)[] {
  pattern.lastIndex = at;
  return pattern.exec(bytes) ?? [];
}
