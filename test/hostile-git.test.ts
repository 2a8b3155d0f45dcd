/**
 * Looking at a hostile repository runs nothing of it: for each, plain git is shown to run its program, and then every look that
 * is allowed unasked is carried out, and all else in Tagma that starts git.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addWorktree } from '../packages/cli/src/fork/worktree.ts';
import { readMap } from '../packages/cli/src/map/read-map.ts';
import { takeFacts } from '../packages/permission/src/index.ts';
import { createRegistry } from '../packages/tools/src/index.ts';
import { ENVIRONMENT, FIXTURES, forget, hasRun, markOf, workshop } from './hostile-git/fixtures.ts';

const LOOKS = [
  'git status',
  'git status --short --ignore-submodules=none',
  'git diff',
  'git diff --stat',
  'git diff HEAD~1 --submodule=diff',
  'git log -p',
  'git log -p -m',
  'git log --oneline --stat',
  'git log --remerge-diff -1',
  'git log -1 --show-signature',
  'git log -1 --format=%G?',
  'git show',
  'git show --stat HEAD~1',
  'git blame f',
  'git grep one',
  'git ls-files -m',
  'git describe --always --dirty',
  'git stash list -p',
  'git reflog -p',
  'git rev-list --objects --all',
  'git branch -a',
  'git ls-files | xargs git log -p -1 --',
  'find . -name f -exec git log -p -1 -- {} +',
  'find . -maxdepth 2 -type d -exec git -C {} status \\;',
  'for d in . */ */*/; do git -C "$d" status; done',
  'cd sub && git status && git diff',
  'cd linked; git status',
  'cd docs/ev && git status; git log -p',
  'git -C docs/ev status; git -C docs/ev diff',
  'git -C module status && git -C module diff',
  'git --git-dir=docs/ev status',
  "bash -c 'git status'",
  'timeout 9 git status',
];

let root: string;
beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'hostile-git-')));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe.each(FIXTURES.map((fixture, at) => [fixture[0], fixture, at] as const))('%s', (_title, fixture, at) => {
  const [, make, control, below = '.'] = fixture;
  let folder: string;
  let place: string;
  const environment = () => ({ ...ENVIRONMENT, HOME: join(root, 'home') });

  beforeAll(() => {
    mkdirSync(join(root, 'home'), { recursive: true });
    folder = join(root, `repository-${at}`);
    place = join(folder, below);
    make(workshop(folder), `touch ${markOf(folder)}`);
  });

  /** Commands that were looks, carried out; those that ran the program. */
  async function running(cwd: string): Promise<{ readonly looks: number; readonly ran: readonly string[] }> {
    const registry = createRegistry(undefined, undefined, { environment });
    const ran: string[] = [];
    let looks = 0;
    for (const command of LOOKS) {
      const facts = await takeFacts(
        { tool: 'bash', params: { command } },
        { folder: cwd, home: join(root, 'home'), environment: environment() },
      );
      if (facts.readOnly && facts.unknown === null) {
        looks += 1;
        const context = { folder: cwd, turn: 1, outputFolder: join(root, 'outputs'), asWritten: {}, looksOnly: true };
        await registry.run('bash', { command }, { ...context, signal: new AbortController().signal });
      }
      if (hasRun(folder)) ran.push(command);
      forget(folder);
    }
    await registry.end();
    return { looks, ran };
  }

  /** With a change that git has not seen yet, of the same size: it must look into the file. */
  function plainGit(text: string): boolean {
    for (const name of ['f', 'module/f'].filter((each) => existsSync(join(folder, each))))
      writeFileSync(join(folder, name), text);
    spawnSync('git', control, { cwd: place, env: environment(), timeout: 20_000 });
    const ran = hasRun(folder);
    forget(folder);
    return ran;
  }

  test('plain git runs its program', () => {
    expect(plainGit('new\n')).toBe(true);
  });

  test('no look runs it, from the top or from below', async () => {
    for (const each of new Set([folder, place])) {
      const { looks, ran } = await running(each);
      expect(ran).toEqual([]);
      // Some looks are always allowed.
      expect(looks).toBeGreaterThan(1);
    }
  });

  test('the tool git does not run it', async () => {
    const registry = createRegistry(undefined, undefined, { environment });
    const context = { folder: place, turn: 1, outputFolder: join(root, 'outputs'), asWritten: {} };
    for (const action of ['status', 'diff', 'log', 'show'])
      await registry.run('git', { action }, { ...context, signal: new AbortController().signal });
    expect(hasRun(folder)).toBe(false);
  });

  test('neither a map nor a worktree for a fork runs it', async () => {
    await readMap(place, () => true);
    await addWorktree(place, join(root, `worktree-${at}`), 'session');
    expect(hasRun(folder)).toBe(false);
  });

  test('plain git still runs it', () => {
    expect(plainGit('old\n')).toBe(true);
  });
});
