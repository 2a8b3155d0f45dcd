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
  // Each takes a token at least: of a hundred thousand files most need not be looked at.
  const first = files.slice(0, tokensMax);
  const fits = (count: number, symbols: number) =>
    estimateTokens(written(first.slice(0, count), files.length, symbols)) <= tokensMax;
  const allFit =
    first.length === files.length ? [SYMBOLS_MAX, SYMBOLS_FEW].find((max) => fits(first.length, max)) : undefined;
  if (allFit !== undefined) return { text: written(first, files.length, allFit), named: files.length };
  const symbols = first.length === files.length && fits(first.length, 0) ? 0 : SYMBOLS_FEW;
  let [fitting, over] = [0, first.length + 1];
  while (over - fitting > 1) {
    const middle = Math.floor((fitting + over) / 2);
    if (fits(middle, symbols)) fitting = middle;
    else over = middle;
  }
  return fitting === 0 ? null : { text: written(first.slice(0, fitting), files.length, symbols), named: fitting };
}

/** @param total how many files there are */
function written(files: readonly MappedFile[], total: number, symbolsMax: number): string {
  const folders = new Map<string, string[]>();
  for (const file of [...files].sort((one, other) => (one.path < other.path ? -1 : 1))) {
    const at = file.path.lastIndexOf('/') + 1;
    const folder = file.path.slice(0, at);
    const names = folders.get(folder) ?? [];
    names.push(lineOf(file, at, symbolsMax));
    folders.set(folder, names);
  }
  const lines = [...folders].map(([folder, names]) =>
    folder === '' ? names.join('\n') : `${shown(folder)}\n${names.map((name) => `  ${name}`).join('\n')}`,
  );
  const left = total - files.length;
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
