/**
 * What a repository's own configuration may make git start, and the settings that keep it from that. A repository may come
 * from anybody; to look at it must not run what it says. Two kinds no setting can turn off: names that are free
 * (`filter.NAME.clean`), and `diff.external`, which `git diff` alone runs, and not with `--no-ext-diff`: see `repository.ts`.
 */

/** Name and value, as in `git config`. */
export type Setting = readonly [name: string, value: string];

/** For every start of git: a program that watches the files, tasks in the background, and what people like to see. */
export const ALWAYS: readonly Setting[] = [
  ['core.fsmonitor', 'false'],
  ['submodule.recurse', 'false'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['safe.bareRepository', 'explicit'],
  ['core.quotePath', 'false'],
  ['color.ui', 'false'],
  ['advice.statusHints', 'false'],
];

/** Which programs git would start to look; none of them is needed for it. */
const NO_PROGRAMS: readonly Setting[] = [
  ['core.fsmonitor', 'false'],
  ['core.hooksPath', '/dev/null'],
  ['core.pager', 'cat'],
  ['core.editor', 'true'],
  ['sequence.editor', 'true'],
  ['core.askPass', ''],
  ['core.sshCommand', 'false'],
  ['core.gitProxy', ''],
  ['core.alternateRefsCommand', ''],
  ['credential.helper', ''],
  ['diff.tool', ''],
  ['merge.tool', ''],
  ['log.showSignature', 'false'],
  ['gpg.program', 'false'],
  ['gpg.openpgp.program', 'false'],
  ['gpg.ssh.program', 'false'],
  ['gpg.ssh.defaultKeyCommand', ''],
  ['gpg.x509.program', 'false'],
  ['interactive.diffFilter', ''],
  ['uploadpack.packObjectsHook', ''],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
];

/** Merges are not made anew (their drivers are programs); submodules are not gone into (they start git in there). */
const NO_DETOURS: readonly Setting[] = [
  ['log.diffMerges', 'separate'],
  ['diff.submodule', 'short'],
  ['diff.ignoreSubmodules', 'dirty'],
  ['status.submoduleSummary', 'false'],
  ['submodule.recurse', 'false'],
  ['safe.bareRepository', 'explicit'],
];

const NO_NETWORK: readonly Setting[] = [
  ['protocol.allow', 'never'],
  ['protocol.ext.allow', 'never'],
  ['fetch.bundleURI', ''],
];

/** The index is not written, which runs a hook. */
const NO_WRITES: readonly Setting[] = [['diff.autoRefreshIndex', 'false']];

/** What looks are shown by a pager of their own for, or not at all. Without a terminal there is none anyhow. */
const PAGED = [
  ...['status', 'diff', 'log', 'show', 'reflog', 'shortlog', 'blame', 'annotate', 'grep', 'branch', 'tag', 'stash'],
  ...['config', 'var', 'range-diff', 'ls-files', 'ls-tree', 'rev-list', 'for-each-ref', 'show-ref', 'worktree'],
];

/** For whatever is judged a look, whichever way it comes to start git. */
export const LOOKING: readonly Setting[] = [
  ...NO_PROGRAMS,
  ...NO_DETOURS,
  ...NO_NETWORK,
  ...NO_WRITES,
  ...PAGED.map((name): Setting => [`pager.${name}`, 'false']),
];

/** For Tagma's own looks, which also want plain output. */
export const READING: readonly Setting[] = [...ALWAYS, ...LOOKING];
