/** What a fork has of the outputs of the session that it came from, also when that one is gone. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { inheritOutputs, namedOutputs, withoutLink } from '../../src/fork/outputs.ts';

const PARENT = '2026-06-30T12-00-00-0a1b2c';
const FORK = '2026-07-01T12-00-00-0a1b2c';
const FILES = [
  'bash-1.log',
  'images/0123',
  '.tagma/checkpoints/journal.jsonl',
  '.tagma/checkpoints/contents/4567',
  'tmp/npm-1/x',
];

function outputsOf(session: string, files: readonly string[]): string {
  const outputs = mkdtempSync(join(tmpdir(), 'tagma-outputs-'));
  onTestFinished(() => rmSync(outputs, { recursive: true, force: true }));
  for (const file of files) {
    const path = join(outputs, session, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, file);
  }
  return outputs;
}

function filesIn(folder: string): string[] {
  const all = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [];
  return all
    .filter((each) => each.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1));
}

test.each([
  ['all but temporary files', true, FILES.slice(0, 4)],
  ['in another folder: nothing to be taken back', false, FILES.slice(0, 2)],
])('a fork has %s', async (_title, undoable, expected) => {
  const outputs = outputsOf(PARENT, FILES);
  expect(await inheritOutputs(outputs, PARENT, FORK, undoable)).toBe(0);
  expect(filesIn(join(outputs, FORK)).sort()).toEqual([...expected].sort());
});

test('files are shared, but for the journal: each session adds to its own', async () => {
  const outputs = outputsOf(PARENT, FILES);
  await inheritOutputs(outputs, PARENT, FORK, true);
  const isShared = (file: string) =>
    statSync(join(outputs, PARENT, file)).ino === statSync(join(outputs, FORK, file)).ino;
  expect(FILES.slice(0, 4).map(isShared)).toEqual([true, true, false, true]);
});

test('it has them when the other session is gone, by the paths that the model knows', async () => {
  const outputs = outputsOf(PARENT, FILES);
  await inheritOutputs(outputs, PARENT, FORK, true);
  expect(namedOutputs(outputs, [PARENT, FORK], FORK, [outputs])).toEqual([join(outputs, PARENT)]);
  rmSync(join(outputs, PARENT), { recursive: true });
  namedOutputs(outputs, [PARENT, FORK], FORK, [outputs]);
  expect(readFileSync(join(outputs, PARENT, 'bash-1.log'), 'utf8')).toBe('bash-1.log');
});

test('a session that is there has nothing of the fork, whatever it has itself', () => {
  const outputs = outputsOf(FORK, FILES);
  const histories = outputsOf('', [`project/${PARENT}.xml`]);
  namedOutputs(outputs, [PARENT], FORK, [outputs, join(histories, 'project')]);
  expect(readdirSync(outputs)).toEqual([FORK]);
});

test('a session that goes on writes to a folder of its own, where a fork had taken it for removed', () => {
  const outputs = outputsOf(FORK, FILES);
  namedOutputs(outputs, [PARENT], FORK, []);
  expect(readdirSync(outputs).sort()).toEqual([PARENT, FORK]);
  // Where the fork is gone the link leads nowhere.
  rmSync(join(outputs, FORK), { recursive: true });
  mkdirSync(withoutLink(join(outputs, PARENT)), { recursive: true });
  expect(readdirSync(outputs)).toEqual([PARENT]);
  expect(withoutLink(join(outputs, PARENT))).toBe(join(outputs, PARENT));
  expect(existsSync(join(outputs, PARENT))).toBe(true);
});

test.each(['../../home', '', '..', `${PARENT}/..`])(
  'a history that says it is session %j leads nowhere',
  async (name) => {
    const outputs = outputsOf(PARENT, FILES);
    expect(await inheritOutputs(outputs, name, FORK, true)).toBe(0);
    expect(namedOutputs(outputs, [name], FORK, [])).toEqual([]);
    expect(readdirSync(outputs)).toEqual([PARENT]);
  },
);

test('a session without outputs leaves none', async () => {
  const outputs = outputsOf(PARENT, []);
  expect(await inheritOutputs(outputs, PARENT, FORK, true)).toBe(0);
  namedOutputs(outputs, [PARENT], FORK, []);
  expect(readdirSync(outputs)).toEqual([]);
});
