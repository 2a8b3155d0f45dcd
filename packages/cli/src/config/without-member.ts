/** Takes a member out of a text of JSON with comments, and nothing else: jsonc-parser takes the comments around it away too. */
import { createScanner, findNodeAtLocation, type JSONPath, parseTree } from 'jsonc-parser';

/** Null where it is no member of an object; the text as it is where it is not there at all. */
export function withoutMember(text: string, path: JSONPath): string | null {
  const root = parseTree(text, [], { allowTrailingComma: true });
  const node = root && findNodeAtLocation(root, path);
  if (node === undefined) return text;
  const property = node.parent;
  if (property?.type !== 'property') return null;
  const { offset, length } = property;
  const siblings = property.parent?.children ?? [];
  const before = siblings[siblings.indexOf(property) - 1];
  const comma = commaFrom(text, offset + length) ?? (before ? commaFrom(text, before.offset + before.length) : null);
  if (comma === null) return cut(text, offset, offset + length);
  const shorter = text.slice(0, comma) + text.slice(comma + 1);
  const from = comma < offset ? offset - 1 : offset;
  return cut(shorter, from, from + length);
}

/** Where the comma is that comes next, but for blanks and comments. */
function commaFrom(text: string, from: number): number | null {
  const scanner = createScanner(text, true);
  scanner.setPosition(from);
  scanner.scan();
  const at = scanner.getTokenOffset();
  return text[at] === ',' ? at : null;
}

/** Without the line, where nothing else stands in it. */
function cut(text: string, from: number, to: number): string {
  const start = text.lastIndexOf('\n', from - 1) + 1;
  const end = text.indexOf('\n', to);
  const stop = end < 0 ? text.length : end;
  const [before, behind] = [text.slice(start, from), text.slice(to, stop)];
  if (end >= 0 && before.trim() === '' && behind.trim() === '') return text.slice(0, start) + text.slice(stop + 1);
  const left = text.slice(0, from);
  return (behind.trim() === '' ? left.trimEnd() : left) + behind.trimStart() + text.slice(stop);
}
