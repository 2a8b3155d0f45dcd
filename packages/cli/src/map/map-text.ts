/** The map as a text that fits: files by folder, each with what it offers. Pure. */
import { estimateTokens } from '@tagma/core';
import { visible, writeObservation } from '@tagma/protocol';
import type { MappedFile } from './weights.ts';

/** Names of one file that are told, as long as there is room. */
const SYMBOLS_MAX = 8;
const SYMBOLS_FEW = 3;
/** Of a path or a name. */
const LENGTH_MAX = 200;

export type MapText = {
  readonly text: string;
  /** How many of the files it names. */
  readonly named: number;
};

/**
 * As many files as fit, the weightiest, and of them as many names as fit; null where not a single one does.
 * @param files the weightiest first
 */
export function mapText(files: readonly MappedFile[], tokensMax: number): MapText | null {
  if (files.length === 0) return null;
  for (const symbols of [SYMBOLS_MAX, SYMBOLS_FEW]) {
    const all = written(files, files.length, symbols);
    if (estimateTokens(all) <= tokensMax) return { text: all, named: files.length };
  }
  const symbols = estimateTokens(written(files, files.length, 0)) <= tokensMax ? 0 : SYMBOLS_FEW;
  let [fits, over] = [0, files.length + 1];
  while (over - fits > 1) {
    const middle = Math.floor((fits + over) / 2);
    if (estimateTokens(written(files, middle, symbols)) <= tokensMax) fits = middle;
    else over = middle;
  }
  return fits === 0 ? null : { text: written(files, fits, symbols), named: fits };
}

function written(files: readonly MappedFile[], count: number, symbolsMax: number): string {
  const folders = new Map<string, string[]>();
  for (const file of [...files.slice(0, count)].sort((one, other) => (one.path < other.path ? -1 : 1))) {
    const at = file.path.lastIndexOf('/') + 1;
    const folder = file.path.slice(0, at);
    folders.set(folder, [...(folders.get(folder) ?? []), lineOf(file, at, symbolsMax)]);
  }
  const lines = [...folders].map(([folder, names]) =>
    folder === '' ? names.join('\n') : `${shown(folder)}\n${names.map((name) => `  ${name}`).join('\n')}`,
  );
  const left = files.length - count;
  const notes = left === 0 ? [] : [`${left} files more are not named here; use glob and grep`];
  return `${ABOUT}\n\n${writeObservation({ tool: 'map', status: 'ok', notes }, lines.join('\n'))}`;
}

const ABOUT = 'Files of this project, by folder, with what some of them offer, as it was when this session began:';

function lineOf({ path, symbols }: MappedFile, nameAt: number, symbolsMax: number): string {
  const name = shown(path.slice(nameAt));
  const told = symbols.slice(0, symbolsMax).map(shown);
  return told.length === 0 ? name : `${name}: ${told.join(', ')}${symbols.length > told.length ? ', …' : ''}`;
}

/** On one line, whatever is in it. */
function shown(name: string): string {
  return visible(name.replaceAll('\n', '␊')).slice(0, LENGTH_MAX);
}
