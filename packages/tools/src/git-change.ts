/** The actions of git that change something: a commit, with its hooks and signature, and a push, which never forces. */
import type { Outcome } from '@tagma/protocol';
import { outside, unfinished } from './git-look.ts';
import { type GitInput, LITERALLY, problemOfWord, readFiles } from './git-request.ts';
import { type GitRun, runGit } from './git-run.ts';
import { CHANGING } from './git-safety.ts';
import { failed, succeeded } from './outcome.ts';
import { shownName } from './paths.ts';
import type { ToolContext } from './tool.ts';
import { truncateTail } from './truncate.ts';

const LISTED_FILES_MAX = 200;
/** Of what hooks and servers say. */
const SAID = { linesMax: 100, bytesMax: 8 * 1024 };

/** Commits the named files as they are now, or what is staged. */
export async function commit({ message = '', files: named }: GitInput, context: ToolContext): Promise<Outcome> {
  if (message.trim() === '') return failed('A commit needs a message: its first line says what the change does.');
  if (message.includes('\0')) return failed('The message holds a NUL character. Write it again without it.');
  const files = readFiles(named, context);
  if (!files.ok) return failed(files.problem);
  const git = (...args: string[]) => runGit(args, CHANGING, context);
  const inside = await git('rev-parse', '--is-inside-work-tree');
  if (inside.exitCode !== 0 || inside.output.trim() !== 'true') return outside(inside, context);

  const only = files.pathspecs.length === 0 ? [] : ['--', ...files.pathspecs];
  if (only.length > 0) {
    const added = await git('add', ...only);
    if (added.exitCode !== 0) return unfinished(added) ?? notDone('committed', added);
  } else {
    const staged = await git('diff', '--cached', '--quiet', '--no-ext-diff');
    const isMerge = (await git('rev-parse', '--verify', '--quiet', 'MERGE_HEAD')).exitCode === 0;
    if (staged.exitCode === 0 && !isMerge)
      return failed('Nothing is staged, so there is nothing to commit. Name the files to commit in files.');
  }
  const run = await git('commit', `--message=${message}`, '--cleanup=whitespace', '--no-edit', ...only);
  if (run.exitCode !== 0) {
    const notes = only.length === 0 ? [] : ['the named files are staged now'];
    return unfinished(run) ?? notDone('committed', run, '', notes);
  }
  return committed(run, context);
}

async function committed(run: GitRun, context: ToolContext): Promise<Outcome> {
  const head = await runGit(
    ['log', '-1', '--format=%H%x00%h%x00%s', '--no-show-signature', '--no-patch'],
    CHANGING,
    context,
  );
  const [hash = '', short = '', subject = ''] = head.output.trimEnd().split('\0');
  const changed = await runGit(
    [
      'diff-tree',
      '--no-commit-id',
      '--name-status',
      '-r',
      '-z',
      '--root',
      '-m',
      '--first-parent',
      '--no-ext-diff',
      'HEAD',
      // A file may have that name.
      '--',
    ],
    CHANGING,
    context,
  );
  const fields = changed.output.split('\0');
  const files = fields.flatMap((kind, at) =>
    at % 2 === 0 && kind !== '' ? [`  ${kind} ${shownName(fields[at + 1] ?? '')}`] : [],
  );
  const left = files.length - LISTED_FILES_MAX;
  const lines = [
    `Committed ${short}: ${subject}`,
    ...files.slice(0, LISTED_FILES_MAX),
    ...(left > 0 ? [`  and ${left} more files`] : []),
  ];
  const beside = run.messages === '' ? [] : ['', truncateTail(run.messages, SAID).content];
  return succeeded([...lines, ...beside].join('\n'), { hash, files: files.length });
}

/** Pushes one branch to the branch of the same name. */
export async function push(input: GitInput, context: ToolContext): Promise<Outcome> {
  const problem = problemOfWord('remote', input.remote) ?? problemOfWord('branch', input.branch);
  if (problem !== null) return failed(problem);
  const git = (...args: string[]) => runGit(args, CHANGING, context);
  const remotes = await git('remote');
  if (remotes.exitCode !== 0) return outside(remotes, context);

  const branch = input.branch ?? (await git('symbolic-ref', '--quiet', '--short', 'HEAD')).output.trim();
  if (branch === '') return failed('No branch is checked out (detached head). Say which branch to push.');
  const isBranch = (await git('show-ref', '--verify', '--quiet', `refs/heads/${branch}`)).exitCode === 0;
  if (!isBranch)
    return failed(`There is no branch ${JSON.stringify(branch)} here, or it has no commits. Only branches are pushed.`);
  const names = remotes.output.split('\n').filter((name) => name !== '');
  const own = (await git('config', '--get', `branch.${branch}.remote`)).output.trim();
  const remote = input.remote ?? (names.includes(own) ? own : 'origin');
  if (!names.includes(remote)) {
    const known = names.length === 0 ? 'there are none; a person has to add one' : `there are: ${names.join(', ')}`;
    return failed(`There is no remote ${JSON.stringify(remote)}: ${known}. Addresses are not taken, only names.`);
  }
  // Both names whole: no refspec of the configuration is looked at, which might force.
  const refspec = `refs/heads/${branch}:refs/heads/${branch}`;
  const options = ['--no-force', '--no-follow-tags', '--recurse-submodules=no', '--no-progress'];
  const run = await git('push', ...options, '--', remote, refspec);
  if (run.exitCode !== 0) return unfinished(run) ?? notDone('pushed', run, adviceFor(run.messages));
  return succeeded(`Pushed ${branch} to ${remote}.\n${said(run)}`.trim(), { remote, branch });
}

/** Where the sandbox has stopped it, the person is asked whether it runs once more outside. */
function notDone(what: 'committed' | 'pushed', run: GitRun, advice = '', notes: readonly string[] = []): Outcome {
  const { exitCode, blocked } = run;
  const kept = blocked === null ? [] : [`the sandbox has kept it from ${blocked}`];
  const details = { exitCode, ...(blocked === null ? {} : { blocked }) };
  return failed(`Nothing was ${what}. ${said(run)}${advice}`, details, [...notes, ...kept]);
}

/** Names as the model wrote them. */
function said({ output, messages }: GitRun): string {
  return truncateTail(`${output.trim()}\n${messages}`.trim(), SAID).content.replaceAll(LITERALLY, '');
}

function adviceFor(messages: string): string {
  if (/non-fast-forward|fetch first|\[rejected\]/.test(messages)) {
    return '\nThe remote has commits that are not here. Get them first (bash: git pull --rebase); this tool never forces.';
  }
  if (/terminal prompts disabled|Permission denied|Authentication failed|could not read/.test(messages)) {
    return '\nThe remote wants a password or key that is not set up; a person has to do that.';
  }
  return '';
}
