import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
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
const GIT = { PATH: process.env.PATH ?? '', GIT_CONFIG_NOSYSTEM: '1' };
const factsOf = (command: string, environment: { [name: string]: string } = {}) =>
  takeFacts(
    { tool: 'bash', params: { command } },
    { ...place, environment: { ...GIT, HOME: place.home, ...environment } },
  );
const looks = async (command: string, environment: { [name: string]: string } = {}) => {
  const facts = await factsOf(command, environment);
  return facts.readOnly && facts.unknown === null;
};
const git = (folder: string, ...args: string[]) =>
  execFileSync('git', args, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...GIT, GIT_CONFIG_GLOBAL: '/dev/null' },
  }).trim();
const commit = (folder: string, message: string) => {
  git(folder, 'add', '-A', '--force');
  git(folder, '-c', 'user.name=A', '-c', 'user.email=a@example.org', 'commit', '-qm', message);
};
/** A repository in the place of the folder that only looks like one. */
const start = (folder = place.folder) => {
  rmSync(join(folder, '.git'), { recursive: true, force: true });
  git(folder, 'init', '-q');
};
const LFS =
  '[filter "lfs"]\n\tclean = git-lfs clean -- %f\n\tsmudge = git-lfs smudge -- %f\n\tprocess = git-lfs filter-process\n\trequired = true\n';

describe('a configuration of the repository', () => {
  test.each([
    // What settings turn off asks nobody.
    ['[core]\n\tfsmonitor = ./x', null],
    ['[core]\n\tfsmonitor = true', null],
    ['[core]\n\talternateRefsCommand = ./x', null],
    ['[core]\n\thooksPath = .husky/_', null],
    ['[gpg]\n\tprogram = ./x', null],
    ['[gpg "ssh"]\n\tprogram = ./x', null],
    ['[log]\n\tshowSignature = true', null],
    ['[log]\n\tdiffMerges = remerge', null],
    ['[remote "origin"]\n\tpromisor = true', null],
    ['[alias]\n\tstatus = !./x', null],
    ['[pager]\n\tstatus = ./x', null],
    ['[filter "a"]\n\trequired = true', null],
    ['[include]\n\tpath = nowhere', null],
    ['', null],
    // What has a name of its own does.
    ['[diff "a b"]\n\ttextconv = ./x', './x (diff.a b.textconv of the repository)'],
    ['[diff "a"]\n\tcommand = ./x', './x (diff.a.command of the repository)'],
    ['[filter "a"]\n\tclean = ./x', './x (filter.a.clean of the repository)'],
    ['[filter "a"]\n\tprocess = ./x', './x (filter.a.process of the repository)'],
    ['[merge "a"]\n\tdriver = ./x', './x (merge.a.driver of the repository)'],
    [LFS, 'git-lfs clean -- %f (filter.lfs.clean of the repository)'],
    ['[lfs "extension.a"]\n\tclean = ./x', './x (lfs.extension.a.clean of the repository)'],
    ['[core]\n\tworktree = /', '/ (core.worktree of the repository)'],
    ['[core]\n# a note \\\n[filter "a"]\n\tclean = ./x', './x (filter.a.clean of the repository)'],
    ['[include]\n\tpath = "oth\\u0065r"', 'unknown'],
    ['[include]\n\tpath = other ; a note', './y (filter.b.clean of the repository)'],
    ['[include]\n\tpath = "ot\\ther" # a note', './z (filter.c.clean of the repository)'],
    ['[core', 'unknown'],
    ['not a configuration', 'unknown'],
  ])('%j: runs %j', async (text, expected) => {
    start();
    put(join(place.folder, '.git/other'), '[filter "b"]\n\tclean = ./y\n');
    put(join(place.folder, '.git/ot\ther'), '[filter "c"]\n\tclean = ./z\n');
    appendFileSync(join(place.folder, '.git/config'), text);
    for (const command of ['git status', 'git diff', 'git log -p', 'cd src && git status']) {
      const { readOnly, unknown, runs } = await factsOf(command);
      const found = unknown === null ? (runs.find((program) => program.includes('(')) ?? null) : 'unknown';
      expect([command, readOnly, found]).toEqual([command, expected === null, expected]);
    }
    expect(await looks('git branch -a')).toBe(true);
  });

  test('what compares files is run by git diff alone', async () => {
    start();
    git(place.folder, 'config', 'diff.external', './x');
    expect(await looks('git status')).toBe(true);
    expect(await looks('git log --oneline')).toBe(true);
    expect(await looks('git diff --no-ext-diff')).toBe(true);
    expect((await factsOf('git diff')).runs).toEqual(['git', './x (diff.external of the repository)']);
  });
});

test("the person's own: git-lfs is known, another filter is named, what settings turn off asks nobody", async () => {
  start();
  const own = join(place.home, '.gitconfig');
  put(own, `[core]\n\tfsmonitor = true\n[gpg]\n\tprogram = /usr/bin/gpg2\n${LFS}`);
  for (const command of ['git status', 'git diff', 'git show'])
    expect([command, await looks(command)]).toEqual([command, true]);
  put(own, '[filter "nb"]\n\tclean = nbstripout\n');
  expect((await factsOf('git status')).runs).toEqual(['git', 'nbstripout (filter.nb.clean of your configuration)']);
  rmSync(own);
  put(join(place.elsewhere, 'git/config'), '[filter "nb"]\n\tclean = nbstripout\n');
  expect(await looks('git status', { XDG_CONFIG_HOME: place.elsewhere })).toBe(false);
  expect(await looks('git status')).toBe(true);
  const set = { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'filter.nb.clean', GIT_CONFIG_VALUE_0: 'nbstripout' };
  expect(await looks('git status', set)).toBe(false);
});

test('variables that lead git elsewhere ask; those that have it start programs are not handed on', async () => {
  start();
  for (const name of ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE', 'GIT_OBJECT_DIRECTORY', 'GIT_EXEC_PATH'])
    expect([name, await looks('git diff', { [name]: 'other' })]).toEqual([name, false]);
  for (const name of ['GIT_EXTERNAL_DIFF', 'GIT_PAGER', 'GIT_SSH_COMMAND', 'GIT_TRACE', 'GIT_AUTHOR_NAME'])
    expect([name, await looks('git diff', { [name]: './x' })]).toEqual([name, true]);
});

describe('the answer is kept while nothing changes it', () => {
  const bad = '[filter "a"]\n\tclean = ./x\n';
  test.each<[string, () => void]>([
    ['the configuration', () => appendFileSync(join(place.folder, '.git/config'), bad)],
    ["the person's own, which was not there", () => put(join(place.home, '.gitconfig'), bad)],
    ['another of his, likewise', () => put(join(place.home, '.config/git/config'), bad)],
    ['a repository nearer to it', () => git(join(place.folder, 'src'), 'init', '-q')],
    ['a nearer one by a file', () => put(join(place.folder, 'src/.git'), `gitdir: ${place.elsewhere}/bad\n`)],
    [
      'the configuration of the worktree',
      () => {
        put(join(place.folder, '.git/config.worktree'), bad);
        git(place.folder, 'config', 'extensions.worktreeConfig', 'true');
      },
    ],
    [
      'submodules that are looked into',
      () => put(join(place.folder, '.gitmodules'), '[submodule "a"]\n\tignore = none\n'),
    ],
  ])('%s', async (_title, change) => {
    start();
    git(place.elsewhere, 'init', '-q', 'other');
    git(join(place.elsewhere, 'other'), 'config', 'filter.a.clean', './x');
    cpSync(join(place.elsewhere, 'other/.git'), join(place.elsewhere, 'bad'), { recursive: true });
    expect(await looks('cd src && git status')).toBe(true);
    change();
    if (existsSync(join(place.folder, 'src/.git/HEAD')))
      git(join(place.folder, 'src'), 'config', 'filter.a.clean', './x');
    expect(await looks('cd src && git status')).toBe(false);
  });

  test('an include of the repository, empty at first', async () => {
    start();
    put(join(place.folder, '.git/more'), '');
    git(place.folder, 'config', 'include.path', 'more');
    expect(await looks('git status')).toBe(true);
    put(join(place.folder, '.git/more'), bad);
    expect(await looks('git status')).toBe(false);
  });
});

describe('wherever it runs', () => {
  test('a folder without a repository, one that is not there, a bare one, and no git at all', async () => {
    rmSync(join(place.folder, '.git'), { recursive: true });
    expect(await looks('git status')).toBe(true);
    expect(await looks('git -C nowhere status')).toBe(true);
    git(place.folder, 'init', '-q', '--bare', 'bare');
    expect(await looks('cd bare && git log')).toBe(true);
    expect(await looks('git status', { PATH: '/nowhere' })).toBe(true);
    // Outside of a repository it compares what it is given, with all that is in there.
    expect((await factsOf('git diff . docs')).reads.some(({ where }) => where === 'protected')).toBe(true);
  });

  test('a git that does not know scopes', async () => {
    start();
    const real = execFileSync('/bin/sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
    const older = `#!/bin/sh\nfor word; do [ "$word" = --show-scope ] && exit 129; done\nunset GIT_CONFIG_COUNT\nexec ${real} "$@"\n`;
    put(join(place.elsewhere, 'old/git'), older);
    chmodSync(join(place.elsewhere, 'old/git'), 0o755);
    const PATH = `${place.elsewhere}/old:${GIT.PATH}`;
    expect(await looks('git status', { PATH })).toBe(true);
    git(place.folder, 'config', 'filter.a.clean', './x');
    expect(await looks('git status', { PATH })).toBe(false);
  });

  test('folders that are found one by one are not known', async () => {
    start();
    expect(await looks('find . -type d -exec git -C {} status \\;')).toBe(false);
    expect(await looks('git ls-files | xargs git show')).toBe(false);
  });
});

describe('protected files in what git shows', () => {
  const reads = async (command: string) =>
    (await factsOf(command)).reads.map(({ path }) => relative(place.folder, path));
  beforeEach(() => {
    start();
    rmSync(join(place.folder, 'nested'), { recursive: true });
    for (const link of ['linked-etc', 'link-out', 'link-env', 'linked-folder', 'dangling', 'circle', 'deep'])
      rmSync(join(place.folder, link));
  });

  test('a search reads them, where git keeps some; changes are shown without them', async () => {
    git(place.folder, 'add', 'src');
    for (const command of ['git grep KEY', 'git log -S KEY', 'git show', 'git log -p', 'git diff'])
      expect([command, await reads(command)]).toEqual([command, []]);
    commit(place.folder, 'All');
    for (const command of ['git grep KEY', 'git grep -h KEY', 'git grep -e KEY'])
      expect([command, await reads(command)]).toEqual([command, ['.env']]);
    for (const command of ['git grep KEY src', 'git grep KEY -- src/a.ts'])
      expect([command, await reads(command)]).toEqual([command, [command.endsWith('src') ? 'src' : 'src/a.ts']]);
    for (const command of [
      'git log -S KEY --oneline',
      'git show',
      'git log -p',
      'git diff',
      'git stash show -p',
      'git diff --cached',
    ])
      expect([command, await reads(command)]).toEqual([command, []]);
  });

  test.each([
    ['.gitattributes', '* diff\n', true],
    ['.gitattributes', '[attr]text2 diff\n.env text2\n', true],
    ['.git/info/attributes', '.env diff=dotenv\n', true],
    ['src/.gitattributes', '*.pem diff\n', true],
    ['.gitattributes', '*.ts diff=typescript\n*.lock -diff\n* text=auto\n', false],
  ])('attributes of the repository in %s that show them: %j', async (file, text, isShown) => {
    put(join(place.folder, file), text);
    commit(place.folder, 'All');
    for (const command of ['git show', 'git log -p', 'git diff'])
      expect([command, (await reads(command)).length > 0]).toEqual([command, isShown]);
    expect(await reads('git log --oneline --stat')).toEqual([]);
  });

  test('an object by its number is not known for what it is, unless it is a commit', async () => {
    put(join(place.folder, '.aws/credentials'), 'KEY=1');
    commit(place.folder, 'All');
    const numberOf = (name: string) => git(place.folder, 'rev-parse', name);
    const [blob, folder, made] = [numberOf('HEAD:.env'), numberOf('HEAD:.aws'), numberOf('HEAD')];
    for (const command of [
      ...[`git show ${blob}`, `git show ${blob.slice(0, 7)}`, `git cat-file -p ${blob}`, `git grep KEY ${blob}`],
      ...[
        `git show ${blob}^{}`,
        `git diff ${made} ${blob}`,
        `git diff ${blob}..${blob}`,
        `git show ${folder}:credentials`,
      ],
      ...[`git diff ${folder} ${folder}`, 'git cat-file --batch'],
    ])
      expect([command, await looks(command)]).toEqual([command, false]);
    for (const command of [
      `git show ${made}`,
      `git show ${made.slice(0, 7)}`,
      `git show ${folder}`,
      'git show abcdef12',
    ])
      expect([command, await looks(command)]).toEqual([command, true]);
  });
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
