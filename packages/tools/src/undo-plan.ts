/**
 * What an undo comes to, file by file, before anything is touched: it goes back step by step in mind, and each must have left what the
 * one after it, or the disk, begins with.
 */
import { relative, sep } from 'node:path';
import { isProtectedPath } from '@tagma/protocol';
import type { CheckpointStore } from './checkpoint-store.ts';
import { entryAt, type TreeEntry } from './tree/tree-entry.ts';
import type { KeptEntry, Tree } from './tree/tree-store.ts';
import type { Trees } from './tree/trees.ts';
import type { Restored, Step, Undone } from './undone.ts';

/** What stands at a path. A step of one file knows nothing of its permissions. */
export type Standing =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'link'; readonly target: string }
  | {
      readonly kind: 'file';
      readonly hash: string;
      readonly mode: number | null;
      readonly size: number | null;
      readonly kept: KeptEntry | null;
    };

export type Replaced = {
  readonly path: string;
  readonly from: Standing;
  readonly to: Standing;
  /** Null where it is not to be had. */
  readonly content: () => Promise<Buffer | null>;
};

export type Plan = {
  readonly kind: 'plan';
  readonly files: readonly Replaced[];
  readonly shown: readonly Restored[];
  /** The project as it stood before the first of the commands. */
  readonly tree: Tree | null;
};

type Change = { readonly path: string; readonly before: Standing; readonly after: Standing | null };

const NOTHING: Standing = { kind: 'nothing' };
const SHOWN_FILES_MAX = 50;
const SHOWN_BYTES_MAX = 512 * 1024;

export async function planUndo(steps: readonly Step[], store: CheckpointStore, trees: Trees): Promise<Plan | Undone> {
  const now = new Map<string, Standing>();
  const mind = new Map<string, Standing>();
  const reasons = new Map<string, Step>();
  let first: Tree | null = null;
  for (const step of steps) {
    const found = await changesOf(step, trees, [...mind.keys()]);
    if (found === null) return { kind: 'lost', step };
    first = found.tree ?? first;
    for (const { path, before, after } of found.changes) {
      if (!now.has(path)) now.set(path, standingAt(path));
      const stands = mind.get(path) ?? now.get(path) ?? NOTHING;
      // Somebody has taken it back already: as well.
      if (after !== null && !isSame(stands, after) && !isSame(stands, before)) {
        return { kind: 'changed', step: { ...step, path }, ...(await textsOf(path, after, step, store)) };
      }
      mind.set(path, withMode(before, stands));
      reasons.set(path, step);
    }
  }
  const files: Replaced[] = [];
  for (const [path, to] of mind) {
    const from = now.get(path) ?? NOTHING;
    const replaced = { path, from, to, content: () => contentOf(to, store) };
    if (to.kind === 'file' && !isSame(from, to) && (await replaced.content()) === null) {
      const step = reasons.get(path);
      if (step) return { kind: 'lost', step: { ...step, path } };
    }
    files.push(replaced);
  }
  return { kind: 'plan', files, shown: await shownOf(files, steps), tree: first };
}

/** The files that a step has changed. */
export async function pathsOf(step: Step, trees: Trees): Promise<readonly string[]> {
  const found = await changesOf(step, trees, []);
  return found === null ? [step.path] : found.changes.map(({ path }) => path);
}

type Found = { readonly changes: readonly Change[]; readonly tree: Tree | null };

/** @param others paths that later steps have changed: of them too a command may have done something, where nobody knows what it did */
async function changesOf(step: Step, trees: Trees, others: readonly string[]): Promise<Found | null> {
  if (step.tree === undefined) {
    const before: Standing = step.before === null ? NOTHING : plainFile(step.before);
    return { changes: [{ path: step.path, before, after: plainFile(step.after) }], tree: null };
  }
  const found = await trees.changesOf({ ...step, tree: step.tree });
  if (found === null) return null;
  const { tree, isCertain } = found;
  const changes = found.changes.map(({ path, before, after }) => ({
    path,
    before: standingOf(before, before),
    after: isCertain ? standingOf(after, null) : null,
  }));
  if (isCertain) return { changes, tree };
  const known = new Set(changes.map(({ path }) => path));
  const more = tree.entries.filter(({ path }) => others.includes(path) && !known.has(path));
  return {
    changes: [
      ...changes,
      ...more.map((entry) => ({ path: entry.path, before: standingOf(entry, entry), after: null })),
    ],
    tree,
  };
}

function plainFile(hash: string): Standing {
  return { kind: 'file', hash, mode: null, size: null, kept: null };
}

function standingOf(entry: TreeEntry | null, kept: KeptEntry | null): Standing {
  if (entry === null) return NOTHING;
  if (entry.kind === 'link') return { kind: 'link', target: entry.target };
  return { kind: 'file', hash: entry.hash, mode: entry.mode, size: entry.size, kept };
}

function standingAt(path: string): Standing {
  return standingOf(entryAt(path, null, () => false)?.entry ?? null, null);
}

export function isSame(one: Standing, other: Standing): boolean {
  if (one.kind === 'file' && other.kind === 'file') {
    return one.hash === other.hash && (one.mode === null || other.mode === null || one.mode === other.mode);
  }
  return one.kind === 'link' && other.kind === 'link' ? one.target === other.target : one.kind === other.kind;
}

/** A step of one file has left its permissions as they were. */
function withMode(before: Standing, stands: Standing): Standing {
  if (before.kind !== 'file' || before.mode !== null || stands.kind !== 'file') return before;
  return { ...before, mode: stands.mode };
}

async function contentOf(standing: Standing, store: CheckpointStore): Promise<Buffer | null> {
  if (standing.kind !== 'file') return null;
  const kept = standing.kept && store.trees.content(standing.kept);
  return kept ?? store.content(standing.hash);
}

async function textsOf(path: string, after: Standing, step: Step, store: CheckpointStore) {
  const looked = entryAt(path, null, () => false);
  const mayShow = step.tree === undefined || !isHidden(path, step.path);
  return {
    after: after.kind === 'file' && mayShow ? await store.content(after.hash) : null,
    now: looked === null ? null : mayShow ? (looked.bytes ?? Buffer.alloc(0)) : Buffer.alloc(0),
  };
}

/** What a command has changed may be anything: secrets, git's own files, very many or very long ones. */
async function shownOf(files: readonly Replaced[], steps: readonly Step[]): Promise<readonly Restored[]> {
  const trees = steps.filter(({ tree }) => tree !== undefined);
  const single = new Set(steps.filter(({ tree }) => tree === undefined).map(({ path }) => path));
  const shown: Restored[] = [];
  let ofCommands = 0;
  for (const { path, from, to, content } of files) {
    if (!single.has(path)) {
      const isLong = [from, to].some((each) => each.kind === 'file' && (each.size ?? 0) > SHOWN_BYTES_MAX);
      if (isLong || trees.some((step) => isHidden(path, step.path)) || ++ofCommands > SHOWN_FILES_MAX) continue;
    }
    const looked = from.kind === 'file' ? entryAt(path, null, () => false) : null;
    shown.push({ path, from: looked?.bytes ?? null, to: await content() });
  }
  return shown;
}

function isHidden(path: string, folder: string): boolean {
  return isProtectedPath(relative(folder, path)) || path.split(sep).includes('.git');
}
