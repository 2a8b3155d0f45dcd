/** The demo's sample project: laid out, put under git where there is one, and compared at the end. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { demoFiles } from './assets.ts';

const FOLDER = 'project/';
const AUTHOR = ['-c', 'user.name=Tagma demo', '-c', 'user.email=demo@example.invalid'];

export async function layOut(project: string): Promise<void> {
  for (const [path, text] of sampleFiles()) {
    const file = join(project, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

/** Makes the project a git repository with one commit. Gives whether that worked. */
export function commitAll(project: string): boolean {
  const commands = [
    ['init', '-q'],
    ['add', '-A'],
    [...AUTHOR, 'commit', '-q', '-m', 'Meeting room'],
  ];
  return commands.every((args) => spawnSync('git', args, { cwd: project, stdio: 'ignore' }).status === 0);
}

/** Shows what has changed since `layOut`: by git, or line by line where there is none. */
export function showChange(project: string, git: boolean): void {
  if (git) {
    const { stdout } = spawnSync('git', ['--no-pager', 'diff', '--no-color'], { cwd: project, encoding: 'utf8' });
    process.stdout.write(stdout);
    return;
  }
  for (const [path, before] of sampleFiles()) {
    const after = readFileSync(join(project, path), 'utf8');
    if (after !== before) process.stdout.write(`${path}\n${changedLines(before, after)}\n`);
  }
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
