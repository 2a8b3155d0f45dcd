/** Where in the file something stands, as editors and terminals take it: `FILE:LINE:COLUMN`. */
import { findNodeAtLocation, type JSONPath, type Node } from 'jsonc-parser';

export function placeAt(file: string, text: string, offset: number): string {
  const before = text.slice(0, offset).split('\n');
  return `${file}:${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
}

/** Where the key of a value begins; of the nearest that is there, where it is missing. */
export function offsetOf(root: Node, path: JSONPath): number {
  for (let length = path.length; length > 0; length--) {
    const node = findNodeAtLocation(root, path.slice(0, length));
    if (node !== undefined) return keyOf(node).offset;
  }
  return root.offset;
}

function keyOf(node: Node): Node {
  return node.parent?.type === 'property' ? node.parent : node;
}
