/** What commands in the real sandbox can make of files that run by themselves: nothing that runs afterwards. */
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Bounds } from '@tagma/protocol';
import { findSandbox } from '@tagma/sandbox';
import { createRegistry } from '@tagma/tools';
import { describe, expect, onTestFinished, test } from 'vitest';
import { NO_CONFIG } from '../src/config/config.ts';
import { openSandbox } from '../src/sandbox.ts';

const found = await findSandbox();
const PROJECT: Bounds = { writes: 'project', network: false, beyond: [] };
const TRUSTED: Bounds = { writes: 'project', network: true, beyond: [], sharesMachine: true };
const FILES =
  'src/a.ts .vscode/tasks.json .github/workflows/ci.yml packages/a/AGENTS.md node_modules/x/index.js .husky/pre-commit package.json sub/.envrc';
const GIT = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null', HOME: '/nonexistent' };

async function place(more = '') {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'tagma-guard-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const [folder, outputFolder] = [join(root, 'project'), join(root, 'outputs')];
  for (const file of `${FILES} ${more}`.trim().split(' ')) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), 'as it was\n');
  }
  const sandbox = await openSandbox(
    found,
    { folder, outputFolder, config: NO_CONFIG },
    { XDG_CACHE_HOME: join(root, 'cache') },
  );
  const registry = createRegistry(undefined, undefined, sandbox.operations);
  onTestFinished(() => registry.end());
  const run = (command: string, bounds: Bounds | null = PROJECT, params: object = {}) =>
    registry.run(
      'bash',
      { ...(command !== '' && { command }), ...params },
      {
        folder,
        turn: 1,
        bounds: bounds && { ...bounds },
        signal: new AbortController().signal,
        outputFolder,
        asWritten: {},
      },
    );
  const text = (path: string) => (existsSync(join(folder, path)) ? readFileSync(join(folder, path), 'utf8') : null);
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: folder, env: { ...process.env, ...GIT }, encoding: 'utf8' });
  return { root, folder, outputFolder, registry, run, text, git };
}

/** The paths that are said to have been moved, and whether they lie where it is said. */
function movedOf({ details }: { readonly details: object }, folder: string): readonly string[] {
  const moved = 'movedAside' in details && Array.isArray(details.movedAside) ? details.movedAside : [];
  expect(moved.filter(({ to }) => lstatSync(to, { throwIfNoEntry: false }) === undefined)).toEqual([]);
  return moved.map(({ path }) => path.slice(folder.length + 1)).sort();
}

describe.skipIf(found.kind === 'none')('a command in the sandbox', () => {
  const KEPT: readonly (readonly [string, string])[] = [
    ['a file of the editor', 'echo x > .vscode/tasks.json'],
    ['a workflow', 'echo x > .github/workflows/ci.yml'],
    ['a new file in a folder that runs', 'echo x > .vscode/launch.json'],
    ['instructions in a folder below', 'echo x > packages/a/AGENTS.md'],
    ['what is installed', 'echo x > node_modules/x/index.js'],
    ['a hook', 'echo x > .husky/pre-commit'],
    ['a file that is replaced', 'echo x > new; mv -f new packages/a/AGENTS.md'],
    ['a folder that is replaced', 'rm -rf .vscode; mkdir .vscode && echo x > .vscode/tasks.json'],
    ['a file in a folder that is moved away and made anew', 'mv sub other; echo x > other/.envrc'],
  ];
  test.each(KEPT)('does not change %s', async (_, command) => {
    const { run, folder } = await place();
    await run(command);
    const changed = FILES.split(' ').filter((file) => {
      const at = [file, file.replace('sub/', 'other/')].map((path) => join(folder, path)).find(existsSync);
      return at === undefined || readFileSync(at, 'utf8') !== 'as it was\n';
    });
    expect(changed).toEqual([]);
  });

  const MOVED: readonly (readonly [title: string, command: string, moved: readonly string[]])[] = [
    ['a task of the editor', 'mkdir -p src/.vscode && echo x > src/.vscode/tasks.json', ['src/.vscode']],
    ['instructions', 'echo x > AGENTS.md; echo x > src/claude.md', ['AGENTS.md', 'src/claude.md']],
    ['a start-up file', 'echo x > .envrc; echo x > src/evil.pth', ['.envrc', 'src/evil.pth']],
    ['what leads git elsewhere', 'echo ../store > .git/commondir', ['.git/commondir']],
    ['a second configuration of git', 'echo x > .git/config.worktree', ['.git/config.worktree']],
    [
      'a repository that starts a program',
      'git init -q inner && git -C inner config core.fsmonitor ./x',
      ['inner/.git/config'],
    ],
    [
      'a hook of a repository',
      'git init -q inner && mkdir -p inner/.git/hooks && echo x > inner/.git/hooks/post-checkout',
      ['inner/.git/hooks/post-checkout'],
    ],
    [
      'a link to hooks',
      'git init -q inner && rm -rf inner/.git/hooks && ln -s /x inner/.git/hooks',
      ['inner/.git/hooks'],
    ],
    [
      'a folder that only git takes for one',
      'mkdir -p docs/ev; echo x > docs/ev/HEAD; echo .. > docs/ev/commondir',
      ['docs/ev/commondir'],
    ],
    [
      'a bare repository',
      'git init -q --bare b.git && git -C b.git config alias.x "!x" && git -C b.git config core.pager x',
      ['b.git/config'],
    ],
    ['a link to a repository', 'echo "gitdir: ../store" > src/.git', ['src/.git']],
    ['a link in the place of a repository', 'ln -s ../store src/.git', ['src/.git']],
    [
      'an installed program',
      'mkdir -p src/node_modules/.bin; echo x > src/node_modules/.bin/tsc',
      ['src/node_modules'],
    ],
    ['a file that is moved into its place', 'echo x > a; mv a .npmrc', ['.npmrc']],
    ['what a failing command has made', 'echo x > .envrc; exit 3', ['.envrc']],
    [
      'nothing of a repository that starts nothing',
      'git init -q inner && git -C inner config user.name me && git -C inner remote add o https://a.b/c',
      [],
    ],
    ['nothing that is ordinary', 'echo x > Makefile; mkdir -p config; echo x > config/a.yml; echo x > .gitignore', []],
    ['nothing that was only moved along', 'mv packages others', []],
  ];
  test.each(MOVED)('that makes it has it moved aside: %s', async (_, command, moved) => {
    const { run, folder, git, outputFolder } = await place();
    git('init', '-q');
    const outcome = await run(command);
    expect(movedOf(outcome, folder)).toEqual(moved);
    expect(moved.filter((path) => existsSync(join(folder, path)))).toEqual([]);
    const notes = (outcome.notes ?? []).filter((note) => note.includes('moved aside'));
    const [first = ''] = moved;
    const way = `mv ${outputFolder}/moved-aside/1/${first} ${first}`;
    const said = `it has made what other programs run by themselves, and that was moved aside: ${moved.join(', ')}; to put it back, which the user is asked about: ${way}`;
    expect(notes).toEqual(moved.length === 0 ? [] : [said]);
  });

  test('that replaces a link of such a name gets it back', async () => {
    const { run, folder } = await place();
    symlinkSync('src', join(folder, '.zed'));
    expect(movedOf(await run('rm .zed; mkdir .zed; echo x > .zed/tasks.json'), folder)).toEqual(['.zed']);
    expect(readlinkSync(join(folder, '.zed'))).toBe('src');
  });

  test('changes what was allowed by its name, and nothing beside it', async () => {
    const { run, folder, text } = await place();
    const selfRunning = ['AGENTS.md', '.husky/pre-commit'].map((path) => join(folder, path));
    const command = 'echo x > AGENTS.md; echo x > .husky/pre-commit; echo x > .envrc; echo x > .vscode/tasks.json';
    expect(movedOf(await run(command, { ...PROJECT, selfRunning }), folder)).toEqual(['.envrc']);
    expect([text('AGENTS.md'), text('.husky/pre-commit')]).toEqual(['x\n', 'x\n']);
    expect(text('.vscode/tasks.json')).toBe('as it was\n');
  });

  test('installs where a package manager may, and nowhere else', async () => {
    const { run, folder, text } = await place();
    const command =
      'echo x > node_modules/x/index.js; mkdir -p packages/a/node_modules/y; echo x > .envrc; echo x > .husky/pre-commit';
    expect(movedOf(await run(command, { ...PROJECT, installs: ['node_modules'] }), folder)).toEqual(['.envrc']);
    expect([text('node_modules/x/index.js'), existsSync(join(folder, 'packages/a/node_modules/y'))]).toEqual([
      'x\n',
      true,
    ]);
    expect(text('.husky/pre-commit')).toBe('as it was\n');
  });

  test('removes what is installed where that was allowed', async () => {
    const { run, folder } = await place();
    expect(await run('rm -rf node_modules')).toMatchObject({ status: 'error' });
    expect(await run('rm -rf node_modules', { ...PROJECT, selfRunning: [join(folder, 'node_modules')] })).toMatchObject(
      { status: 'ok' },
    );
    expect(existsSync(join(folder, 'node_modules'))).toBe(false);
  });

  test('of git moves tracked files, and nothing that git does not track', async () => {
    const { run, folder, text, git } = await place();
    const commit = ['-c', 'user.name=a', '-c', 'user.email=b', 'commit', '-qm', 'x'];
    git('init', '-q', '-b', 'main');
    git('add', '.vscode', 'packages', 'package.json');
    git(...commit);
    git('checkout', '-qb', 'other');
    writeFileSync(join(folder, '.vscode/tasks.json'), 'of other\n');
    writeFileSync(join(folder, 'AGENTS.md'), 'of other\n');
    git('add', 'AGENTS.md', '.vscode');
    git(...commit);
    git('checkout', '-q', 'main');
    await run('git checkout -q other');
    expect(text('.vscode/tasks.json')).toBe('as it was\n');
    git('checkout', '-qf', 'main');
    const moves = { ...PROJECT, movesWorkTree: true } as const;
    const outcome = await run('git checkout -q other && echo x > .envrc', moves);
    expect([outcome.status, movedOf(outcome, folder)]).toEqual(['ok', ['.envrc']]);
    expect([text('.vscode/tasks.json'), text('AGENTS.md')]).toEqual(['of other\n', 'of other\n']);
  });

  test('of mode trust is not looked after', async () => {
    const { run, folder, text } = await place();
    expect(movedOf(await run('echo x > .envrc; echo x > .vscode/tasks.json', TRUSTED), folder)).toEqual([]);
    expect([text('.envrc'), text('.vscode/tasks.json')]).toEqual(['x\n', 'x\n']);
  });

  test('that fails by it is told with the files', async () => {
    const { run } = await place();
    const outcome = await run('rm packages/a/AGENTS.md; echo x > .vscode/tasks.json');
    const blocked = 'a change of what runs by itself (packages/a/AGENTS.md, .vscode/tasks.json)';
    expect(outcome).toMatchObject({ status: 'error', details: { blocked } });
  });

  test('writes what tools keep for later in what is installed', async () => {
    const { run, text } = await place();
    const command = 'mkdir -p node_modules/.vite-temp node_modules/.cache/a; echo x > node_modules/.cache/a/b';
    expect(await run(command)).toMatchObject({ status: 'ok' });
    expect(text('node_modules/.cache/a/b')).toBe('x\n');
  });

  test('in the background is looked after when it has ended, and it is said once', async () => {
    const { run, folder } = await place();
    await run('sleep 1; echo x > .envrc', PROJECT, { background: true });
    const outcome = await run('', null, { job: 'job-1' });
    const later = outcome.details.state === 'running' ? await waited(() => run('', null, { job: 'job-1' })) : outcome;
    expect(movedOf(later, folder)).toEqual(['.envrc']);
    expect(movedOf(await run('', null, { job: 'job-1' }), folder)).toEqual([]);
  });

  test('in the background is looked after at the end of the session, too', async () => {
    const { run, folder, registry } = await place();
    await run('trap "" TERM; echo x > .envrc; while :; do sleep 1; done', PROJECT, { background: true });
    await registry.end();
    expect(existsSync(join(folder, '.envrc'))).toBe(false);
  });

  test('that runs outside beside one in the background keeps what it makes', async () => {
    const { run, folder, text } = await place();
    await run('sleep 30', PROJECT, { background: true });
    await run('echo x > .envrc', null);
    expect(movedOf(await run('echo x > AGENTS.md'), folder)).toEqual(['AGENTS.md']);
    expect(text('.envrc')).toBe('x\n');
  });

  test('in the background leaves alone what a tool of files writes meanwhile', async () => {
    const { run, folder, text, registry, outputFolder } = await place();
    await run('sleep 30', PROJECT, { background: true });
    const context = {
      folder,
      turn: 1,
      bounds: null,
      signal: new AbortController().signal,
      outputFolder,
      asWritten: {},
    };
    expect(await registry.run('write', { path: 'x/.vscode/tasks.json', content: 'x' }, context)).toMatchObject({
      status: 'ok',
    });
    expect(movedOf(await run('echo x > AGENTS.md'), folder)).toEqual(['AGENTS.md']);
    expect(text('x/.vscode/tasks.json')).toBe('x');
  });

  test('cannot have the person run its program by way of git', async () => {
    const { run, folder, git } = await place();
    git('init', '-q');
    const [store, mark] = [join(folder, 'store'), join(folder, 'ran')];
    const script = [
      `mkdir -p ${store}/objects ${store}/refs`,
      `printf '[core]\\n\\trepositoryformatversion = 0\\n\\tfsmonitor = "touch ${mark}; false"\\n' > ${store}/config`,
      'echo ../store > .git/commondir',
    ].join('\n');
    writeFileSync(join(folder, 'mk.sh'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    // It does so where nobody looks after it.
    await run('./mk.sh', null);
    git('status');
    expect(existsSync(mark)).toBe(true);
    rmSync(mark);
    for (const path of ['.git/commondir', 'store']) rmSync(join(folder, path), { recursive: true });
    expect(movedOf(await run('./mk.sh'), folder)).toEqual(['.git/commondir']);
    git('status');
    expect(existsSync(mark)).toBe(false);
  });
});

async function waited<T extends { readonly details: { readonly [name: string]: unknown } }>(
  read: () => Promise<T>,
): Promise<T> {
  for (;;) {
    const outcome = await read();
    if (outcome.details.state !== 'running') return outcome;
  }
}
