/**
 * An XML file as a tree of elements that know their line. The parser's own tree has no lines, splits texts, and keeps
 * CDATA apart; that ends here.
 */
import { XMLParser, XMLValidator } from 'fast-xml-parser';

export type XmlElement = {
  readonly name: string;
  readonly attributes: { readonly [name: string]: string };
  readonly children: readonly XmlElement[];
  /** All CDATA sections joined, or null where there is none. */
  readonly cdata: string | null;
  /** All other text directly in it, joined, entities decoded. */
  readonly text: string;
  /** From 1. */
  readonly line: number;
};

/** The root element, or what is wrong and in which line. */
export function readXml(xml: string): { ok: true; root: XmlElement } | { ok: false; message: string } {
  const valid = XMLValidator.validate(xml);
  if (valid !== true) return { ok: false, message: `line ${valid.err.line}: ${valid.err.msg}` };
  const nodes = parse(xml);
  if (typeof nodes === 'string') return { ok: false, message: nodes };
  const lineOf = lineCounter(xml);
  const [root, second] = nodes.flatMap((node) => elementOf(node, lineOf) ?? []);
  if (root === undefined) return { ok: false, message: 'line 1: there is no element' };
  if (second !== undefined)
    return { ok: false, message: `line ${second.line}: <${second.name}> stands outside of <${root.name}>` };
  return { ok: true, root };
}

/** A node of the parser: one key that is its name or kind, `:@` for attributes, and a symbol for where it stands. */
type ParsedNode = { readonly [name: string | symbol]: unknown };

/** The nodes, or the parser's complaint. */
function parse(xml: string): readonly ParsedNode[] | string {
  const parser = new XMLParser({
    preserveOrder: true,
    ignoreAttributes: false,
    attributeNamePrefix: '',
    cdataPropName: '#cdata',
    trimValues: false,
    parseTagValue: false,
    captureMetaData: true,
    ignoreDeclaration: true,
    ignorePiTags: true,
    // Without this, character references such as &#10; are left as they are.
    htmlEntities: true,
  });
  try {
    return parser.parse(xml) as ParsedNode[];
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function elementOf(node: ParsedNode, lineOf: (index: number) => number): XmlElement | null {
  const name = nameOf(node);
  if (name.startsWith('#')) return null;
  const nodes = node[name] as ParsedNode[];
  const sections = nodes
    .filter((child) => nameOf(child) === '#cdata')
    .map((child) => textIn(child['#cdata'] as ParsedNode[]));
  return {
    name,
    attributes: (node[':@'] ?? {}) as Record<string, string>,
    children: nodes.flatMap((child) => elementOf(child, lineOf) ?? []),
    cdata: sections.length === 0 ? null : sections.join(''),
    text: textIn(nodes),
    line: lineOf(startOf(node)),
  };
}

function nameOf(node: ParsedNode): string {
  return Object.keys(node).find((key) => key !== ':@') ?? '#';
}

function textIn(nodes: readonly ParsedNode[]): string {
  return nodes.map((node) => node['#text'] ?? '').join('');
}

function startOf(node: ParsedNode): number {
  const place = node[XMLParser.getMetaDataSymbol() as symbol] as { readonly startIndex?: number } | undefined;
  return place?.startIndex ?? 0;
}

function lineCounter(xml: string): (index: number) => number {
  return (index) => xml.slice(0, index).split('\n').length;
}
