/**
 * What goes with a folder that is removed or moved away. Looked at cheaply: the folder itself, and the names right in it
 * that stand for what is nobody's to remove unasked.
 */
import { join } from 'node:path';
import { type Facts, NO_FACTS, type PathFact } from '@tagma/protocol';
import { lookAt, namesIn } from './disk.ts';
import { type Ground, isWithin } from './ground.ts';
import { isHistory } from './protected.ts';

const KEPT_NAMES = ['.git', '.tagma', '.env'];
const NAMES_MAX = 20_000;

/** The protected paths that the deleted ones hold; the project itself is one of them. */
export function removedWith({ deletes }: Facts, ground: Ground): Facts {
  const removed = deletes.filter(({ where }) => where === 'inside').flatMap(({ path }) => keptIn(path, ground));
  return { ...NO_FACTS, deletes: removed, readOnly: removed.length === 0 };
}

function keptIn(folder: string, ground: Ground): PathFact[] {
  const own = isWithin(ground.folder, folder) ? [folder] : [];
  const kept = KEPT_NAMES.map((name) => join(folder, name)).filter(exists);
  const names = namesIn(folder, NAMES_MAX);
  // One of so many may be one.
  const history = names === null ? folder : names.map((name) => join(folder, name)).find(isHistory);
  const unchanging = ground.unchanging.filter((path) => isWithin(path, folder) && exists(path));
  return [...own, ...kept, ...unchanging, ...(history ? [history] : [])].map((path) => ({ path, where: 'protected' }));
}

function exists(path: string): boolean {
  try {
    return lookAt(path) !== null;
  } catch {
    return false;
  }
}
