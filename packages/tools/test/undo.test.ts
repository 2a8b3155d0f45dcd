/** What write and edit have done is taken back, step by step, also by a later process; nothing of anybody else's is. */
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Params } from '@tagma/protocol';
import { describe, expect, test } from 'vitest';
import { checkpointFolder, createMemory, createRegistry, openCheckpoints } from '../src/index.ts';
import { workspace } from './workspace.ts';

type Call = readonly [tool: string, params: Params];

const edit = (path: string, old: string, by: string): Call => ['edit', { path, old, new: by }];
const write = (path: string, content: string): Call => ['write', { path, content }];
const undo = (steps?: number): Call => ['undo', steps === undefined ? {} : { steps }];

function session(files: { [name: string]: string }) {
  const { context, path, folder } = workspace(files);
  const memory = createMemory();
  const registry = createRegistry(undefined, memory);
  const runIn = async (turn: number, ...calls: Call[]) => {
    let last = { status: '', content: '' };
    for (const [tool, params] of calls) last = await registry.run(tool, params, { ...context, turn });
    return last;
  };
  return {
    path,
    context,
    checkpoints: memory.checkpoints(context.outputFolder),
    journal: () => join(checkpointFolder(context.outputFolder), 'journal.jsonl'),
    files: () => Object.fromEntries(readdirSync(folder).map((name) => [name, contentOf(path(name))])),
    run: (...calls: Call[]) => runIn(1, ...calls),
    runIn,
  };
}

function contentOf(path: string): string {
  return statSync(path).isDirectory() ? readdirSync(path).join() : readFileSync(path, 'utf8');
}

describe('taken back', () => {
  const files = { 'a.txt': 'a\n', 'b.txt': 'b\n' };
  const rows: readonly (readonly [title: string, calls: Call[], after: { [name: string]: string }, said: string])[] = [
    ['an edit', [edit('a.txt', 'a', 'x'), undo()], files, 'Took back 1 step, the last first:\n- the edit of a.txt'],
    [
      'the last of two edits',
      [edit('a.txt', 'a', 'x'), edit('a.txt', 'x', 'y'), undo()],
      { ...files, 'a.txt': 'x\n' },
      'Took back 1 step, the last first:\n- the edit of a.txt',
    ],
    [
      'both of two edits',
      [edit('a.txt', 'a', 'x'), edit('a.txt', 'x', 'y'), undo(2)],
      files,
      'Took back 2 steps, the last first:\n- the edit of a.txt\n- the edit of a.txt',
    ],
    [
      'one after the other',
      [edit('a.txt', 'a', 'x'), edit('b.txt', 'b', 'y'), undo(), undo()],
      files,
      'Took back 1 step, the last first:\n- the edit of a.txt',
    ],
    [
      'the file before it was written over',
      [write('a.txt', 'new'), undo()],
      files,
      'Took back 1 step, the last first:\n- the write of a.txt',
    ],
    [
      'a file that was new, and its folders',
      [write('new/deep/c.txt', 'c'), undo()],
      files,
      'Took back 1 step, the last first:\n- the write of new/deep/c.txt, which is removed: it was new',
    ],
    [
      'a folder that was new stays where something else is in it',
      [write('new/c.txt', 'c'), ['bash', { command: 'touch new/d.txt' }], undo()],
      { ...files, new: 'd.txt' },
      'Took back 1 step, the last first:\n- the write of new/c.txt, which is removed: it was new',
    ],
    [
      'steps that failed are none',
      [edit('a.txt', 'a', 'x'), edit('a.txt', 'nowhere', 'y'), write('b.txt/c.txt', ''), undo()],
      files,
      'Took back 1 step, the last first:\n- the edit of a.txt',
    ],
    [
      'all there are, where more are asked for',
      [edit('a.txt', 'a', 'x'), undo(7)],
      files,
      'Took back 1 step, the last first:\n- the edit of a.txt',
    ],
    [
      'to go on, and back again',
      [edit('a.txt', 'a', 'x'), undo(), edit('a.txt', 'a', 'z'), edit('a.txt', 'z', 'y'), undo(2)],
      files,
      'Took back 2 steps, the last first:\n- the edit of a.txt\n- the edit of a.txt',
    ],
  ];
  test.each(rows)('%s', async (_, calls, after, said) => {
    const { run, files: now } = session(files);
    expect(await run(...calls)).toMatchObject({ status: 'ok', content: said });
    expect(now()).toEqual(after);
  });

  test('with what it did in the details', async () => {
    const { run, path } = session({ 'a.txt': 'a\n' });
    expect(await run(edit('a.txt', 'a', 'x'), undo(2))).toMatchObject({
      notes: ['there were no more than 1 step to take back'],
      details: { steps: 1, paths: [path('a.txt')], diff: '--- a/a.txt\n+++ b/a.txt\n@@ -1,1 +1,1 @@\n-x\n+a\n' },
    });
  });

  test('to the byte, the mode kept, through a link', async () => {
    const { run, path } = session({});
    const before = Buffer.from('\ufeffa\r\nb\n\xff\r', 'latin1');
    writeFileSync(path('real.txt'), before);
    chmodSync(path('real.txt'), 0o751);
    symlinkSync('real.txt', path('link.txt'));
    await run(edit('link.txt', 'b', 'x'), undo());
    expect(readFileSync(path('real.txt'))).toEqual(before);
    expect(statSync(path('real.txt')).mode & 0o777).toBe(0o751);
  });

  test('and known to the model: it may go on without reading it again', async () => {
    const { run } = session({ 'a.txt': 'a\n' });
    expect(
      await run(['read', { path: 'a.txt' }], edit('a.txt', 'a', 'x'), undo(), edit('a.txt', 'a', 'y')),
    ).toMatchObject({ status: 'ok' });
  });

  test('a turn', async () => {
    const { runIn, checkpoints, files: now } = session(files);
    await runIn(1, edit('a.txt', 'a', 'x'));
    await runIn(2, edit('a.txt', 'x', 'y'), write('b.txt', 'y'));
    expect((await checkpoints.last('turn')).map(({ tool }) => tool)).toEqual(['write', 'edit']);
    expect(await checkpoints.undo('turn')).toMatchObject({ kind: 'undone', steps: [{ step: 3 }, { step: 2 }] });
    expect(now()).toEqual({ ...files, 'a.txt': 'x\n' });
    expect(await checkpoints.undo('turn')).toMatchObject({ kind: 'undone', steps: [{ step: 1 }] });
    expect(now()).toEqual(files);
    expect(await checkpoints.undo('turn')).toEqual({ kind: 'nothing' });
  });
});

describe('not taken back', () => {
  test('where there is nothing', async () => {
    const { run } = session({});
    expect(await run(undo())).toMatchObject({
      status: 'error',
      content: 'There is no change by write or edit to take back.',
    });
  });

  test.each([
    [
      'what somebody has changed since',
      (path: string) => writeFileSync(path, 'x\nmore\n'),
      'a.txt has changed since the edit of a.txt, so nothing was taken back: that would be lost. Change it with edit or write. What would be lost:\n--- a/a.txt\n+++ b/a.txt\n@@ -1,1 +1,2 @@\n x\n+more\n',
    ],
    [
      'what is gone',
      (path: string) => rmSync(path),
      'a.txt has changed since the edit of a.txt, so nothing was taken back: that would be lost. Change it with edit or write. The file is not there any more.',
    ],
  ])('%s, and nothing with it', async (_, change, said) => {
    const { run, path } = session({ 'a.txt': 'a\n', 'b.txt': 'b\n' });
    await run(edit('a.txt', 'a', 'x'), edit('b.txt', 'b', 'y'));
    change(path('a.txt'));
    expect(await run(undo(2))).toMatchObject({ status: 'error', content: said });
    expect(readFileSync(path('b.txt'), 'utf8')).toBe('y\n');
  });

  test('a content that is not kept any more', async () => {
    const { run, context, path } = session({ 'a.txt': 'a\n' });
    await run(edit('a.txt', 'a', 'x'));
    const contents = join(checkpointFolder(context.outputFolder), 'contents');
    for (const name of readdirSync(contents)) writeFileSync(join(contents, name), 'q\n');
    expect(await run(undo())).toMatchObject({
      status: 'error',
      content: expect.stringContaining('is not kept any more'),
    });
    expect(readFileSync(path('a.txt'), 'utf8')).toBe('x\n');
  });

  test('a folder in the place of what was written stays, and what was changed before can be taken back', async () => {
    const { run, path, files: now } = session({});
    await run(write('a.txt', 'a'), write('b.txt', 'b'));
    rmSync(path('b.txt'));
    mkdirSync(path('b.txt'));
    expect(await run(undo(2))).toMatchObject({ status: 'ok' });
    expect(now()).toEqual({ 'b.txt': '' });
  });

  test('what somebody has taken back already is one step less', async () => {
    const { run, path, files } = session({ 'a.txt': 'a\n', 'b.txt': 'b\n' });
    await run(edit('b.txt', 'b', 'y'), edit('a.txt', 'a', 'x'));
    writeFileSync(path('a.txt'), 'a\n');
    await run(undo());
    expect(files()).toEqual({ 'a.txt': 'a\n', 'b.txt': 'y\n' });
  });
});

describe('after a crash', () => {
  test('a later process takes it back', async () => {
    const { run, context, files } = session({ 'a.txt': 'a\n' });
    await run(edit('a.txt', 'a', 'x'), write('b.txt', 'b'));
    expect(await openCheckpoints(context.outputFolder).undo(2)).toMatchObject({ kind: 'undone' });
    expect(files()).toEqual({ 'a.txt': 'a\n' });
    expect(await openCheckpoints(context.outputFolder).undo(1)).toEqual({ kind: 'nothing' });
  });

  /** What a crash leaves: the journal up to a line, the rest torn. */
  const crashed = async (linesKept: number, isReplaced: boolean) => {
    const one = session({ 'a.txt': 'a\n', 'b.txt': 'b\n' });
    await one.run(edit('a.txt', 'a', 'x'), edit('b.txt', 'b', 'y'));
    const lines = readFileSync(one.journal(), 'utf8').split('\n');
    writeFileSync(one.journal(), `${lines.slice(0, linesKept).join('\n')}\n{"kind":"be`);
    if (!isReplaced) writeFileSync(one.path('b.txt'), 'b\n');
    return { ...one, checkpoints: openCheckpoints(one.context.outputFolder) };
  };

  test.each([
    ['before the file was replaced: the step is none', 3, false, ['a.txt']],
    ['after it was replaced: it is one', 3, true, ['b.txt', 'a.txt']],
    ['before it was noted: nothing was done', 2, false, ['a.txt']],
  ] as const)('%s', async (_, lines, isReplaced, expected) => {
    const { checkpoints, files, path } = await crashed(lines, isReplaced);
    expect((await checkpoints.last(9)).map((step) => step.path)).toEqual(expected.map(path));
    await checkpoints.undo(9);
    expect(files()).toEqual({ 'a.txt': 'a\n', 'b.txt': 'b\n' });
  });

  test('what is noted after a torn line is read again', async () => {
    const { context, files } = await crashed(4, true);
    const registry = createRegistry();
    await registry.run('edit', { path: 'a.txt', old: 'x', new: 'z' }, context);
    expect((await openCheckpoints(context.outputFolder).last(9)).map(({ step }) => step)).toEqual([3, 2, 1]);
    await openCheckpoints(context.outputFolder).undo(9);
    expect(files()).toEqual({ 'a.txt': 'a\n', 'b.txt': 'b\n' });
  });

  test('in the midst of an undo: asked again, it goes on', async () => {
    const { run, context, files, journal } = session({ 'a.txt': 'a\n', 'b.txt': 'b\n' });
    await run(edit('a.txt', 'a', 'x'), edit('b.txt', 'b', 'y'));
    const before = readFileSync(journal(), 'utf8');
    await run(undo());
    writeFileSync(journal(), before);
    await openCheckpoints(context.outputFolder).undo(2);
    expect(files()).toEqual({ 'a.txt': 'a\n', 'b.txt': 'b\n' });
  });
});

test('every change is noted before it is made, and its folder is closed to others', async () => {
  const { run, context, journal } = session({ 'a.txt': 'a\n' });
  await run(edit('a.txt', 'a', 'x'), ['bash', { command: 'true' }]);
  const kinds = readFileSync(journal(), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).kind);
  expect(kinds).toEqual(['begun', 'made']);
  expect(statSync(checkpointFolder(context.outputFolder)).mode & 0o77).toBe(0);
  expect(readdirSync(join(checkpointFolder(context.outputFolder), 'contents'))).toHaveLength(2);
});

test('where nothing can be kept, nothing is changed', async () => {
  const { run, context, path } = session({ 'a.txt': 'a\n' });
  mkdirSync(context.outputFolder);
  appendFileSync(join(context.outputFolder, '.tagma'), 'in the way');
  expect(await run(edit('a.txt', 'a', 'x'))).toMatchObject({
    status: 'error',
    content: expect.stringMatching(/^a\.txt was not changed, for what was in it could not be kept: ENOTDIR/),
  });
  expect(readFileSync(path('a.txt'), 'utf8')).toBe('a\n');
  expect(await run(write('new/b.txt', ''))).toMatchObject({ status: 'error' });
  expect(existsSync(path('new'))).toBe(false);
});
