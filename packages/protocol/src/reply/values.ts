/**
 * What a model wrote between two tags → the value it means. Values are verbatim: no escaping is asked of the model; layout
 * at the borders, CDATA and consistently escaped entities are understood.
 */

export type Value = {
  readonly text: string;
  /** Written as CDATA: exact to the character, never trimmed or coerced. */
  readonly exact: boolean;
  /** As it was written, where entities were decoded. */
  readonly asWritten: string | null;
};

const CDATA_START = '<![CDATA[';
const CDATA_END = ']]>';
const NAMED: { readonly [name: string]: string } = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
const REFERENCE = /&(?:(lt|gt|amp|quot|apos)|#(\d{1,7})|#x([\da-f]{1,6}));/giu;
const CODE_POINT_MAX = 0x10ffff;

export function readValue(raw: string): Value {
  const cdata = readCdata(raw);
  if (cdata !== null) return { text: cdata, exact: true, asWritten: null };
  const text = stripLayout(raw);
  const decoded = decodeEntities(text);
  return { text: decoded ?? text, exact: false, asWritten: decoded === null ? null : text };
}

/** Of a thought or a final: layout and CDATA as in a parameter, entities as they stand. */
export function readText(raw: string): string {
  return readCdata(raw) ?? stripLayout(raw);
}

/** One newline behind the opening tag and one before the closing tag are layout, and so is the closing tag's indentation. */
export function stripLayout(raw: string): string {
  const text = raw.slice(raw.startsWith('\r\n') ? 2 : raw.startsWith('\n') ? 1 : 0);
  let end = text.length;
  while (end > 0 && (text[end - 1] === ' ' || text[end - 1] === '\t')) end--;
  if (text[end - 1] !== '\n') return end === 0 && text.length < raw.length ? '' : text;
  return text.slice(0, text[end - 2] === '\r' ? end - 2 : end - 1);
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

/** Decoded only where the whole text is consistently escaped; null where it is not. */
export function decodeEntities(text: string): string | null {
  if (!/&(?:lt|gt|amp);/i.test(text) || text.includes('<')) return null;
  const bare = text.replace(REFERENCE, (whole, _name, decimal, hex) => (isCharacter(decimal, hex) ? '' : whole));
  if (bare.includes('&')) return null;
  return text.replace(REFERENCE, (_whole, name, decimal, hex) =>
    name ? (NAMED[String(name).toLowerCase()] ?? '') : String.fromCodePoint(codePoint(decimal, hex)),
  );
}

function isCharacter(decimal: string | undefined, hex: string | undefined): boolean {
  return (decimal === undefined && hex === undefined) || codePoint(decimal, hex) <= CODE_POINT_MAX;
}

function codePoint(decimal: string | undefined, hex: string | undefined): number {
  return decimal === undefined ? Number.parseInt(hex ?? '0', 16) : Number.parseInt(decimal, 10);
}

function skipSpace(text: string, from: number): number {
  let i = from;
  while (i < text.length && /\s/.test(text[i] ?? '')) i++;
  return i;
}
