/** What a command has left that other programs run by themselves, as the model, the person and the record are told of it. */

import { relative } from 'node:path';
import type { JsonObject } from '@tagma/protocol';
import type { LeftBehind } from './operations.ts';

const LISTED_MAX = 5;

export type LeftBehindTold = { readonly details: JsonObject; readonly notes: readonly string[] };

/** @param folder the project, which paths are said from */
export function tellLeftBehind({ movedAside, isWhole }: LeftBehind, folder: string): LeftBehindTold {
  const moved = movedAside.flatMap(({ path, to }) => (to === null ? [] : [{ path, to }]));
  const stuck = movedAside.filter(({ to }) => to === null).map(({ path }) => nameOf(path, folder));
  const notes = [
    ...(moved.length > 0 ? [movedNote(moved, folder)] : []),
    ...(stuck.length > 0
      ? [`it has made what other programs run by themselves, and that could not be moved aside: ${listed(stuck)}`]
      : []),
    ...(isWhole
      ? []
      : [
          'the project is too large to be looked through for new files that other programs run by themselves: not all was seen',
        ]),
  ];
  return { details: moved.length > 0 ? { movedAside: moved } : {}, notes };
}

function movedNote(moved: readonly { readonly path: string; readonly to: string }[], folder: string): string {
  const [first] = moved;
  const names = listed(moved.map(({ path }) => nameOf(path, folder)));
  const way = `mv ${quoted(first?.to ?? '')} ${quoted(nameOf(first?.path ?? '', folder))}`;
  return `it has made what other programs run by themselves, and that was moved aside: ${names}; to put it back, which the user is asked about: ${way}`;
}

function nameOf(path: string, folder: string): string {
  const way = relative(folder, path);
  return way.startsWith('..') ? path : way;
}

function listed(names: readonly string[]): string {
  const more = names.length - LISTED_MAX;
  return names.slice(0, LISTED_MAX).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

function quoted(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
