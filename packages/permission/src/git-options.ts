/**
 * The subcommands of git that only look, and their options. Left out: whatever writes (`--output`), starts a program
 * (`--ext-diff`, `--open-files-in-pager`, `--show-signature`, `--remerge-diff`), starts git in submodules (`--submodule=diff`), reads
 * files that are in no repository (`--no-index`), or shows bytes that are no text (`--text`, `--binary`): protected files are hidden as such.
 */
import type { OptionList, OptionsRead } from './options.ts';

type Options = Extract<OptionsRead, { ok: true }>;

export type GitLook = OptionList & {
  /** Whether the operands, and the options together with them, only ask. `words` are all of them, as written. */
  readonly operands?: (read: Options, words: readonly string[]) => boolean;
  /** Whether it comes to no file's text: then no filter, driver or attribute has a part in it. */
  readonly isPlain?: true;
  /** Those of the operands that may be paths; all, if it is not said. */
  readonly named?: (read: Options) => readonly string[];
};

const DIFF: OptionList = {
  flags: 'psuwbRzc',
  valued: 'SGUl',
  attached: 'MCBDX',
  long:
    'patch no-patch raw stat numstat shortstat dirstat summary name-only name-status color no-color color-words word-diff ' +
    'patch-with-stat minimal patience histogram diff-algorithm find-renames no-renames find-copies find-copies-harder ' +
    'ignore-all-space ignore-space-change ignore-space-at-eol ignore-blank-lines ignore-cr-at-eol function-context ' +
    'full-index abbrev no-abbrev exit-code quiet no-ext-diff no-textconv unified inter-hunk-context ' +
    'diff-filter relative no-relative pickaxe-all pickaxe-regex compact-summary check no-prefix cached staged merge-base ' +
    'ignore-submodules submodule word-diff-regex src-prefix dst-prefix indent-heuristic no-indent-heuristic',
  longValued: 'diff-algorithm diff-filter unified',
};
const LOG: OptionList = {
  flags: `${DIFF.flags ?? ''}igEFPmtrn`,
  valued: 'SGUlnL',
  attached: 'MCBDX',
  numbers: true,
  long:
    `${DIFF.long ?? ''} oneline graph decorate no-decorate all branches tags remotes merges no-merges first-parent reverse ` +
    'follow pretty format abbrev-commit no-abbrev-commit date since after until before author committer grep max-count ' +
    'skip left-right left-only right-only cherry cherry-pick cherry-mark boundary topo-order date-order author-date-order ' +
    'simplify-by-decoration full-history ancestry-path no-walk walk-reflogs source use-mailmap relative-date parents ' +
    'children count log-size all-match invert-grep regexp-ignore-case extended-regexp fixed-strings perl-regexp ' +
    'min-parents max-parents no-notes notes encoding full-diff dense sparse simplify-merges cc combined-all-paths ' +
    'no-expand-tabs expand-tabs clear-decorations decorate-refs decorate-refs-exclude exclude not glob objects no-color-moved ' +
    'no-diff-merges diff-merges',
  longValued:
    'since after until before author committer grep max-count skip date decorate-refs exclude glob diff-filter',
};
/** `-n` is a number of commits. */
const OF_LOG: OptionList = { ...LOG, flags: (LOG.flags ?? '').replace('n', '') };

const isLone = ({ operands }: Options) => operands.length === 0;
/** Each of them asks for a list, of the refs that fit. */
const FITTING = ['contains', 'no-contains', 'merged', 'no-merged', 'points-at', 'list', 'l'];
const REF_CHOICE = 'contains no-contains merged no-merged';
const REF_VALUES = 'format sort points-at count';
const isList = ({ operands, given }: Options) => operands.length === 0 || FITTING.some((name) => given.has(name));

/** Merges are not made anew, which runs drivers; submodules are not gone into, where git is started again. */
function staysHere({ values }: Options): boolean {
  const given = (name: string) => values.get(name) ?? [];
  return (
    given('diff-merges').every((way) => !/^r/.test(way)) &&
    given('submodule').every((way) => /^(short|log)$/.test(way)) &&
    given('ignore-submodules').every((way) => /^(all|dirty)$/.test(way))
  );
}

/** Newer git starts the program that checks signatures where a ref is shown, or sorted, by its own. */
function showsNoSignature({ values }: Options): boolean {
  return ![...(values.get('format') ?? []), ...(values.get('sort') ?? [])].some((text) => /signature/.test(text));
}

export const GIT_LOOKS: { readonly [name: string]: GitLook } = {
  status: {
    flags: 'sbvz',
    attached: 'u',
    long: 'short branch show-stash porcelain long verbose untracked-files ignored ignore-submodules column no-column ahead-behind no-ahead-behind renames no-renames find-renames null',
    operands: staysHere,
  },
  diff: { ...DIFF, operands: staysHere },
  log: { ...OF_LOG, operands: staysHere },
  show: { ...OF_LOG, operands: staysHere },
  reflog: {
    ...OF_LOG,
    operands: (read) => staysHere(read) && !read.operands.some((word) => /^(expire|delete|drop|write)$/.test(word)),
  },
  shortlog: {
    ...OF_LOG,
    flags: 'nsec',
    long: `${OF_LOG.long} numbered summary email group`,
    operands: staysHere,
  },
  'rev-list': { ...OF_LOG, operands: staysHere },
  'diff-tree': { ...OF_LOG, long: `${OF_LOG.long} no-commit-id root`, operands: staysHere },
  'diff-index': { ...DIFF, operands: staysHere },
  'diff-files': { ...DIFF, operands: staysHere },
  'range-diff': { ...OF_LOG, operands: staysHere },
  cherry: { flags: 'v', long: 'abbrev' },
  blame: {
    flags: 'bltfnsewcp',
    valued: 'L',
    attached: 'MC',
    long: 'root show-stats show-name show-number show-email porcelain line-porcelain incremental date since color-lines color-by-age abbrev ignore-rev',
    longValued: 'date since ignore-rev abbrev',
  },
  annotate: { flags: 'bltfnsewcp', valued: 'L' },
  grep: {
    flags: 'nivwcloqFEGPphHaIWLrz',
    valued: 'eABCm',
    numbers: true,
    named: ({ operands, given }) => (given.has('e') ? operands : operands.slice(1)),
    long:
      'line-number ignore-case invert-match word-regexp count files-with-matches name-only files-without-match only-matching ' +
      'quiet fixed-strings extended-regexp basic-regexp perl-regexp heading break show-function function-context and or not all-match ' +
      'cached color no-color full-name column recursive text null max-depth',
    longValued: 'max-depth context after-context before-context max-count threads',
  },
  'ls-files': {
    flags: 'cdmoiskutvfz',
    valued: 'x',
    long: 'cached deleted modified others ignored stage unmerged killed directory no-empty-directory full-name error-unmatch exclude-standard abbrev eol deduplicate recurse-submodules debug',
    longValued: 'exclude',
  },
  'ls-tree': {
    isPlain: true,
    flags: 'drtlz',
    long: 'long name-only name-status full-name full-tree abbrev object-only format',
  },
  'cat-file': {
    flags: 'tspe',
    long: 'batch-check',
    operands: ({ operands, given }) => operands.length > 0 || given.has('batch-check'),
  },
  'rev-parse': {
    isPlain: true,
    flags: 'q',
    long:
      'abbrev-ref short verify quiet show-toplevel show-prefix show-cdup show-superproject-working-tree git-dir git-common-dir ' +
      'absolute-git-dir is-inside-work-tree is-inside-git-dir is-bare-repository is-shallow-repository symbolic ' +
      'symbolic-full-name all branches tags remotes revs-only no-revs sq default abbrev show-object-format',
    longValued: 'default',
  },
  'merge-base': { isPlain: true, flags: 'a', long: 'all octopus independent is-ancestor fork-point' },
  'name-rev': { isPlain: true, long: 'tags refs all name-only always', longValued: 'refs' },
  'show-ref': { isPlain: true, flags: 'dsq', long: 'head heads tags branches dereference hash verify quiet abbrev' },
  'for-each-ref': {
    isPlain: true,
    operands: showsNoSignature,
    long: `${REF_CHOICE} shell perl python tcl ignore-case`,
    longValued: REF_VALUES,
  },
  'symbolic-ref': { isPlain: true, flags: 'q', long: 'short quiet', operands: ({ operands }) => operands.length === 1 },
  describe: {
    long: 'all tags contains abbrev candidates exact-match debug long match exclude always first-parent dirty broken',
    longValued: 'match exclude',
  },
  'count-objects': { isPlain: true, flags: 'vH', long: 'verbose human-readable', operands: isLone },
  'check-ignore': { isPlain: true, flags: 'qvn', long: 'quiet verbose non-matching no-index' },
  'check-attr': { isPlain: true, flags: 'a', long: 'all cached' },
  var: { isPlain: true },
  branch: {
    isPlain: true,
    flags: 'arvqi',
    long: `all remotes list verbose quiet show-current column no-column color no-color abbrev no-abbrev ignore-case ${REF_CHOICE}`,
    longValued: REF_VALUES,
    // A name without `--list` makes a branch.
    operands: (read) => isList(read) && showsNoSignature(read),
  },
  tag: {
    isPlain: true,
    flags: 'li',
    attached: 'n',
    long: `list column no-column color ignore-case ${REF_CHOICE}`,
    longValued: REF_VALUES,
    operands: (read) => isList(read) && showsNoSignature(read),
  },
  remote: {
    isPlain: true,
    flags: 'v',
    long: 'verbose all push',
    operands: ({ operands: [verb] }) => verb === undefined || verb === 'get-url',
  },
  stash: {
    ...OF_LOG,
    named: ({ operands }) => operands.slice(1),
    operands: (read, [verb]) => staysHere(read) && (verb === 'list' || verb === 'show'),
  },
  worktree: {
    isPlain: true,
    flags: 'vz',
    long: 'porcelain verbose',
    operands: ({ operands }, [verb]) => verb === 'list' && operands.length === 1,
  },
  config: {
    isPlain: true,
    flags: 'lz',
    long: 'list get get-all get-regexp show-origin show-scope name-only local global system worktree null type bool int path default includes',
    longValued: 'default type',
    operands: ({ operands, given }) => {
      const asks = ['l', 'list', 'get', 'get-all', 'get-regexp'].some((option) => given.has(option));
      const [first = ''] = operands;
      if (asks) return true;
      return (
        first === 'list' || (first === 'get' && operands.length === 2) || (first.includes('.') && operands.length === 1)
      );
    },
  },
};
