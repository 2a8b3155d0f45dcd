/**
 * What the tools have changed, so that it can be taken back: step by step, one change of one file each, the last first. A
 * turn is all steps of one number of the machine's. Nothing that somebody else has changed since is ever taken back with it.
 */
import { readFile, rm, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { writeAtomically } from './atomic-write.ts';
import { type CheckpointStore, type Intent, openStore } from './checkpoint-store.ts';
import { hashOf } from './file-version.ts';

/** Within the output folder of the session, by a name that no tool reads unasked: the contents of any file may be in it. */
const FOLDER = ['.tagma', 'checkpoints'];
/** What was written is kept as well, to show later what was changed after that; not where it is longer. */
const SHOWN_BYTES_MAX = 512 * 1024;

/** A change that was made. */
export type Step = Intent;

export type PlannedChange = Pick<Intent, 'turn' | 'tool' | 'path' | 'folders'> & {
  readonly before: Buffer | null;
  readonly after: Buffer;
};

/** A file as it was before the undo and as it is now; null is no file. */
export type Restored = { readonly path: string; readonly from: Buffer | null; readonly to: Buffer | null };

/** What came of taking changes back. */
export type Undone =
  /** The steps, the last first, and what it came to, file by file. Fewer than asked for where there are no more. */
  | { readonly kind: 'undone'; readonly steps: readonly Step[]; readonly files: readonly Restored[] }
  | { readonly kind: 'nothing' }
  /** Somebody else has changed the file since: nothing was taken back. `after` is null where it was not kept. */
  | { readonly kind: 'changed'; readonly step: Step; readonly after: Buffer | null; readonly now: Buffer | null }
  /** What it was before is not there any more: nothing was taken back. */
  | { readonly kind: 'lost'; readonly step: Step };

/** A change that is under way. */
export type PendingChange = {
  /** Whether the file has been changed. Rejects with the error of `node:fs`. */
  readonly end: (isMade: boolean) => Promise<void>;
};

/** What of the project's files was changed, kept so that it can be taken back. */
export type Checkpoints = {
  /** Notes a change that is about to be made; then tell what became of it. Rejects with the error of `node:fs`. */
  readonly begin: (change: PlannedChange) => Promise<PendingChange>;
  /** What an undo would take back, the last first. */
  readonly last: (steps: number | 'turn') => Promise<readonly Step[]>;
  /**
   * Takes back the last steps, or those of the last turn that has any, or none where one of them cannot be. Rejects with the
   * error of `node:fs`; asked again, it goes on where it stopped.
   */
  readonly undo: (steps: number | 'turn') => Promise<Undone>;
};

/** The folder of a session's checkpoints. */
export function checkpointFolder(outputFolder: string): string {
  return join(outputFolder, ...FOLDER);
}

/** Those of a session, also of one that has ended. Reads nothing yet. */
export function openCheckpoints(outputFolder: string): Checkpoints {
  const store = openStore(checkpointFolder(outputFolder));
  let loading: Promise<void> | null = null;
  let lastStep = 0;
  let live: Step[] = [];

  /** Once. A step that was begun and never made is none: that the file is as it was before says so. */
  function load(): Promise<void> {
    loading ??= store.lines().then(async (lines) => {
      const begun = lines.filter((line) => line.kind === 'begun');
      const ended = new Map(lines.filter(({ kind }) => kind !== 'begun').map(({ step, kind }) => [step, kind]));
      lastStep = Math.max(0, ...begun.map(({ step }) => step));
      for (const { kind: _kind, ...intent } of begun) {
        const end = ended.get(intent.step);
        if (end === 'made' || (!end && (await hashNow(intent.path)) !== intent.before)) {
          live.push(intent);
        }
      }
    });
    return loading;
  }

  async function last(steps: number | 'turn'): Promise<readonly Step[]> {
    await load();
    const turn = live.at(-1)?.turn;
    const wanted = steps === 'turn' ? live.filter((step) => step.turn === turn) : live.slice(-steps);
    return wanted.toReversed();
  }

  return {
    last,
    async begin({ before, after, ...change }) {
      await load();
      lastStep += 1;
      const kept = before && (await store.keep(before));
      const hash = after.length <= SHOWN_BYTES_MAX ? await store.keep(after) : hashOf(after);
      const intent: Intent = { step: lastStep, ...change, before: kept, after: hash };
      await store.append({ kind: 'begun', ...intent }, { sync: true });
      return {
        async end(isMade) {
          if (isMade) live.push(intent);
          // Whether it was made, the file itself says where this line is lost.
          await store.append({ kind: isMade ? 'made' : 'failed', step: intent.step }, { sync: false }).catch(() => {});
        },
      };
    },
    async undo(wanted) {
      const steps = await last(wanted);
      if (steps.length === 0) return { kind: 'nothing' };
      const plan = await planOf(steps, store);
      if (plan.kind !== 'plan') return plan;
      for (const file of plan.files) await restore(file, steps);
      live = live.filter((step) => !steps.includes(step));
      for (const { step } of steps) await store.append({ kind: 'undone', step }, { sync: true });
      return { kind: 'undone', steps, files: plan.files };
    },
  };
}

type Plan = { readonly kind: 'plan'; readonly files: readonly Restored[] };

/** Goes back step by step in mind: each must have left what the one after it, or the disk, begins with. */
async function planOf(steps: readonly Step[], store: CheckpointStore): Promise<Plan | Undone> {
  const now = new Map<string, Buffer | null>();
  const hashes = new Map<string, string | null>();
  for (const step of steps) {
    const { path } = step;
    if (!now.has(path)) {
      const bytes = await bytesNow(path);
      now.set(path, bytes);
      hashes.set(path, bytes && hashOf(bytes));
    }
    const hash = hashes.get(path) ?? null;
    // Somebody has taken it back already: as well.
    if (hash !== step.after && hash !== step.before) {
      return { kind: 'changed', step, after: await store.content(step.after), now: now.get(path) ?? null };
    }
    hashes.set(path, step.before);
  }
  const files: Restored[] = [];
  for (const [path, hash] of hashes) {
    const to = hash === null ? null : await store.content(hash);
    const step = steps.find((one) => one.path === path && one.before === hash);
    if (hash !== null && to === null && step) return { kind: 'lost', step };
    files.push({ path, from: now.get(path) ?? null, to });
  }
  return { kind: 'plan', files };
}

async function restore({ path, from, to }: Restored, steps: readonly Step[]): Promise<void> {
  if (to === null) {
    // Where no file is left, what stands there now (a folder) is somebody else's.
    if (from !== null) await rm(path, { force: true });
    const folders = steps.filter((step) => step.path === path).flatMap((step) => step.folders);
    // What somebody else has put there keeps its folder.
    for (const folder of folders.toReversed()) await rmdir(folder).catch(() => {});
  } else if (from === null || !from.equals(to)) {
    await writeAtomically(path, to);
  }
}

async function hashNow(path: string): Promise<string | null> {
  const bytes = await bytesNow(path).catch(() => null);
  return bytes && hashOf(bytes);
}

/** Null where there is no file. */
async function bytesNow(path: string): Promise<Buffer | null> {
  try {
    return (await stat(path)).isFile() ? await readFile(path) : null;
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return null;
    throw error;
  }
}
