/** A worktree of the project for a fork, made by the real git. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { addWorktree, removeWorktree } from '../../src/fork/worktree.ts';

const SESSION = '2026-06-30T12-00-00-0a1b2c';

afterEach(() => void vi.unstubAllEnvs());

/** A repository `app` with one commit, in a folder of its own. */
function repository(): { readonly around: string; readonly app: string } {
  const around = realpathSync(mkdtempSync(join(tmpdir(), 'tagma-worktree-')));
  onTestFinished(() => rmSync(around, { recursive: true, force: true }));
  const app = join(around, 'app');
  mkdirSync(join(app, 'src'), { recursive: true });
  writeFileSync(join(app, 'src', 'a.js'), 'old\n');
  git(app, 'init', '-q');
  git(app, 'add', '.');
  git(app, '-c', 'user.name=A', '-c', 'user.email=a@example.org', 'commit', '-qm', 'First');
  return { around, app };
}

function git(folder: string, ...args: string[]): string {
  return execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();
}

test('it stands beside the repository, with what is committed', async () => {
  const { around, app } = repository();
  writeFileSync(join(app, 'src', 'a.js'), 'new\n');
  writeFileSync(join(app, 'b.js'), 'new\n');
  const place = join(around, `app-${SESSION}`);
  const commit = git(app, 'rev-parse', '--short', 'HEAD');
  expect(await addWorktree(app, undefined, SESSION)).toEqual({
    ok: true,
    ...{ place, folder: place, repository: app },
    said: `it works in ${place}, a worktree of commit ${commit}. 2 changes in ${app} are not committed, and not in it.`,
  });
  expect(readFileSync(join(place, 'src', 'a.js'), 'utf8')).toBe('old\n');
  expect(existsSync(join(place, 'b.js'))).toBe(false);
  expect(git(place, 'status', '--porcelain', '--branch')).toBe('## HEAD (no branch)');
});

test('a project that is a folder of its repository is the same folder there; variables of git lead nowhere else', async () => {
  const { around, app } = repository();
  vi.stubEnv('GIT_DIR', join(around, 'nowhere'));
  const place = join(around, 'other');
  expect(await addWorktree(join(app, 'src'), place, SESSION)).toMatchObject({ ok: true, folder: join(place, 'src') });
});

test('one that nothing was done in is removed; one with changes is kept', async () => {
  const { around, app } = repository();
  const made = [
    await addWorktree(app, join(around, 'one'), SESSION),
    await addWorktree(app, join(around, 'two'), SESSION),
  ];
  writeFileSync(join(around, 'two', 'new.txt'), 'new');
  for (const worktree of made) if (worktree.ok) await removeWorktree(worktree);
  expect([existsSync(join(around, 'one')), existsSync(join(around, 'two'))]).toEqual([false, true]);
});

test.each([
  ['no repository', 'no git repository', (around: string) => around, undefined],
  ['a folder that is there', 'is there already', (_around: string, app: string) => app, '.'],
])('refuses %s', async (_title, words, project, path) => {
  const { around, app } = repository();
  const refused = await addWorktree(project(around, app), path, SESSION);
  expect(refused).toMatchObject({ ok: false, exit: 2, message: expect.stringContaining(words) });
});

test('refuses a repository without a commit, and where git makes none', async () => {
  const { around, app } = repository();
  const empty = join(around, 'empty');
  mkdirSync(empty);
  git(empty, 'init', '-q');
  expect(await addWorktree(empty, undefined, SESSION)).toMatchObject({
    message: expect.stringMatching(/no git repository with a commit/),
  });
  writeFileSync(join(around, 'file'), '');
  const below = join(around, 'file', 'below');
  expect(await addWorktree(app, below, SESSION)).toMatchObject({
    message: expect.stringMatching(/git could not make it: /),
  });
});
