/**
 * Any string of any code units, as XML 1.0 text that every conforming parser gives back unchanged. Three forms:
 *
 * - entities: `&amp;`, `&lt;`, `]]&gt;`, and `&#13;`, since a parser turns a bare CR into LF. Carries all that XML can;
 * - `cdata`: a CDATA section, for a longer text full of markup, if it can carry it. It cannot hold CR or `]]>`, and never
 *   holds a tag of the history itself, so that `grep '^<event '` finds records and nothing else;
 * - `escaped`: entities, and before them `\uXXXX` for what XML cannot say at all (NUL, ESC, lone surrogates, U+FFFE),
 *   with every backslash doubled.
 */
export type TextForm = 'entities' | 'cdata' | 'escaped';

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that XML 1.0 forbids
const FORBIDDEN = /[\0-\x08\x0B\x0C\x0E-\x1F\uD800-\uDFFF\uFFFE\uFFFF]/u;
const FORBIDDEN_OR_BACKSLASH = new RegExp(`\\\\|${FORBIDDEN.source}`, 'gu');
const ESCAPE = /\\(?:\\|u([0-9A-F]{4}))/g;
const OWN_TAG = /<\/?(?:history|event|state|effect|note)/i;
const BLANK = /^[\t\n\r ]+$/;
const REFERENCE = /&(?:#x([0-9A-Fa-f]{1,6})|#([0-9]{1,7})|(lt|gt|amp|quot|apos));/g;
const NAMED: { readonly [name: string]: string } = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
const CODE_POINT_MAX = 0x10ffff;

/** A section is chosen for a text of at least this length, in which entities would add at least so many characters. */
const CDATA_CHARS_MIN = 64;
const CDATA_SAVED_MIN = 12;

/** The text as element content, and the form that was chosen. Total: no string makes it fail. */
export function encodeText(text: string): { readonly form: TextForm; readonly content: string } {
  if (FORBIDDEN.test(text)) return { form: 'escaped', content: entities(escapeForbidden(text)) };
  // Some readers drop text that is nothing but white space; references survive them.
  if (isBlank(text)) return { form: 'entities', content: text.replace(/./gs, (c) => `&#${c.charCodeAt(0)};`) };
  if (isHeavy(text) && !text.includes('\r') && !text.includes(']]>') && !OWN_TAG.test(text)) {
    return { form: 'cdata', content: `<![CDATA[${text}]]>` };
  }
  return { form: 'entities', content: entities(text) };
}

/** Whether entities would add enough to a text that has no CR and no `]]>`: counted only as far as it takes. */
function isHeavy(text: string): boolean {
  if (text.length < CDATA_CHARS_MIN) return false;
  return addedBy(text, '&', '&amp;') + addedBy(text, '<', '&lt;') >= CDATA_SAVED_MIN;
}

function addedBy(text: string, character: string, entity: string): number {
  let added = 0;
  let at = text.indexOf(character);
  while (at !== -1 && added < CDATA_SAVED_MIN) {
    added += entity.length - 1;
    at = text.indexOf(character, at + 1);
  }
  return added;
}

/** The string again, from what an XML parser made of the content (entities and sections resolved). */
export function decodeText(form: TextForm, parsed: string): string {
  return form === 'escaped' ? unescaped(parsed) : parsed;
}

/** A string as the value of an attribute in double quotes: always in the `escaped` form. */
export function encodeAttribute(value: string): string {
  return escapeForbidden(value).replace(/[&<>"\t\n\r]/g, (c) => {
    if (c === '&') return '&amp;';
    if (c === '<') return '&lt;';
    if (c === '>') return '&gt;';
    return c === '"' ? '&quot;' : `&#${c.charCodeAt(0)};`;
  });
}

/** The reverse of `encodeAttribute`, from the parsed value (entities resolved). */
export function decodeAttribute(parsed: string): string {
  return unescaped(parsed);
}

/** Resolves the references that XML knows without a DTD. An unknown one is left as it stands. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(REFERENCE, (whole: string, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return NAMED[name] ?? whole;
    const codePoint = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return codePoint > CODE_POINT_MAX ? whole : String.fromCodePoint(codePoint);
  });
}

/** Nothing but white space, and at least one of it. */
export function isBlank(text: string): boolean {
  return BLANK.test(text);
}

function entities(text: string): string {
  let content = text;
  if (content.includes('&')) content = content.replaceAll('&', '&amp;');
  if (content.includes('<')) content = content.replaceAll('<', '&lt;');
  if (content.includes('\r')) content = content.replaceAll('\r', '&#13;');
  if (content.includes(']]>')) content = content.replaceAll(']]>', ']]&gt;');
  return content;
}

function escapeForbidden(text: string): string {
  return text.replace(FORBIDDEN_OR_BACKSLASH, (c) =>
    c === '\\' ? '\\\\' : `\\u${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
  );
}

function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(ESCAPE, (_, hex?: string) =>
    hex === undefined ? '\\' : String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
