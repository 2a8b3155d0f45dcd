/**
 * JSON as models write it, read as it streams: every character once, cut anywhere. Where one reading is sensible it is taken:
 * raw newlines in strings, backslashes that escape nothing, commas before a closing bracket, a bracket that is left out before
 * the closing one of what stands around, doubled braces, Python's quotes, `True` and `None`. All else breaks the reading at
 * that character. What has been read so far can be seen at any time.
 */
import type { Json } from '../../json.ts';
import { isSpace } from '../lexer/white-space.ts';
import { startText, type Text, textOf, writtenIn } from './string.ts';

/** Deeper nesting is no call of a tool. */
export const DEPTH_MAX = 200;
const LITERALS: { readonly [word: string]: Json } = {
  true: true,
  True: true,
  false: false,
  False: false,
  null: null,
  None: null,
};
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** `doubled`: its opening brace came twice, as in a template; so its closing one may. */
type ObjectFrame = { readonly kind: 'object'; readonly members: [string, Json][]; key: string; doubled: boolean };
type ArrayFrame = { readonly kind: 'array'; readonly items: Json[] };
type Frame = ObjectFrame | ArrayFrame;

export type JsonReader = {
  status: 'open' | 'done' | 'broken';
  /** Characters read: up to behind the value, or up to the one at which it breaks. */
  length: number;
  /** The whole value, once it is done. */
  value: Json;
  readonly frames: Frame[];
  /** What may come next: a value, a value or the array's end, a key or the object's end, a colon, a comma or an end. */
  expects: 'value' | 'item' | 'key' | 'colon' | 'comma';
  /** Of a string, or of a number or literal, that is open. */
  text: Text | null;
  word: string;
};

export function startJson(): JsonReader {
  return { status: 'open', length: 0, value: null, frames: [], expects: 'value', text: null, word: '' };
}

/** Reads on, until the value ends or breaks. */
export function feedJson(reader: JsonReader, piece: string): void {
  let at = 0;
  while (at < piece.length && reader.status === 'open') {
    if (reader.text) {
      at = writtenIn(reader.text, piece, at);
      if (reader.text.closed) endString(reader, textOf(reader.text));
    } else {
      const character = piece.charAt(at);
      if (isWordCharacter(character)) {
        if (reader.word === '' && !takesValue(reader)) reader.status = 'broken';
        else reader.word += character;
      } else if (reader.word !== '' && !endWord(reader)) {
        break;
      } else if (!isSpace(character.charCodeAt(0))) {
        readSign(reader, character);
      }
      if (statusOf(reader) === 'broken') break;
      at++;
    }
  }
  reader.length += at;
}

/** No more text comes: a number or a literal ends there. */
export function endJson(reader: JsonReader): void {
  if (reader.status === 'open' && reader.word !== '') endWord(reader);
}

/** Whether nothing but closing brackets is left out where it stands. */
export function lacksOnlyBrackets({ text, word, expects, frames }: JsonReader): boolean {
  return text === null && word === '' && frames.length > 0 && (expects === 'comma' || expects === 'key');
}

/**
 * The value so far, every open bracket closed. A number that may go on is left out; an open string is taken where `takes`,
 * asked about its key (empty: in an array), says so.
 */
export function jsonSoFar(reader: JsonReader, takes: (key: string) => boolean = () => true): Json | undefined {
  if (reader.status === 'done') return reader.value;
  const { text, frames, expects } = reader;
  const key = keyOf(frames.at(-1));
  const isValue = text !== null && expects !== 'key' && takes(key);
  let inner: Json | undefined = isValue && text ? textOf(text) : undefined;
  for (const frame of frames.toReversed()) {
    const last: readonly Json[] = inner === undefined ? [] : [inner];
    if (frame.kind === 'array') inner = [...frame.items, ...last];
    else inner = Object.fromEntries([...frame.members, ...last.map((value) => [frame.key, value] as const)]);
  }
  return inner;
}

function statusOf(reader: JsonReader): JsonReader['status'] {
  return reader.status;
}

function keyOf(frame: Frame | undefined): string {
  return frame?.kind === 'object' ? frame.key : '';
}

function readSign(reader: JsonReader, sign: string): void {
  const { frames, expects } = reader;
  const frame = frames.at(-1);
  if (sign === '"' || sign === "'") {
    if (takesValue(reader) || expects === 'key') reader.text = startText(sign);
    else reader.status = 'broken';
  } else if (sign === '{' || sign === '[') {
    if (sign === '{' && isEmptyObject(reader, frame)) frame.doubled = true;
    else if (!takesValue(reader) || frames.length >= DEPTH_MAX) reader.status = 'broken';
    else if (sign === '[') open(reader, { kind: 'array', items: [] });
    else open(reader, { kind: 'object', members: [], key: '', doubled: false });
  } else if (sign === ':' && expects === 'colon') reader.expects = 'value';
  else if (sign === ',' && expects === 'comma' && frame) reader.expects = frame.kind === 'object' ? 'key' : 'item';
  else if (sign === '}' && expects !== 'colon' && expects !== 'value') closeTo(reader, 'object');
  else if (sign === ']' && expects !== 'colon' && expects !== 'value') closeTo(reader, 'array');
  else reader.status = 'broken';
}

function isEmptyObject({ expects }: JsonReader, frame: Frame | undefined): frame is ObjectFrame {
  return frame?.kind === 'object' && expects === 'key' && frame.members.length === 0 && !frame.doubled;
}

function takesValue({ expects }: JsonReader): boolean {
  return expects === 'value' || expects === 'item';
}

function open(reader: JsonReader, frame: Frame): void {
  reader.frames.push(frame);
  reader.expects = frame.kind === 'object' ? 'key' : 'item';
}

/** Closes the innermost of that kind, and what is open in it: a bracket that was left out before its own. */
function closeTo(reader: JsonReader, kind: Frame['kind']): void {
  const frame = reader.frames.findLast((one) => one.kind === kind);
  if (!frame) {
    reader.status = 'broken';
    return;
  }
  while (reader.frames.at(-1) !== frame) close(reader);
  if (frame.kind === 'object' && frame.doubled) {
    frame.doubled = false;
    reader.expects = 'comma';
  } else {
    close(reader);
  }
}

function close(reader: JsonReader): void {
  const frame = reader.frames.pop();
  if (frame) add(reader, frame.kind === 'object' ? Object.fromEntries(frame.members) : frame.items);
}

function endString(reader: JsonReader, text: string): void {
  reader.text = null;
  const frame = reader.frames.at(-1);
  if (reader.expects === 'key' && frame?.kind === 'object') {
    frame.key = text;
    reader.expects = 'colon';
  } else {
    add(reader, text);
  }
}

/** Gives false where the word is neither a number nor a literal: the reading breaks behind it. */
function endWord(reader: JsonReader): boolean {
  const { word } = reader;
  reader.word = '';
  const value = Object.hasOwn(LITERALS, word) ? LITERALS[word] : NUMBER.test(word) ? Number(word) : undefined;
  if (value === undefined) reader.status = 'broken';
  else add(reader, value);
  return value !== undefined;
}

function add(reader: JsonReader, value: Json): void {
  const frame = reader.frames.at(-1);
  reader.expects = 'comma';
  if (frame?.kind === 'object') frame.members.push([frame.key, value]);
  else if (frame) frame.items.push(value);
  else {
    reader.value = value;
    reader.status = 'done';
  }
}

function isWordCharacter(character: string): boolean {
  return /[\w.+-]/.test(character);
}
