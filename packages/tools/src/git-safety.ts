/**
 * How the tool has git look, and how it has it change something. What every look is kept from stands in `@tagma/git`; here
 * the filters of the repository are turned off beside, which have names of their own. A commit and a push keep what people
 * expect of them (hooks, filters, signatures, passwords from a helper), which is why they are asked about.
 */
import { LIST, LIST_WITHOUT_SCOPE, readList, UNKNOWN_OPTION, withoutFilters } from '@tagma/git';
import type { GitUse } from './git-run.ts';
import { runGit } from './git-run.ts';
import type { ToolContext } from './tool.ts';

const READING_MS_MAX = 30_000;
const CHANGING_MS_MAX = 300_000;

/** For every action that shows differences. */
export const PLAIN_DIFF = [
  '--no-ext-diff',
  '--no-textconv',
  '--no-color',
  '--submodule=short',
  '--ignore-submodules=dirty',
];

export const CHANGING: GitUse = { use: 'change', settings: [], timeoutMs: CHANGING_MS_MAX };

export type Safety = { readonly ok: true; readonly use: GitUse } | { readonly ok: false; readonly problem: string };

const BASE: GitUse = { use: 'look', settings: [], timeoutMs: READING_MS_MAX };

/**
 * How to look at the repository of this folder. Its filters (`filter.NAME.clean`, run on files that have changed) have
 * names of their own and are looked for; the person's own filters stay on (git-lfs).
 */
export async function readingSafely(context: ToolContext): Promise<Safety> {
  let listed = await runGit(LIST, BASE, context);
  const knowsScopes = listed.exitCode !== UNKNOWN_OPTION;
  if (!knowsScopes) listed = await runGit(LIST_WITHOUT_SCOPE, BASE, context);
  if (listed.cause !== 'exit' || listed.exitCode !== 0 || listed.cut) {
    return { ok: false, problem: listed.messages || 'its configuration cannot be read' };
  }
  const off = withoutFilters(readList(listed.output, knowsScopes));
  if (off.ok) return { ok: true, use: { ...BASE, settings: off.settings } };
  return { ok: false, problem: `its configuration has a filter with an odd name (${JSON.stringify(off.odd)})` };
}
