/** What a checkpoint of a repository of 5,000 files costs before a command: the first, the next where nothing has changed, and after it. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median, sayFigure } from '../../../test/figures.ts';
import { openCheckpoints } from '../src/index.ts';

const FILES = 5_000;
const FILE_BYTES = 6_000;
const ROUNDS = 5;
const FIRST_MS_MAX = 2_000;
const NEXT_MS_MAX = 1_000;

const root = realpathSync(mkdtempSync(join(tmpdir(), 'tagma-bench-')));
try {
  const folder = join(root, 'project');
  for (let at = 0; at < FILES; at++) {
    const part = join(folder, `part-${at % 100}`);
    mkdirSync(part, { recursive: true });
    writeFileSync(join(part, `file-${at}.ts`), `${at}\n`.repeat(FILE_BYTES / 5));
  }
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: folder });
  git('init', '-q');
  git('add', '.');
  git('commit', '-q', '-m', 'first');
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  const first: number[] = [];
  const next: number[] = [];
  const after: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const checkpoints = openCheckpoints(join(root, `outputs-${round}`));
    for (const costs of [first, next]) {
      const begun = performance.now();
      const command = await checkpoints.beginCommand({ folder, turn: 1 });
      costs.push(performance.now() - begun);
      const ended = performance.now();
      await command.end(true);
      after.push(performance.now() - ended);
    }
  }
  sayFigure(`${FILES} files, the first, ms`, median(first), { max: FIRST_MS_MAX });
  sayFigure('the next, ms', median(next), { max: NEXT_MS_MAX });
  sayFigure('after a command, ms', median(after), { max: NEXT_MS_MAX });
} finally {
  rmSync(root, { recursive: true, force: true });
}
