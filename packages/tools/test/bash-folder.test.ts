import { mkdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createRegistry } from '../src/index.ts';
import { type Workspace, workspace } from './workspace.ts';

/** One command after the other in one session: what each shows, and its notes, with the project as `PROJECT`. */
async function session(commands: readonly string[], space: Workspace = workspace()) {
  mkdirSync(space.path('sub/deep'), { recursive: true });
  const registry = createRegistry();
  const shown: unknown[] = [];
  for (const command of commands) {
    const { content, notes = [] } = await registry.run('bash', { command, timeout: 20 }, space.context);
    shown.push([content, ...notes].map((text) => text.replaceAll(space.folder, 'PROJECT')));
  }
  const { folder } = space;
  return { shown, folder: registry.shellFolder()?.replace(folder, 'PROJECT') ?? null };
}

const NOW_SUB = 'the working folder is now PROJECT/sub; the paths of other tools still begin in the project folder';
const IN_SUB = ['PROJECT/sub\n', 'working folder: PROJECT/sub'];
const AT_HOME = ['PROJECT\n'];

const rows: [title: string, commands: string[], shown: unknown[], folder?: string | null][] = [
  ['is kept', ['cd sub', 'pwd'], [['', 'no output', NOW_SUB], IN_SUB], 'PROJECT/sub'],
  ['is kept with what came of the command', ['cd sub && echo ok'], [['ok\n', NOW_SUB]]],
  ['is kept by exit in the middle', ['cd sub; exit; cd /', 'pwd'], [['', 'no output', NOW_SUB], IN_SUB]],
  ['is kept by a trap of the command', ["trap 'echo bye' EXIT; cd sub", 'pwd'], [['bye\n', NOW_SUB], IN_SUB]],
  ['is kept in a function', ['f() { cd sub; }; f', 'pwd'], [['', 'no output', NOW_SUB], IN_SUB]],
  ['is kept while the command is traced', ['set -x; cd sub', 'pwd'], [['++ cd sub\n', NOW_SUB], IN_SUB]],
  [
    'is kept while the command writes to 3',
    ['exec 3>x; echo 1 >&3; cd sub', 'pwd'],
    [['', 'no output', NOW_SUB], IN_SUB],
  ],
  [
    'comes back',
    ['cd sub', 'cd ..', 'pwd'],
    [['', 'no output', NOW_SUB], ['', 'no output', 'the working folder is now the project folder PROJECT'], AT_HOME],
    null,
  ],
  ['is not kept by a subshell', ['(cd sub)', 'pwd'], [['', 'no output'], AT_HOME], null],
  [
    'is not kept by a command that fails, which is said',
    ['cd sub; false', 'pwd'],
    [
      [
        '',
        'no output',
        'the working folder is still the project folder PROJECT, for the command failed',
        'Command exited with code 1',
      ],
      AT_HOME,
    ],
    null,
  ],
  [
    'is not kept by a command that is killed',
    ['cd sub; kill -9 $$', 'pwd'],
    [['', 'no output', 'Command was killed by SIGKILL'], AT_HOME],
    null,
  ],
  ['is not kept by a program in place of the shell', ['cd sub; exec echo x', 'pwd'], [['x\n'], AT_HOME], null],
  [
    'that is gone at the end: back to the project',
    ['mkdir gone; cd gone; rmdir ../gone', 'pwd'],
    [
      [
        '',
        'no output',
        'the folder that the command ended in is gone; the next one begins in the project folder PROJECT',
      ],
      AT_HOME,
    ],
    null,
  ],
  [
    'with odd names',
    [`mkdir -p $'a b\\nc 你'; cd $'a b\\nc 你'`, 'pwd'],
    [
      [
        '',
        'no output',
        'the working folder is now PROJECT/a b\nc 你; the paths of other tools still begin in the project folder',
      ],
      ['PROJECT/a b\nc 你\n', 'working folder: PROJECT/a b\nc 你'],
    ],
  ],
  [
    'does not follow CDPATH',
    ['mkdir -p other/x; export CDPATH=other', 'cd x || true', 'pwd'],
    [['', 'no output'], ['bash: line 1: cd: x: No such file or directory\n'], AT_HOME],
  ],
  [
    'is kept, the environment is not',
    ['export A=1; B=2; cd sub', 'echo "[$A$B]"'],
    [
      ['', 'no output', NOW_SUB],
      ['[]\n', 'working folder: PROJECT/sub'],
    ],
  ],
];
test.each(rows)('the folder %s', async (_, commands, shown, folder) => {
  const result = await session(commands);
  expect(result.shown).toEqual(shown);
  if (folder !== undefined) expect(result.folder).toBe(folder);
});

test('a folder that vanishes between two commands: back to the project, and it is said', async () => {
  const space = workspace();
  const registry = createRegistry();
  mkdirSync(space.path('sub'));
  await registry.run('bash', { command: 'cd sub' }, space.context);
  expect(registry.shellFolder()).toBe(space.path('sub'));
  rmSync(space.path('sub'), { recursive: true });
  expect(registry.shellFolder()).toBe(null);
  const { content, notes } = await registry.run('bash', { command: 'pwd' }, space.context);
  expect(content).toBe(`${space.folder}\n`);
  expect(notes).toEqual([
    `the working folder ${space.path('sub')} is gone; this began in the project folder ${space.folder}`,
  ]);
});

test('a project that is reached through a link is the project all the same', async () => {
  const space = workspace({}, {});
  const link = join(space.folder, '..', 'link');
  symlinkSync(space.folder, link);
  const registry = createRegistry();
  const run = (command: string) => registry.run('bash', { command }, { ...space.context, folder: link });
  expect((await run('true')).notes).toEqual(['no output']);
  mkdirSync(space.path('sub'));
  await run('cd sub');
  expect(registry.shellFolder()).toBe(realpathSync(space.path('sub')));
  await run('cd ..');
  expect(registry.shellFolder()).toBe(null);
});

test('no command goes back to where this program was started from', async () => {
  const environment = () => ({ ...process.env, OLDPWD: '/' });
  const { shown } = await session(['cd -', 'pwd'], workspace({}, { operations: { environment } }));
  expect(shown).toEqual([['bash: line 1: cd: OLDPWD not set\n', 'Command exited with code 1'], AT_HOME]);
});

test('each session has its own folder', async () => {
  const space = workspace();
  mkdirSync(space.path('sub'));
  const [one, other] = [createRegistry(), createRegistry()];
  await one.run('bash', { command: 'cd sub' }, space.context);
  expect((await other.run('bash', { command: 'pwd' }, space.context)).content).toBe(`${space.folder}\n`);
});
