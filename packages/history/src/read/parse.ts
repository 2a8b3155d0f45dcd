/**
 * One record as data. As it is written it is read in one pass; in any other form, by fast-xml-parser: the only place that
 * knows it. It is loaded when the first record is parsed, for to write a history takes no parser.
 */
import { type DecodedRecord, decodeEntities, decodeRecord, readElement, type XmlElement } from '@tagma/protocol';
import { NESTING_MAX } from './scan.ts';

/** A record from its bytes, or why they are none. */
export type ParseRecord = (bytes: Buffer) => DecodedRecord;

/** The element of a record from its bytes, or why they are none. */
export type ParseElement = (
  bytes: Buffer,
) => { readonly ok: true; readonly element: XmlElement } | { readonly ok: false; readonly message: string };

/** In the order of the document: each node holds its children under its name, its attributes under `:@`. */
type Node = { readonly [name: string]: readonly Node[] | string | Attributes };
type Attributes = { readonly [name: string]: string };

/** `asWritten` reads the form that is written, and gives null for any other. */
export async function loadParser(asWritten?: (text: string) => XmlElement | null): Promise<ParseRecord> {
  const parse = await loadElementParser(asWritten);
  return (bytes) => {
    const parsed = parse(bytes);
    return parsed.ok ? decodeRecord(parsed.element) : parsed;
  };
}

/** The same for whoever wants the elements as they stand. */
export async function loadElementParser(
  asWritten: (text: string) => XmlElement | null = readElement,
): Promise<ParseElement> {
  const { XMLParser, XMLValidator } = await import('fast-xml-parser');
  const parser = new XMLParser({
    preserveOrder: true,
    ignoreAttributes: false,
    attributeNamePrefix: '',
    parseTagValue: false,
    trimValues: false,
    maxNestedTags: NESTING_MAX,
    jPath: false,
    // Its own decoder leaves `&#13;` as it stands, or resolves what only HTML knows.
    entityDecoder: {
      decode: decodeEntities,
      reset: () => {},
      setExternalEntities: () => {},
      addInputEntities: () => {},
      setXmlVersion: () => {},
    },
  });
  return (bytes) => {
    const text = bytes.toString('utf8');
    const written = asWritten(text);
    if (written !== null) return { ok: true, element: written };
    const valid = XMLValidator.validate(text);
    if (valid !== true) return { ok: false, message: `it is not well-formed: ${valid.err.msg}` };
    try {
      const [node] = parser.parse(text) as readonly Node[];
      return node === undefined ? { ok: false, message: 'it is empty' } : { ok: true, element: elementOf(node) };
    } catch (error) {
      return { ok: false, message: error instanceof Error ? error.message : String(error) };
    }
  };
}

function elementOf(node: Node): XmlElement {
  const name = Object.keys(node).find((key) => key !== ':@') ?? '';
  const content = node[name];
  const children: XmlElement[] = [];
  let text = '';
  for (const child of Array.isArray(content) ? (content as readonly Node[]) : []) {
    const piece = child['#text'];
    if (typeof piece === 'string') text += piece;
    else children.push(elementOf(child));
  }
  return { name, attributes: (node[':@'] ?? {}) as Attributes, children, text };
}
