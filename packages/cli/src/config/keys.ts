/** What the configuration says of keys: each command with its place in the file. What is no list of texts is said, and left out. */
import type { KeyEntry } from '@tagma/tui';
import { findNodeAtLocation, getNodeValue, type Node } from 'jsonc-parser';
import { placeAt } from './place.ts';

export type ReadKeys = { readonly entries: readonly KeyEntry[]; readonly warnings: readonly string[] };

export function keysIn(root: Node, text: string, file: string): ReadKeys {
  const node = findNodeAtLocation(root, ['keys']);
  const entries: KeyEntry[] = [];
  const warnings: string[] = [];
  if (node === undefined) return { entries, warnings };
  if (node.type !== 'object') {
    return { entries, warnings: [`${placeAt(file, text, node.offset)}: "keys": ${FORM}`] };
  }
  for (const { offset, children: [nameNode, valueNode] = [] } of node.children ?? []) {
    const at = placeAt(file, text, offset);
    const name = String(nameNode?.value);
    const value: unknown = valueNode && getNodeValue(valueNode);
    const chords = typeof value === 'string' ? [value] : value;
    if (Array.isArray(chords) && chords.every((chord) => typeof chord === 'string')) entries.push({ name, chords, at });
    else warnings.push(`${at}: "keys.${name}": ${FORM} It keeps its keys.`);
  }
  return { entries, warnings };
}

const FORM = 'should be a command and its keys: {"palette": ["ctrl+o"], "redraw": []}.';
