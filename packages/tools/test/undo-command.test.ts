/** A command that could not be analysed is taken back as one step: contents, permissions, links, what it made and what it removed. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { checkpointFolder, createRegistry, openCheckpoints } from '../src/index.ts';
import { treeLimits } from '../src/tree/tree-limits.ts';

const roots: string[] = [];
afterEach(() => {
  for (const root of roots.splice(0)) {
    execFileSync('chmod', ['-R', 'u+rwx', root]);
    rmSync(root, { recursive: true, force: true });
  }
});

const git = (folder: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: folder, encoding: 'utf8' });

function makeProject(isRepository = true) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'tagma-kept-')));
  roots.push(root);
  const folder = join(root, 'project');
  for (const each of ['src/deep', 'ignored']) mkdirSync(join(folder, each), { recursive: true });
  const files = {
    'a.txt': 'a\n',
    'src/b.txt': 'b\n',
    'src/deep/c.txt': 'c\n',
    'run.sh': '#!/bin/sh\n',
    '.env': 'KEY=secret\n',
    '.gitignore': 'ignored\n',
    'ignored/kept.txt': 'not ours\n',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  chmodSync(join(folder, 'run.sh'), 0o755);
  symlinkSync('a.txt', join(folder, 'link'));
  if (isRepository) {
    git(folder, 'init', '-q');
    git(folder, 'add', 'a.txt', 'src', 'run.sh', 'link', '.gitignore');
    git(folder, 'commit', '-q', '-m', 'first');
  }
  const context = {
    ...{ folder, turn: 1, outputFolder: join(root, 'outputs'), signal: new AbortController().signal },
    ...{ asWritten: {}, unanalysed: true },
  };
  const session = createRegistry();
  return {
    ...{ root, folder, context, session },
    run: (command: string, more = {}) => session.run('bash', { command, ...more }, context),
    undo: (steps: number | 'turn' = 'turn', registry = session) => registry.undo(steps, context),
  };
}

/** All of it, by name: what stands there, and with which permissions. */
function lookAt(folder: string, isOurs = (path: string) => !/\.git\/(objects|index)/.test(path)): unknown {
  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(isOurs).sort();
  return all.map((name) => {
    const path = join(folder, name);
    const stats = lstatSync(path);
    const mode = (stats.mode & 0o777).toString(8);
    if (stats.isSymbolicLink()) return [name, 'link', readlinkSync(path)];
    return stats.isDirectory() ? [name, mode] : [name, mode, readFileSync(path, 'latin1')];
  });
}

const COMMANDS: readonly (readonly [title: string, command: string])[] = [
  ['a file is written over', 'echo x > a.txt'],
  ['a file is removed', 'rm src/b.txt'],
  ['all is removed but what git ignores', 'rm -rf src a.txt run.sh link .env .gitignore'],
  ['a file is made', 'mkdir -p new/er && echo x > new/er/file && ln -s file new/er/link'],
  ['permissions are changed', 'chmod 600 run.sh; chmod 700 src'],
  ['folders are closed', 'chmod -R a-rwx src'],
  ['a link leads elsewhere', 'ln -sfn src link'],
  ['a file becomes a link', 'rm a.txt; ln -s /etc/passwd a.txt'],
  ['a folder becomes a link out of the project', 'rm -r src; ln -s /nowhere/at/all src'],
  ['a folder becomes a file', 'rm -r src; echo x > src'],
  ['a file becomes a folder', 'rm a.txt; mkdir a.txt; echo x > a.txt/x'],
  ['the list of what is ignored is removed', 'rm .gitignore'],
  ['a hook and a setting are made', "printf '#!/bin/sh\\n' > .git/hooks/pre-commit; git config core.fsmonitor ./x"],
  [
    'a branch is moved',
    'git checkout -q -b other; git -c user.name=a -c user.email=a@b commit -q --allow-empty -m more',
  ],
  ['names that are no words', "echo x > $'new\\nline'; echo x > 'ä b'; rm a.txt"],
];
test.each(COMMANDS)('%s', async (_title, command) => {
  const { folder, run, undo } = makeProject();
  const before = lookAt(folder);
  expect((await run(command)).status).toBe('ok');
  expect(lookAt(folder)).not.toEqual(before);
  const undone = await undo();
  expect([undone.status, lookAt(folder)]).toEqual(['ok', before]);
});

test('all of git is removed: its files come back but for the objects', async () => {
  const { folder, run, undo } = makeProject();
  const isFile = (path: string) => !/\.git\/(objects|index|branches$|refs\/tags$)/.test(path);
  const before = lookAt(folder, isFile);
  await run('rm -rf .git a.txt');
  await undo();
  expect(lookAt(folder, isFile)).toEqual(before);
  expect(existsSync(join(folder, '.git/objects'))).toBe(false);
});

test('without git the same holds', async () => {
  const { folder, run, undo } = makeProject(false);
  const before = lookAt(folder);
  await run('rm -rf src; echo x > a.txt; echo x > new.txt');
  await undo();
  expect(lookAt(folder)).toEqual(before);
});

describe('what somebody else has done since', () => {
  test('stays where a file of the command is another by now, and nothing is taken back', async () => {
    const { folder, run, undo } = makeProject();
    await run('echo x > a.txt; rm src/b.txt');
    writeFileSync(join(folder, 'a.txt'), 'mine\n');
    const undone = await undo();
    expect([undone.status, readFileSync(join(folder, 'a.txt'), 'utf8'), existsSync(join(folder, 'src/b.txt'))]).toEqual(
      ['error', 'mine\n', false],
    );
    expect(undone.content).toMatch(/^a\.txt has changed since the command/);
  });

  test('in other files is left', async () => {
    const { folder, run, undo } = makeProject();
    await run('echo x > a.txt');
    writeFileSync(join(folder, 'mine.txt'), 'mine\n');
    writeFileSync(join(folder, 'src/b.txt'), 'mine\n');
    expect((await undo()).status).toBe('ok');
    expect(['a.txt', 'mine.txt', 'src/b.txt'].map((name) => readFileSync(join(folder, name), 'utf8'))).toEqual([
      'a\n',
      'mine\n',
      'mine\n',
    ]);
  });
});

test('commands and tools of files are taken back in their order', async () => {
  const { folder, run, undo, session, context } = makeProject();
  const before = lookAt(folder);
  await run('echo one > a.txt; echo one > new.txt');
  await session.run('read', { path: 'a.txt' }, context);
  await session.run('write', { path: 'a.txt', content: 'two\n' }, context);
  await run('echo three >> a.txt; rm new.txt');
  expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('two\nthree\n');
  await undo(1);
  expect([readFileSync(join(folder, 'a.txt'), 'utf8'), existsSync(join(folder, 'new.txt'))]).toEqual(['two\n', true]);
  await undo(2);
  expect(lookAt(folder)).toEqual(before);
});

test('a command that has changed nothing is no step', async () => {
  const { run, undo } = makeProject();
  await run('true');
  expect((await undo()).content).toMatch(/^There is no change/);
});

test('one that could be analysed is none either', async () => {
  const { folder, context, session, undo } = makeProject();
  await session.run('bash', { command: 'echo x > a.txt' }, { ...context, unanalysed: false });
  expect([(await undo()).status, readFileSync(join(folder, 'a.txt'), 'utf8')]).toEqual(['error', 'x\n']);
});

describe('a session that goes on', () => {
  test('takes back what a command before it has changed', async () => {
    const { folder, run, undo } = makeProject();
    const before = lookAt(folder);
    await run('rm -rf src; echo x > a.txt');
    await undo('turn', createRegistry());
    expect(lookAt(folder)).toEqual(before);
  });

  test('takes back what a command did in which the program was killed', async () => {
    const { folder, context, undo } = makeProject();
    const before = lookAt(folder);
    await openCheckpoints(context.outputFolder).beginCommand({ folder, turn: 1 });
    rmSync(join(folder, 'src'), { recursive: true });
    writeFileSync(join(folder, 'a.txt'), 'half');
    writeFileSync(join(folder, 'new.txt'), 'new');
    await undo('turn', createRegistry());
    expect(lookAt(folder)).toEqual(before);
  });

  test('goes on with an undo in which it was killed', async () => {
    const { folder, run, undo } = makeProject();
    const before = lookAt(folder);
    await run('rm -rf src; echo x > a.txt');
    // As far as it had come.
    writeFileSync(join(folder, 'a.txt'), 'a\n');
    mkdirSync(join(folder, 'src'));
    writeFileSync(join(folder, 'src/b.txt'), 'b\n');
    await undo('turn', createRegistry());
    expect(lookAt(folder)).toEqual(before);
  });
});

test('a job in the background: what is different when it is taken back counts', async () => {
  const { folder, run, undo } = makeProject();
  const before = lookAt(folder);
  await run('sleep 0.3; echo x > a.txt; echo x > new.txt', { background: true });
  await expect.poll(() => existsSync(join(folder, 'new.txt')), { timeout: 10_000 }).toBe(true);
  await undo();
  expect(lookAt(folder)).toEqual(before);
});

describe('what is too much', () => {
  test('more than 200 MB is not kept, and it is said', async () => {
    const { folder, context, run, undo } = makeProject();
    writeFileSync(join(folder, 'large'), '');
    truncateSync(join(folder, 'large'), 201 * 1024 ** 2);
    const outcome = await run('echo x > a.txt');
    expect(outcome).toMatchObject({
      status: 'ok',
      details: { withoutCheckpoint: "the project's files are more than 200 MB" },
      notes: [expect.any(String), expect.stringMatching(/^no checkpoint was made before this command, for .* 200 MB/)],
    });
    expect((await undo()).status).toBe('error');
    expect(readdirSync(join(checkpointFolder(context.outputFolder), 'trees'))).toEqual([]);
  });

  test('nor what takes more than its time', async () => {
    const { folder, context } = makeProject();
    const kept = openCheckpoints(context.outputFolder).beginCommand({ folder, turn: 1 }, treeLimits(0));
    await expect(kept).rejects.toThrow(/takes more than 0 s/);
  });
});

test('what is kept is open to its owner alone, and shown of nothing that is protected', async () => {
  const { context, run, undo } = makeProject();
  await run('echo KEY=other > .env; echo x > a.txt; git config a.b secret');
  const top = checkpointFolder(context.outputFolder);
  const modes = readdirSync(top, { recursive: true, encoding: 'utf8' }).map((name) => {
    const stats = lstatSync(join(top, name));
    return (stats.mode & 0o777).toString(8) + (stats.isDirectory() ? '/' : '');
  });
  expect([...new Set(modes)].sort()).toEqual(['600', '700/']);
  const undone = await undo();
  expect(undone.status).toBe('ok');
  expect(JSON.stringify(undone)).not.toMatch(/secret|KEY/);
  expect(undone.details.diff).toMatch(/^-x$/m);
});

test('what has not changed is kept once', async () => {
  const { context, run } = makeProject();
  await run('echo x > a.txt');
  await run('echo y > a.txt');
  const top = join(checkpointFolder(context.outputFolder), 'trees');
  const sizes = readdirSync(top)
    .filter((name) => name.endsWith('.pack'))
    .map((name) => lstatSync(join(top, name)).size);
  expect(sizes.sort((one, other) => one - other)[0]).toBe('x\n'.length);
});
