import {
  existsSync,
  lutimesSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { holdOutputs, removeOldOutputs } from '../src/old-outputs.ts';

const NOW = new Date('2026-06-30T12:00:00Z');
const LONG_AGO = new Date('2026-01-01T12:00:00Z');
const OLD = '2026-01-01T11-00-00-0a1b2c';
const goesOn = new AbortController().signal;

/** An outputs folder with files by path, all written long ago but for those named. */
function outputsWith(files: readonly string[], recent: readonly string[] = []) {
  const outputs = mkdtempSync(join(tmpdir(), 'tagma-outputs-'));
  onTestFinished(() => rmSync(outputs, { recursive: true, force: true }));
  for (const file of [...files, ...recent]) {
    mkdirSync(dirname(join(outputs, file)), { recursive: true });
    writeFileSync(join(outputs, file), 'x');
  }
  for (const path of readdirSync(outputs, { recursive: true })) {
    const time = recent.includes(String(path)) ? NOW : LONG_AGO;
    utimesSync(join(outputs, String(path)), time, time);
  }
  return outputs;
}

test.each([
  ['what has ended long ago goes', [`${OLD}/bash-1.log`, `${OLD}/.tagma/checkpoints/journal.jsonl`], [], []],
  ['what began long ago and was written lately stays', [`${OLD}/bash-1.log`], [`${OLD}/.tagma/checkpoints/x`], [OLD]],
  ['what began lately stays', ['2026-06-01T00-00-00-0a1b2c/x'], [], ['2026-06-01T00-00-00-0a1b2c']],
  [
    'what is no session stays',
    ['notes/x', `${OLD}.bak/x`, `a-${OLD}/x`, '2026-01-01/x', 'journal'],
    [],
    ['2026-01-01', `${OLD}.bak`, `a-${OLD}`, 'journal', 'notes'],
  ],
])('%s', async (_, files, recent, left) => {
  const outputs = outputsWith(files, recent);
  await removeOldOutputs(outputs, 30, NOW, goesOn);
  expect(readdirSync(outputs).sort()).toEqual(left);
});

test('a session that runs is left alone, however old it is; when it has ended it is not', async () => {
  const outputs = outputsWith([`${OLD}/bash-1.log`]);
  const stop = holdOutputs(outputs, OLD);
  await removeOldOutputs(outputs, 30, NOW, goesOn);
  expect(existsSync(join(outputs, OLD, 'bash-1.log'))).toBe(true);
  stop();
  await removeOldOutputs(outputs, 30, NOW, goesOn);
  expect(readdirSync(outputs)).toEqual([]);
});

test('a lock file that a crash has left holds nothing, and goes too', async () => {
  const other = '2026-01-02T11-00-00-ffffff';
  const outputs = outputsWith([`${OLD}/bash-1.log`]);
  const owner = JSON.stringify({ pid: 2 ** 22 + 1, started: '1', host: hostname() });
  for (const session of [OLD, other]) writeFileSync(join(outputs, `${session}.lock`), owner);
  await removeOldOutputs(outputs, 30, NOW, goesOn);
  expect(readdirSync(outputs)).toEqual([]);
});

test('links are removed, never what they lead to', async () => {
  const kept = outputsWith(['kept/x']);
  const outputs = outputsWith([`${OLD}/bash-1.log`]);
  const other = '2026-01-02T11-00-00-ffffff';
  for (const link of [`${OLD}/link`, other]) {
    symlinkSync(join(kept, 'kept'), join(outputs, link));
    lutimesSync(join(outputs, link), LONG_AGO, LONG_AGO);
  }
  utimesSync(join(outputs, OLD), LONG_AGO, LONG_AGO);
  await removeOldOutputs(outputs, 30, NOW, goesOn);
  expect(readdirSync(outputs)).toEqual([]);
  expect(existsSync(join(kept, 'kept/x'))).toBe(true);
});

test('the oldest hundred go at a start, none once the session ends', async () => {
  const sessions = Array.from({ length: 130 }, (_, at) => `2026-01-01T11-00-00-${(0x100000 + at).toString(16)}`);
  const outputs = outputsWith(sessions.map((session) => `${session}/x`));
  await removeOldOutputs(outputs, 30, NOW, AbortSignal.abort());
  expect(readdirSync(outputs)).toHaveLength(130);
  await removeOldOutputs(outputs, 30, NOW, goesOn);
  expect(readdirSync(outputs).sort()).toEqual(sessions.slice(100));
});

test('a folder that is not there, or cannot be made, is no reason to fail', async () => {
  const outputs = outputsWith(['file']);
  await removeOldOutputs(join(outputs, 'nowhere'), 30, NOW, goesOn);
  holdOutputs(join(outputs, 'file', 'below'), OLD)();
  holdOutputs(join(outputs, 'new'), OLD)();
  expect(readdirSync(outputs, { recursive: true }).sort()).toEqual(['file', 'new']);
});
