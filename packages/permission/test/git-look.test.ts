import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { takeFacts } from '../src/index.ts';
import { makePlace, type TestPlace } from './place.ts';

let place: TestPlace;
beforeEach(() => {
  place = makePlace();
});
afterEach(() => place.remove());

const put = (path: string, text: string) => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
};
const looks = async (command: string, environment: { [name: string]: string } = {}) => {
  const facts = await takeFacts({ tool: 'bash', params: { command } }, { ...place, environment });
  return facts.readOnly && facts.unknown === null;
};

describe('a configuration that names a program', () => {
  test.each([
    ['[core]\n\tfsmonitor = ./x', false],
    ['[core]\n\tfsmonitor = true', false],
    ['[core]\n\tfsmonitor', false],
    ['[CORE] FSMonitor=./x', false],
    ['[core]fsmonitor=./x', false],
    ['[core]\n\tfsmonitor = \\\n./x', false],
    ['[core]\n\tworktree = /', false],
    ['[core]\n\talternateRefsCommand = ./x', false],
    ['[diff]\n\texternal = ./x', false],
    ['[diff "a"]\n\tcommand = ./x', false],
    ['[diff "a b"]\n\ttextconv = ./x', false],
    ['[diff.a]\n\ttextconv = ./x', false],
    ['[filter "a"]\n\tclean = ./x', false],
    ['[filter "a"]\n\tprocess = ./x', false],
    ['[filter "lfs"]\n\tclean = ./x', false],
    ['[gpg]\n\tprogram = ./x', false],
    ['[gpg "ssh"]\n\tprogram = ./x', false],
    ['[log]\n\tshowSignature = true', false],
    ['[remote "origin"]\n\tpromisor = true', false],
    ['[remote "origin"]\n\tvcs = x', false],
    ['[trace2]\n\teventTarget = /tmp/x', false],
    ['[include]\n\tpath = other', false],
    ['[includeIf "gitdir:/x"]\n\tpath = "other"', false],
    ['not a configuration', false],
    ['[core', false],
    ['', true],
    ['[core]\n\trepositoryformatversion = 0\n\tbare = false', true],
    ['[core]\n\tfsmonitor = false', true],
    ['[user]\n\tname = x # fsmonitor = ./x', true],
    ['; [core]\n# fsmonitor = ./x', true],
    ['[alias]\n\tstatus = !./x', true],
    [
      '[filter "lfs"]\n\tclean = git-lfs clean -- %f\n\tsmudge = git-lfs smudge -- %f\n\tprocess = git-lfs filter-process\n\trequired = true',
      true,
    ],
    ['[core]\n\thooksPath = .husky/_', true],
    ['[include]\n\tpath = nowhere', true],
    ['[remote "origin"]\n\turl = x\n\tfetch = +refs/heads/*:refs/remotes/origin/*', true],
  ])('%j: only looks: %s', async (text, expected) => {
    put(join(place.folder, '.git/config'), text);
    put(join(place.folder, '.git/other'), '[core]\n\tfsmonitor = ./x');
    for (const command of ['git status', 'git diff', 'git log -p', 'git show HEAD', 'cd src && git status']) {
      expect([command, await looks(command)]).toEqual([command, expected]);
    }
  });

  test('wherever it stands', async () => {
    const bad = '[diff]\n\texternal = ./x\n';
    expect(await looks('git diff')).toBe(true);
    for (const file of ['.gitconfig', '.config/git/config']) {
      put(join(place.home, file), bad);
      expect([file, await looks('git diff')]).toEqual([file, false]);
      rmSync(join(place.home, file));
    }
    put(join(place.folder, '.git/config.worktree'), bad);
    expect(await looks('git diff')).toBe(false);
    rmSync(join(place.folder, '.git/config.worktree'));
    put(join(place.elsewhere, 'git/config'), bad);
    expect(await looks('git diff', { XDG_CONFIG_HOME: place.elsewhere })).toBe(false);
    expect(await looks('git diff', { GIT_EXTERNAL_DIFF: './x' })).toBe(false);
    expect(await looks('git diff', { GIT_DIR: 'other' })).toBe(false);
    expect(await looks('git diff', { GIT_PAGER: 'less', GIT_AUTHOR_NAME: 'x' })).toBe(true);
  });

  test('a hook that looking runs, and submodules, which have a configuration of their own', async () => {
    put(join(place.folder, '.git/hooks/pre-commit'), '');
    expect(await looks('git status')).toBe(true);
    put(join(place.folder, '.git/hooks/post-index-change'), '');
    expect(await looks('git status')).toBe(false);
    rmSync(join(place.folder, '.git/hooks/post-index-change'));
    put(join(place.folder, '.git/config'), '[core]\n\thooksPath = hooks');
    put(join(place.folder, 'hooks/post-index-change'), '');
    expect(await looks('git status')).toBe(false);
    rmSync(join(place.folder, 'hooks'), { recursive: true });
    expect(await looks('git status')).toBe(true);
    put(join(place.folder, '.gitmodules'), '');
    expect(await looks('git status')).toBe(false);
  });

  test('the configuration of the repository that git would find', async () => {
    const inner = join(place.folder, 'src/inner');
    put(join(inner, '.git/config'), '[core]\n\tfsmonitor = ./x');
    expect(await looks('git status')).toBe(true);
    expect(await looks('git -C src/inner status')).toBe(false);
    expect(await looks('cd src/inner && git status')).toBe(false);
    rmSync(join(inner, '.git'), { recursive: true });
    expect(await looks('git -C src/inner status')).toBe(true);
    put(join(inner, '.git'), `gitdir: ${place.elsewhere}/bad\n`);
    put(join(place.elsewhere, 'bad/config'), '[core]\n\tfsmonitor = ./x');
    expect(await looks('git -C src/inner status')).toBe(false);
    rmSync(join(inner, '.git'));
    // A folder that looks like one inside of .git is a repository by itself.
    for (const file of ['HEAD', 'objects/x', 'refs/x']) put(join(inner, file), '');
    put(join(inner, 'config'), '[core]\n\tfsmonitor = ./x');
    expect(await looks('git -C src/inner status')).toBe(false);
  });
});

test('git itself agrees on which settings a file holds', () => {
  put(join(place.folder, '.git/config'), '[CORE] FSMonitor=./x\n[diff "a b"]\n\ttextconv = ./y');
  const env = { PATH: process.env.PATH, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' };
  const file = join(place.folder, '.git/config');
  expect(execFileSync('git', ['config', '--file', file, '--list'], { env, encoding: 'utf8' })).toBe(
    'core.fsmonitor=./x\ndiff.a b.textconv=./y\n',
  );
});

test('a version is asked of a program only where the project does not choose it', async () => {
  for (const command of ['cargo --version', 'yarn --version', 'pnpm -v']) expect(await looks(command)).toBe(true);
  put(join(place.folder, 'rust-toolchain.toml'), '[toolchain]\npath = "x"');
  put(join(place.folder, 'package.json'), '{"packageManager": "pnpm@9"}');
  for (const command of ['cargo --version', 'rustc -V', 'yarn --version', 'pnpm -v', 'cd src && cargo --version']) {
    expect([command, await looks(command)]).toEqual([command, false]);
  }
  expect(await looks('npm --version')).toBe(true);
});
