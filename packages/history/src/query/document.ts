/**
 * A history, or a part of it, as a document that an XPath expression can be asked about: the elements and attributes that
 * stand in the file, each text as it was before it was written (no entity, no section, no escape).
 */
import { decodeAttribute, decodeText, type XmlElement } from '@tagma/protocol';
import type { Document, Element } from 'slimdom';
import { type Failed, failed } from '../error.ts';
import { loadElementParser } from '../read/parse.ts';
import { type Skimmed, skimFile } from '../read/skim.ts';

/** The records that are looked at, by their numbers; where one is left out, from the first, or to the last. */
export type Part = { readonly from?: number | undefined; readonly to?: number | undefined };

export type Built = {
  readonly ok: true;
  readonly document: Document;
  /** What stands in the file for an element of the document. */
  readonly source: (element: Element) => XmlElement | undefined;
  /** The first record that could not be read, and is not there. */
  readonly unreadable: number | null;
} & Pick<Skimmed, 'torn' | 'fault'>;

/** Of records. A document takes ten times their bytes where texts are long, forty where all fields are short. */
export const QUERY_BYTES_MAX = 16_000_000;

/** The attributes whose value is a text of the session. */
const OF_SESSION = new Set(['key', 'session', 'type', 'value']);

export async function documentOf(
  file: string,
  { from = 1, to = Number.POSITIVE_INFINITY }: Part,
): Promise<Built | Failed> {
  const { Document } = await import('slimdom');
  const parse = await loadElementParser();
  const document = new Document();
  const sources = new WeakMap<Element, XmlElement>();
  const root = document.createElement('history');
  let bytes = 0;
  let unreadable: number | null = null;
  const skimming = skimFile(file);
  let next = skimming.next();
  for (; !next.done; next = skimming.next()) {
    const { n, bytes: record } = next.value;
    if (n < from || n > to) continue;
    bytes += record.length;
    if (bytes > QUERY_BYTES_MAX) {
      skimming.return(undefined as never);
      return tooLarge(file, from, n);
    }
    const parsed = parse(record);
    if (parsed.ok) root.appendChild(built(document, parsed.element, sources));
    else unreadable ??= n;
  }
  if (!next.value.ok) return next.value;
  root.setAttribute('session', next.value.head.session);
  document.appendChild(root);
  const { torn, fault } = next.value;
  return { ok: true, document, source: (element) => sources.get(element), unreadable, torn, fault };
}

function built(document: Document, source: XmlElement, sources: WeakMap<Element, XmlElement>): Element {
  const element = document.createElement(source.name);
  sources.set(element, source);
  for (const [name, value] of Object.entries(source.attributes)) {
    element.setAttribute(name, OF_SESSION.has(name) ? decodeAttribute(value) : value);
  }
  if (source.children.length > 0) {
    for (const child of source.children) element.appendChild(built(document, child, sources));
  } else if (source.text !== '') {
    element.appendChild(document.createTextNode(textOf(source)));
  }
  return element;
}

/** A form that is not known is left as it stands. */
function textOf({ attributes, text }: XmlElement): string {
  return attributes.as === 'escaped' ? decodeText('escaped', text) : text;
}

function tooLarge(file: string, from: number, at: number): Failed {
  if (at <= from) {
    const advice = `Leave it out: --from ${at + 1}.`;
    return failed(
      'too-large',
      file,
      `record ${at} alone is too large to be asked (${QUERY_BYTES_MAX / 1e6} MB). ${advice}`,
    );
  }
  const most = `records ${from} to ${at - 1} are all that fits`;
  const advice = `Look at a part of it: --from ${from} --to ${at - 1}.`;
  return failed(
    'too-large',
    file,
    `it is too large to be asked as a whole (${QUERY_BYTES_MAX / 1e6} MB): ${most}. ${advice}`,
  );
}
