/**
 * What the tools have changed, so that it can be taken back: step by step, one change of one file each, the last first. A
 * turn is all steps of one number of the machine's. Nothing that somebody else has changed since is ever taken back with it.
 */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Intent, openStore } from './checkpoint-store.ts';
import { hashOf } from './file-version.ts';
import { restoreAll } from './restore.ts';
import { type TreeLimits, treeLimits } from './tree/tree-limits.ts';
import { openTrees } from './tree/trees.ts';
import { pathsOf, planUndo } from './undo-plan.ts';
import type { Step, Undone } from './undone.ts';

/** Within the output folder of the session, by a name that no tool reads unasked: the contents of any file may be in it. */
const FOLDER = ['.tagma', 'checkpoints'];
/** What was written is kept as well, to show later what was changed after that; not where it is longer. */
const SHOWN_BYTES_MAX = 512 * 1024;

export type PlannedChange = Pick<Intent, 'turn' | 'tool' | 'path' | 'folders'> & {
  readonly before: Buffer | null;
  readonly after: Buffer;
};

/** A change that is under way. */
export type PendingChange = {
  /** Whether the file has been changed. Rejects with the error of `node:fs`. */
  readonly end: (isMade: boolean) => Promise<void>;
};

/** A command, in a project. */
export type PlannedCommand = { readonly folder: string; readonly turn: number };

/** A command that is under way. */
export type PendingCommand = {
  /** `isOver` is false for one that goes on in the background: nobody knows then which changes are its own. Never rejects. */
  readonly end: (isOver: boolean) => Promise<void>;
};

/** What of the project's files was changed, kept so that it can be taken back. */
export type Checkpoints = {
  /** Notes a change that is about to be made; then tell what became of it. Rejects with the error of `node:fs`. */
  readonly begin: (change: PlannedChange) => Promise<PendingChange>;
  /**
   * Keeps the project as it stands before a command that cannot be analysed; then tell when it has ended: what it has changed is a
   * step like any other. Rejects with `LeftOut`, which says why it was left out, or the error of `node:fs`.
   */
  readonly beginCommand: (command: PlannedCommand, limits?: TreeLimits) => Promise<PendingCommand>;
  /** The files that an undo would change. */
  readonly changed: (steps: number | 'turn') => Promise<readonly string[]>;
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
  const trees = openTrees(store, [checkpointFolder(outputFolder)]);
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
        const isCut = !end && (intent.tree !== undefined || (await hashNow(intent.path)) !== intent.before);
        if (end === 'made' || isCut) {
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
    async changed(wanted) {
      const all = await Promise.all((await last(wanted)).map((step) => pathsOf(step, trees)));
      return [...new Set(all.flat())];
    },
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
    async beginCommand({ folder, turn }, limits = treeLimits()) {
      await load();
      const step = lastStep + 1;
      lastStep = step;
      const tree = await trees.take(folder, String(step), limits);
      const intent: Intent = { step, turn, tool: 'bash', path: folder, before: null, after: '', folders: [], tree };
      await store.append({ kind: 'begun', ...intent }, { sync: true });
      return {
        async end(isOver) {
          // Where it cannot be found out, all that is different at an undo counts.
          const isMade = !isOver || (await trees.note(tree, step, treeLimits()).catch(() => true));
          if (isMade) live.push(intent);
          if (isOver) await store.append({ kind: isMade ? 'made' : 'failed', step }, { sync: false }).catch(() => {});
        },
      };
    },
    async undo(wanted) {
      const steps = await last(wanted);
      if (steps.length === 0) return { kind: 'nothing' };
      const plan = await planUndo(steps, store, trees);
      if (plan.kind !== 'plan') return plan;
      await restoreAll(plan, steps);
      live = live.filter((step) => !steps.includes(step));
      for (const { step } of steps) await store.append({ kind: 'undone', step }, { sync: true });
      return { kind: 'undone', steps, files: plan.shown, paths: plan.files.map(({ path }) => path) };
    },
  };
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
