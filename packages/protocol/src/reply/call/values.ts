/**
 * What a model wrote between two tags → the value it means. Values are verbatim: no escaping is asked of the model; layout
 * at the borders, CDATA and consistently escaped entities are understood.
 */
import { append, slice, startTape } from '../lexer/tape.ts';
import { skipSpace } from '../lexer/white-space.ts';

export type Value = {
  readonly text: string;
  /** Written as CDATA: exact to the character, never trimmed or taken for absent. */
  readonly exact: boolean;
  /** As it was written, where entities were decoded. */
  readonly asWritten: string | null;
};

const CDATA_START = '<![CDATA[';
const CDATA_END = ']]>';
const BACKTICKS = '```';
const TILDES = '~~~';
const NAMED: { readonly [name: string]: string } = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
/** The five entities of XML and its character references. */
const REFERENCE = /&(?:(lt|gt|amp|quot|apos)|#(\d{1,7})|#x([\da-fA-F]{1,6}));/y;
const CODE_POINT_MAX = 0x10ffff;

export function readValue(raw: string): Value {
  const cdata = readCdata(raw);
  if (cdata !== null) return { text: cdata, exact: true, asWritten: null };
  const text = stripLayout(raw);
  const decoded = decodeEntities(text);
  return { text: decoded ?? text, exact: false, asWritten: decoded === null ? null : text };
}

/** The value as it was written, as if nothing in it were an entity. */
export function withoutEntities({ text, exact, asWritten }: Value): Value {
  return { text: asWritten ?? text, exact, asWritten: null };
}

/** Of a thought or a final: layout and CDATA as in a parameter, entities as they stand. */
export function readText(raw: string): string {
  return readCdata(raw) ?? stripLayout(raw);
}

/**
 * Of a text that is still being written, as much as is surely in what `readText` will make of it: what may turn out to be
 * layout, or the start of a CDATA section, is held back.
 */
export function readSoFar(raw: string): string {
  if (skipSpace(raw, 0) === raw.length) return '';
  const behind = raw.endsWith('\r') ? 1 : layoutBehind(raw);
  return readCdata(raw) ?? raw.slice(layoutBefore(raw), raw.length - behind);
}

/** One newline behind the opening tag and one before the closing tag are layout, and so is the closing tag's indentation. */
export function stripLayout(raw: string): string {
  const from = layoutBefore(raw);
  const to = raw.length - layoutBehind(raw);
  return from < to ? raw.slice(from, to) : '';
}

function layoutBefore(raw: string): number {
  return raw.startsWith('\r\n') ? 2 : raw.startsWith('\n') ? 1 : 0;
}

function layoutBehind(raw: string): number {
  let end = raw.length;
  while (end > 0 && (raw[end - 1] === ' ' || raw[end - 1] === '\t')) end--;
  if (raw[end - 1] !== '\n') return 0;
  return raw.length - (raw[end - 2] === '\r' ? end - 2 : end - 1);
}

/** The content of a text that is nothing but CDATA sections, white space around them aside; null for any other text. */
function readCdata(raw: string): string | null {
  let at = skipSpace(raw, 0);
  if (!raw.startsWith(CDATA_START, at)) return null;
  let content = '';
  while (at < raw.length) {
    if (!raw.startsWith(CDATA_START, at)) return null;
    const from = at + CDATA_START.length;
    const end = raw.indexOf(CDATA_END, from);
    // Left open: it holds what there is.
    if (end < 0) return content + raw.slice(from);
    content += raw.slice(from, end);
    at = skipSpace(raw, end + CDATA_END.length);
  }
  return content;
}

/** What stands in the code fence, where the text is nothing but one; null for any other text. */
export function unfenced(raw: string): string | null {
  const text = raw.trim();
  const newline = text.indexOf('\n');
  const fence = [BACKTICKS, TILDES].find((one) => text.startsWith(one) && text.endsWith(one));
  if (fence === undefined || newline < 0 || newline > text.length - fence.length) return null;
  if (text.slice(fence.length, newline).includes('`')) return null;
  const content = text.slice(newline, text.length - fence.length);
  return content.includes(fence) || content.endsWith(fence.charAt(0)) ? null : stripLayout(content);
}

/** Decoded only where the whole text is consistently escaped; null where it is not. */
export function decodeEntities(text: string): string | null {
  return /&(?:lt|gt|amp);/.test(text) && !text.includes('<') ? decode(text, true) : null;
}

/** Every reference that is one; all else stays as it is. */
export function decodeReferences(text: string): string {
  return decode(text, false) ?? text;
}

/** Step by step, so that a long text takes no more memory than what is made of it. With `all`, null where a `&` is bare. */
function decode(text: string, all: boolean): string | null {
  const decoded = startTape();
  let from = 0;
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) {
    const reference = referenceAt(text, at);
    if (reference) {
      append(decoded, text.slice(from, at));
      append(decoded, reference.character);
      from = reference.end;
    } else if (all) return null;
  }
  append(decoded, text.slice(from));
  return slice(decoded, 0, decoded.length);
}

function referenceAt(text: string, at: number): { readonly character: string; readonly end: number } | null {
  REFERENCE.lastIndex = at;
  const [whole, name, decimal, hex] = REFERENCE.exec(text) ?? [];
  if (whole === undefined) return null;
  const code = codePoint(decimal, hex);
  if (name === undefined && code > CODE_POINT_MAX) return null;
  return {
    character: name === undefined ? String.fromCodePoint(code) : (NAMED[name] ?? whole),
    end: at + whole.length,
  };
}

function codePoint(decimal: string | undefined, hex: string | undefined): number {
  return decimal === undefined ? Number.parseInt(hex ?? '0', 16) : Number.parseInt(decimal, 10);
}
