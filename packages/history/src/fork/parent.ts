/** Where a fork says that it comes from, and whether that is so. */
import type { Failed } from '../error.ts';
import { loadParser } from '../read/parse.ts';
import { walkFile } from '../read/source.ts';
import type { WalkedRecord } from '../read/walk.ts';
import { areAlike } from './alike.ts';
import type { Parent } from './fork.ts';

/** The event with which a copy begins to go its own way; a file that was copied may have some of its own. */
const RESUMED = /^<event n="[0-9]+" type="session\.resumed"/;

/** The history that a fork was copied from. */
export type ParentFound =
  /** Null where the file is no fork. */
  { readonly ok: true; readonly parent: Parent | null } | Failed;

/** What a fork says of the file that it was copied from. Of a fork's fork it is the nearest. */
export async function parentOf(fork: string): Promise<ParentFound> {
  const parse = await loadParser();
  const walking = walkFile(fork);
  let parent: Parent | null = null;
  for (;;) {
    const next = walking.next();
    if (next.done) return next.value.ok ? { ok: true, parent } : next.value;
    const { bytes } = next.value;
    if (!RESUMED.test(bytes.toString('latin1', 0, 64))) continue;
    const record = parse(bytes);
    if (record.ok) parent = (record.fields.parent as Parent | null | undefined) ?? parent;
  }
}

/** Whether a fork is what it says: a copy of its parent's beginning. */
export type ParentChecked =
  | {
      readonly ok: true;
      readonly parent: Parent;
      /** Null where the records that were copied are the parent's; else the first that is not, and in what way. */
      readonly difference: { readonly record: number; readonly message: string } | null;
    }
  /** The file is no fork. */
  | { readonly ok: true; readonly parent: null }
  | Failed;

/**
 * Holds a fork against the file that it was copied from: that file's record has the hash that the fork names, so it and all
 * before it are as they were; and what was copied says the same. Memory is bounded by the largest record of each.
 * @param named another parent that the fork names: of a fork's fork, one farther away
 */
export async function checkParent(fork: string, parentFile: string, named?: Parent): Promise<ParentChecked> {
  const found: ParentFound = named ? { ok: true, parent: named } : await parentOf(fork);
  if (!found.ok) return found;
  const { parent } = found;
  if (parent === null) return { ok: true, parent };
  const [copies, originals] = [walkFile(fork), walkFile(parentFile)];
  try {
    for (let record = 1; record <= parent.record; record++) {
      const [copy, original] = [copies.next(), originals.next()];
      if (original.done && !original.value.ok) return original.value;
      if (copy.done && !copy.value.ok) return copy.value;
      const message = differenceOf(copy.value, original.value, parent);
      if (message !== null) return { ok: true, parent, difference: { record, message } };
    }
    return { ok: true, parent, difference: null };
  } finally {
    for (const walking of [copies, originals]) walking.return(undefined as never);
  }
}

type Walked = ReturnType<ReturnType<typeof walkFile>['next']>['value'];

function differenceOf(copy: Walked, original: Walked, parent: Parent): string | null {
  if (!isRecord(original)) return 'the parent does not hold it as it was written';
  if (!isRecord(copy)) return 'the fork does not hold it as it was written';
  if (original.head.session !== parent.session)
    return `the parent is session ${original.head.session}, not ${parent.session}`;
  if (original.n === parent.record && original.hash !== parent.hash)
    return 'its hash is not the one that the fork names';
  return areAlike(copy.bytes, original.bytes) ? null : 'it says something else in the parent';
}

function isRecord(walked: Walked): walked is WalkedRecord {
  return 'bytes' in walked;
}
