/** Files that cannot be changed, and a process that is killed while it changes them: a file is the old or the new one. */
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openCheckpoints } from '../packages/tools/src/index.ts';
import { BUNDLE, environment } from './command.ts';

const canMount = spawnSync('unshare', ['-rm', 'true']).status === 0;
const isRoot = process.getuid?.() === 0;
const TEXT = 'line of text\n'.repeat(8_000);

function folders() {
  const root = mkdtempSync(join(tmpdir(), 'tagma-changes-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  chmodSync(root, 0o755);
  const [project, temporary] = [join(root, 'project'), join(root, 'temporary')];
  mkdirSync(project);
  mkdirSync(temporary);
  return { project, temporary };
}

function calls(...lines: readonly (readonly [tool: string, params: object])[]): string {
  return lines.map(([tool, params]) => `${JSON.stringify({ tool, params })}\n`).join('');
}

const EDIT = ['edit', { path: 'a.txt', old: 'line of text', new: 'another line, which is longer', all: true }] as const;

describe.skipIf(!canMount)('on a disk that is full (skipped where none can be mounted)', () => {
  /** The outcome of the calls, and what is in the folder then. A small disk is put where `full` says. */
  function onFullDisk(full: 'project' | 'temporary') {
    const { project, temporary } = folders();
    const script = `mount -t tmpfs -o size=256k tmpfs "$1" && cd "$2" && head -c 104000 "$3" > a.txt &&
      "$4" "$5" tool --jsonl --mode trust && cat a.txt && ls -A`;
    const source = join(project, '..', 'source.txt');
    writeFileSync(source, TEXT);
    const mounted = full === 'project' ? project : temporary;
    const { stdout } = spawnSync(
      'unshare',
      ['-rm', 'sh', '-c', script, 'sh', mounted, project, source, process.execPath, BUNDLE],
      {
        input: calls(EDIT, EDIT, ['write', { path: 'new/b.txt', content: TEXT.repeat(3) }]),
        env: { ...environment(), TMPDIR: temporary },
        encoding: 'utf8',
        maxBuffer: 1024 * 1024,
      },
    );
    const outcomes = stdout
      .split('\n')
      .slice(0, 3)
      .map((line) => JSON.parse(line));
    const rest = stdout.split('\n').slice(3).join('\n');
    return { outcomes, rest };
  }

  test('of the project', () => {
    const { outcomes, rest } = onFullDisk('project');
    const said = (name: string) => ({
      status: 'error',
      content: `No space is left on the device for ${name} (ENOSPC). Nothing was changed.`,
    });
    expect(outcomes).toMatchObject([said('a.txt'), said('a.txt'), said('new/b.txt')]);
    expect(rest).toBe(`${TEXT}a.txt\n`);
  });

  test('of the checkpoints', () => {
    const { outcomes, rest } = onFullDisk('temporary');
    const said = (name: string) => ({
      status: 'error',
      content: expect.stringContaining(`${name} was not changed, for what was in it could not be kept: ENOSPC`),
    });
    expect(outcomes).toMatchObject([said('a.txt'), said('a.txt'), said('new/b.txt')]);
    expect(rest).toBe(`${TEXT}a.txt\n`);
  });
});

test.skipIf(!isRoot)('without permission (skipped unless there is a user with less)', () => {
  const { project, temporary } = folders();
  for (const name of ['a.txt', 'closed.txt', 'closed/b.txt']) {
    mkdirSync(dirname(join(project, name)), { recursive: true });
    writeFileSync(join(project, name), TEXT);
  }
  for (const name of ['closed.txt', 'closed']) chmodSync(join(project, name), 0);
  chmodSync(temporary, 0o777);
  const { stdout } = spawnSync(process.execPath, [BUNDLE, 'tool', '--jsonl', '--mode', 'trust', '--cwd', project], {
    input: calls(
      EDIT,
      ['write', { path: 'new/b.txt', content: 'b' }],
      ['read', { path: 'closed.txt' }],
      ['ls', { path: 'closed' }],
      ['glob', { pattern: '*' }],
      ['grep', { pattern: 'nowhere' }],
    ),
    env: { ...environment(), HOME: temporary, TMPDIR: temporary },
    uid: 65534,
    gid: 65534,
    encoding: 'utf8',
  });
  const refused = (name: RegExp) => ({ status: 'error', content: expect.stringMatching(name) });
  const outcomes = stdout.trim().split('\n');
  expect(outcomes.map((line) => JSON.parse(line))).toMatchObject([
    refused(/^No permission: a\.txt \(EACCES\)/),
    refused(/^No permission: new\/b\.txt \(EACCES\)/),
    refused(/^No permission: closed\.txt \(EACCES\)/),
    refused(/^No permission: closed \(EACCES\)/),
    { status: 'ok', content: expect.stringMatching(/\nnot looked into, for lack of permission: closed$/) },
    { status: 'ok', content: expect.stringMatching(/^some files could not be searched: .*Permission denied/) },
  ]);
  expect(readFileSync(join(project, 'a.txt'), 'utf8')).toBe(TEXT);
  expect(readdirSync(project)).toEqual(['a.txt', 'closed', 'closed.txt']);
});

test('killed in the midst of edits: the file is whole, and a later process takes all of them back', async () => {
  const { project, temporary } = folders();
  const file = join(project, 'a.txt');
  const text = (number: number) => `${TEXT.repeat(10)}number ${number} here\n${TEXT.repeat(10)}`;
  writeFileSync(file, text(0));
  const edits = Array.from({ length: 2_000 }, (_, at) =>
    calls(['edit', { path: 'a.txt', old: `number ${at} here`, new: `number ${at + 1} here` }]),
  );
  const child = spawn(process.execPath, [BUNDLE, 'tool', '--jsonl', '--mode', 'trust', '--cwd', project], {
    env: { ...environment(), TMPDIR: temporary },
  });
  child.stdin.on('error', () => {});
  child.stdin.end(edits.join(''));
  let answers = 0;
  child.stdout.on('data', (data: Buffer) => {
    answers += data.toString().split('\n').length - 1;
    if (answers >= 5) child.kill('SIGKILL');
  });
  await new Promise((resolve) => child.on('close', resolve));

  const now = readFileSync(file, 'utf8');
  const number = Number(/number (\d+) here/.exec(now)?.[1]);
  expect(number).toBeGreaterThanOrEqual(5);
  expect(now === text(number)).toBe(true);
  const [outputs = ''] = readdirSync(temporary);
  const undone = await openCheckpoints(join(temporary, outputs)).undo(2_000);
  expect(undone.kind === 'undone' && undone.steps.length).toBe(number);
  expect(readFileSync(file, 'utf8') === text(0)).toBe(true);
});
