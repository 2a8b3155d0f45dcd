/**
 * What stands in the file now beside what the answers come to: all that is to be written and all that is taken away, so
 * that it can be said before it is done, and nothing else is done.
 */
import { findNodeAtLocation, getNodeValue, type Node } from 'jsonc-parser';
import { readJsonc } from '../config/jsonc.ts';
import type { Member, Written } from './written.ts';

/** `before`: what stands there; undefined where nothing does. `value`: what is to stand there. */
export type Change = Member & { readonly before: unknown };

/** A file that cannot be read counts as an empty one: it cannot be written either, and whoever tries is told why. */
export function changesIn(file: string, { members }: Written): readonly Change[] {
  const root = rootOf(file);
  return members.map(({ path, value }) => {
    const node = root && findNodeAtLocation(root, [...path]);
    return { path, value, before: node && getNodeValue(node) };
  });
}

function rootOf(file: string): Node | undefined {
  try {
    const read = readJsonc(file);
    return read.ok ? read.root : undefined;
  } catch {
    return undefined;
  }
}

/** Those that change something. */
export function toWrite(changes: readonly Change[]): readonly Change[] {
  return changes.filter(({ before, value }) => before !== value);
}

export type Place = {
  readonly file: string;
  readonly isThere: boolean;
  /** Where a key goes, in words, and whether one of the same provider is there. */
  readonly keys: string;
  readonly isKept: boolean;
  /** A value as it may be shown: an address can hold a password. */
  readonly shown: (value: unknown) => unknown;
};

/** Never the key itself. */
export function planLines(changes: readonly Change[], { secret }: Written, place: Place): readonly string[] {
  const { file, isThere, keys, isKept, shown } = place;
  const rows = changes.flatMap(({ path, before, value }) => {
    const row = (sign: string, of: unknown) => `  ${sign} ${path.join('.')}: ${JSON.stringify(shown(of))}`;
    if (before === value) return value === undefined ? [] : [row('=', value)];
    return [...(before === undefined ? [] : [row('-', before)]), ...(value === undefined ? [] : [row('+', value)])];
  });
  const signs = SIGNS.filter((says) => rows.some((row) => row.startsWith(`  ${says[0]} `)));
  const kept =
    secret && `The key for ${secret.provider} goes to ${keys}${isKept ? ', in the place of the one there' : ''}.`;
  return [
    isThere ? `In ${file} (${signs.join(', ')}):` : `In ${file}, a new file:`,
    ...rows,
    ...(isThere ? ['All else in it stays as it is, comments too.'] : []),
    ...(kept === null ? [] : [kept]),
  ];
}

const SIGNS = ['- goes away', '+ is written', '= stays'];
