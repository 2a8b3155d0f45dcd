/** The demo's sample project: laid out, put under git where there is one, and compared at the end. */
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type GitUse, runGit } from '@tagma/git';
import { demoFiles } from './assets.ts';
import { EXIT } from './exit.ts';
import { messageOf, type Problem, problem } from './problem.ts';

const FOLDER = 'project/';
const GIT_MS_MAX = 30_000;
const AUTHOR = ['-c', 'user.name=Tagma demo', '-c', 'user.email=demo@example.invalid'];

/** Makes a temporary folder, and the sample project in it. */
export function layOut(): { readonly ok: true; readonly folder: string; readonly project: string } | Problem {
  try {
    const folder = mkdtempSync(join(tmpdir(), 'tagma-demo-'));
    const project = join(folder, 'meeting-room');
    for (const [path, text] of sampleFiles()) {
      const file = join(project, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    return { ok: true, folder, project };
  } catch (error) {
    const why = messageOf(error);
    return problem(
      EXIT.failed,
      `the sample project cannot be laid out in ${tmpdir()}: ${why}\nName a folder that can be written to with TMPDIR.`,
    );
  }
}

/** Makes the project a git repository with one commit. Gives whether that worked. */
export async function commitAll(project: string): Promise<boolean> {
  const commands = [
    ['init', '-q'],
    ['add', '-A'],
    [...AUTHOR, 'commit', '-q', '-m', 'Meeting room'],
  ];
  for (const args of commands) if ((await git(project, args, 'change')).exitCode !== 0) return false;
  return true;
}

/** What has changed since `layOut`: by git, or line by line where there is none. */
export async function changeIn(project: string, underGit: boolean): Promise<string> {
  if (underGit) return (await git(project, ['diff', '--no-color', '--no-ext-diff'], 'look')).output.trimEnd();
  return sampleFiles()
    .map(([path, before]) => ({ path, before, after: readFileSync(join(project, path), 'utf8') }))
    .filter(({ before, after }) => before !== after)
    .map(({ path, before, after }) => `${path}\n${changedLines(before, after)}`)
    .join('\n');
}

function git(folder: string, args: readonly string[], use: GitUse) {
  return runGit(args, use, { folder }, { msMax: GIT_MS_MAX });
}

function changedLines(before: string, after: string): string {
  const old = new Set(before.split('\n'));
  const now = new Set(after.split('\n'));
  const gone = [...old].filter((line) => !now.has(line)).map((line) => `-${line}`);
  const come = [...now].filter((line) => !old.has(line)).map((line) => `+${line}`);
  return [...gone, ...come].join('\n');
}

function sampleFiles(): readonly (readonly [string, string])[] {
  return Object.entries(demoFiles()).flatMap(([path, text]) =>
    path.startsWith(FOLDER) ? [[path.slice(FOLDER.length), text] as const] : [],
  );
}
