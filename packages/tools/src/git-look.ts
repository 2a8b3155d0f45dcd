/**
 * The actions of git that only look. They show what lies in the working folder, also where the repository is larger, and pass over what is
 * protected by its name, unless the call names it.
 */
import { isProtectedPath, type Outcome } from '@tagma/protocol';
import { type Files, type GitInput, problemOfWord, readFiles } from './git-request.ts';
import { type GitRun, type GitUse, runGit } from './git-run.ts';
import { PLAIN_DIFF, readingSafely } from './git-safety.ts';
import { readStatus } from './git-status.ts';
import { keepText } from './kept-text.ts';
import { aborted, failed, succeeded, timedOut } from './outcome.ts';
import { outputLimitsOf, sizeInWords } from './output-limits.ts';
import { shownName } from './paths.ts';
import type { ToolContext } from './tool.ts';
import { truncateBytes, truncateHead } from './truncate.ts';

const COMMITS_MAX = 30;
const PROTECTED_MAX = 500;
const COMMIT_HEAD = 'commit %H%d%nauthor %an <%ae>%ndate %ad%n%n%B';

type Looking = {
  readonly input: GitInput;
  readonly files: Extract<Files, { ok: true }>;
  /** Whether the repository is larger than the working folder. */
  readonly isPart: boolean;
  readonly use: GitUse;
  readonly context: ToolContext;
};

export async function look(input: GitInput, context: ToolContext): Promise<Outcome> {
  const files = readFiles(input.files, context);
  const problem = problemOfWord('ref', input.ref) ?? (files.ok ? null : files.problem);
  if (problem !== null || !files.ok) return failed(problem ?? '');
  const safety = await readingSafely(context);
  if (!safety.ok) return failed(`git cannot look at ${context.folder}: ${safety.problem}.`);
  const inside = await runGit(['rev-parse', '--is-inside-work-tree', '--show-prefix'], safety.use, context);
  const [isInside, prefix = ''] = inside.output.split('\n');
  if (inside.exitCode !== 0 || isInside !== 'true') return outside(inside, context);
  const looking: Looking = { input, files, isPart: prefix !== '', use: safety.use, context };

  switch (input.action) {
    case 'status':
      return status(looking);
    case 'log':
      return log(looking);
    case 'show':
      return show(looking);
    default:
      return diff(looking);
  }
}

/** For a folder that git does not know, and for a run that did not end by itself. */
export function outside(run: GitRun, context: ToolContext): Outcome {
  const ended = unfinished(run);
  if (ended) return ended;
  if (run.exitCode === 0)
    return failed(`${context.folder} is not among the files of a repository (it has none, or is git's own folder).`);
  if (!run.messages.includes('not a git repository')) return failed(run.messages);
  return failed(`Not a git repository: ${context.folder}. Use bash with git init to make one, if that is wanted.`);
}

/** The outcome of a run that was stopped or could not start; null for one that ended by itself. */
export function unfinished(run: GitRun): Outcome | null {
  if (run.cause === 'abort') return aborted('git was aborted before it was done.');
  if (run.cause === 'timeout') return timedOut('git took too long and was ended; ask for less at a time (files, ref).');
  return run.cause === 'failed' ? failed(`git could not be started: ${run.messages}.`) : null;
}

async function status(looking: Looking): Promise<Outcome> {
  if (looking.input.ref !== undefined) return failed('status takes no ref. Use diff with a ref to compare with it.');
  const args = ['--porcelain=v2', '--branch', '-z', '--untracked-files=normal', '--ignore-submodules=dirty'];
  const run = await runGit(['status', ...args, ...pathspecs(looking)], looking.use, looking.context);
  if (run.exitCode !== 0) return unfinished(run) ?? failed(run.messages);
  const { text, changes } = readStatus(run.output);
  return paged(text, { changes }, [], looking);
}

async function diff(looking: Looking): Promise<Outcome> {
  const { ref } = looking.input;
  const hasCommit = ref !== undefined || (await resolves('HEAD', looking));
  const against = ref ?? (hasCommit ? 'HEAD' : '--cached');
  return differences(['diff', '--relative'], against, looking);
}

async function log(looking: Looking): Promise<Outcome> {
  const { input, use, context } = looking;
  if (input.ref === undefined && !(await resolves('HEAD', looking)))
    return succeeded('', { commits: 0 }, ['no commits yet']);
  const args = [
    `--max-count=${COMMITS_MAX + 1}`,
    '--format=%h %ad %an: %s%d',
    '--date=short',
    '--no-patch',
    ...PLAIN_DIFF,
  ];
  const run = await runGit(
    ['log', ...args, '--no-show-signature', input.ref ?? 'HEAD', ...pathspecs(looking)],
    use,
    context,
  );
  if (run.exitCode !== 0) return unfinished(run) ?? failed(run.messages);
  const lines = run.output.split('\n').filter((line) => line !== '');
  const more = lines.length > COMMITS_MAX;
  const last = lines[COMMITS_MAX - 1]?.split(' ')[0] ?? '';
  const notes = more ? [`showing the last ${COMMITS_MAX} commits; for those before use ref="${last}~1"`] : [];
  if (lines.length === 0) notes.push('no commits');
  return paged(
    lines.slice(0, COMMITS_MAX).join('\n'),
    { commits: Math.min(lines.length, COMMITS_MAX) },
    notes,
    looking,
  );
}

async function show(looking: Looking): Promise<Outcome> {
  const { ref } = looking.input;
  if (ref === undefined && !(await resolves('HEAD', looking)))
    return failed('There is nothing to show: no commits yet.');
  const args = [`--format=${COMMIT_HEAD}`, '--no-show-signature', '--cc', '--relative'];
  return differences(['show', ...args], ref ?? 'HEAD', looking);
}

/** What a diff or a commit has changed, without what is protected. */
async function differences(command: readonly string[], ref: string, looking: Looking): Promise<Outcome> {
  const { use, context, files } = looking;
  const [action = '', ...options] = command;
  const args = [action, ...options, ...PLAIN_DIFF];
  const names = await runGit(
    [
      ...args,
      ...(action === 'show' ? ['--format='] : []),
      '--no-renames',
      '--name-only',
      '-z',
      ref,
      ...pathspecs(looking),
    ],
    use,
    context,
  );
  if (names.exitCode !== 0)
    return unfinished(names) ?? failed(`${names.messages}\n${adviceFor(names.messages)}`.trim());
  const isNamed = (path: string) =>
    files.paths.some((named) => path === named || (path.startsWith(`${named}/`) && isProtectedPath(named)));
  // `show` of a file gives its text in place of names.
  const listed = ref.includes(':') ? [] : names.output.split('\0').map((name) => name.replace(/^\n+/, ''));
  const hidden = listed.filter((path) => isProtectedPath(path) && !isNamed(path));
  if (hidden.length > PROTECTED_MAX)
    return failed(`More than ${PROTECTED_MAX} protected files have changed. Name the files to see.`);

  // A name that is no UTF-8 cannot be given to git as it is, so that it would not be left out.
  if (hidden.some((path) => path.includes('\ufffd')))
    return failed('A protected file lies where names are not UTF-8, and cannot be left out. Name the files to see.');

  const excluded = hidden.map((path) => `:(exclude,literal)${path}`);
  const run = await runGit([...args, ref, ...pathspecs(looking), ...excluded], use, context);
  if (run.exitCode !== 0) return unfinished(run) ?? failed(run.messages);
  const notes =
    hidden.length === 0
      ? []
      : [`not shown, as they are protected: ${hidden.map(shownName).join(', ')}; name one in files to ask for it`];
  if (run.output === '') notes.push('no differences');
  if (run.cut) notes.push('git printed more than could be held; name files to see less at a time');
  return paged(run.output, {}, notes, looking);
}

/** The named files, else the working folder where that is only a part of the repository. */
function pathspecs({ files, isPart }: Looking): readonly string[] {
  return ['--', ...(files.pathspecs.length === 0 && isPart ? ['.'] : files.pathspecs)];
}

async function resolves(ref: string, { use, context }: Looking): Promise<boolean> {
  return (await runGit(['rev-parse', '--verify', '--quiet', `${ref}^{commit}`], use, context)).exitCode === 0;
}

function paged(
  text: string,
  details: { readonly [name: string]: number },
  notes: readonly string[],
  { context, input }: Looking,
): Outcome {
  const limits = outputLimitsOf(context);
  const page = truncateHead(text, limits);
  if (!page.truncated) return succeeded(text, { ...details, truncated: false }, notes);
  const content = page.firstLineExceedsLimit ? truncateBytes(text, limits.bytesMax) : page.content;
  const kept = keepText(text, `git-${input.action}`, context);
  const where = kept.ok
    ? `read or grep ${kept.path}, which holds all of it, or name files`
    : 'name files to see less at a time';
  const limit = page.truncatedBy === 'bytes' ? ` (${sizeInWords(page.bytesMax)} limit)` : '';
  const note = `showing the first ${Math.max(1, page.outputLines)} of ${page.totalLines} lines${limit}; ${where}`;
  return succeeded(content, { ...details, truncated: true, ...(kept.ok ? { fullOutputPath: kept.path } : {}) }, [
    ...notes,
    note,
  ]);
}

function adviceFor(messages: string): string {
  return /bad revision|unknown revision|ambiguous argument|bad object/.test(messages)
    ? 'Use the action log to see the commits that there are.'
    : '';
}
