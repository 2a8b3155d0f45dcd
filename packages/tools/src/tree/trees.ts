/** Checkpoints of a project, one before each command that wants one: what has not changed since the last is not kept again. */
import type { CheckpointStore, Intent } from '../checkpoint-store.ts';
import { changesSince, takeTree } from './take-tree.ts';
import { LeftOut, type TreeLimits, treeLimits } from './tree-limits.ts';
import type { Tree, TreeChange } from './tree-store.ts';

/** Of a session, over and over. */
const KEPT_BYTES_MAX = 1024 ** 3;
/** A person waits for it, and has asked. */
const UNDO_MS_MAX = 60_000;

export type Trees = {
  /** Gives its name. Rejects with `LeftOut`, or an error of `node:fs`. */
  readonly take: (folder: string, name: string, limits: TreeLimits) => Promise<string>;
  /** Notes what has changed since, under the number of the step: false where nothing has. */
  readonly note: (name: string, step: number, limits: TreeLimits) => Promise<boolean>;
  /**
   * What a command has changed. `isCertain`: it was found when the command had ended; else all that is different now counts, for
   * nobody knows when that came. Null where the project as it was is not kept any more.
   */
  readonly changesOf: (
    step: Intent & { readonly tree: string },
  ) => Promise<{ readonly tree: Tree; readonly changes: readonly TreeChange[]; readonly isCertain: boolean } | null>;
};

/** @param own what Tagma itself writes: that is no part of a project */
export function openTrees({ trees }: Pick<CheckpointStore, 'trees'>, own: readonly string[]): Trees {
  let last: { readonly name: string; readonly tree: Tree } | null = null;
  let keptBytes = 0;

  const treeOf = async (name: string) => (last?.name === name ? last.tree : trees.tree(name));

  return {
    async take(folder, name, limits) {
      if (keptBytes > KEPT_BYTES_MAX)
        throw new LeftOut(`the session has kept more than ${KEPT_BYTES_MAX / 1024 ** 3} GB`);
      const pack = trees.openPack(name);
      try {
        const tree = await takeTree(folder, last?.tree.folder === folder ? last.tree : null, pack, limits, own);
        pack.end();
        keptBytes += pack.bytes();
        await trees.keepTree(name, tree);
        last = { name, tree };
        return name;
      } catch (error) {
        pack.drop();
        throw error;
      }
    },
    async note(name, step, limits) {
      const tree = await treeOf(name);
      if (tree === null) return true;
      const changes = await changesSince(tree, limits);
      if (changes.length > 0) await trees.keepChanges(String(step), changes);
      return changes.length > 0;
    },
    async changesOf({ tree: name, step }) {
      const tree = await treeOf(name);
      if (tree === null) return null;
      const noted = await trees.changes(String(step));
      if (noted !== null) return { tree, changes: noted, isCertain: true };
      const limits = treeLimits(UNDO_MS_MAX, Number.POSITIVE_INFINITY);
      return { tree, changes: await changesSince(tree, limits), isCertain: false };
    },
  };
}
