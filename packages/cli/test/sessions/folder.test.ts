import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { NO_CONFIG } from '../../src/config/config.ts';
import { historyFolder, keptHistory } from '../../src/folders.ts';
import { readyFolders, readyHistoryFolder } from '../../src/sessions/folder.ts';

function project(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tagma-project-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const fine = (...warnings: string[]) => ({ ok: true, warnings });

test.each([
  ['none', undefined, undefined, undefined],
  ['that of the option', '/given', '/configured', '/given'],
  ['that of the configuration', undefined, '/configured', '/configured'],
  ['one in the project', undefined, '.tagma/history', '/home/me/app/.tagma/history'],
  ['one beside the project', undefined, '../kept', '/home/me/kept'],
  ['one in the home', undefined, '~/kept', join(process.env.HOME ?? '', 'kept')],
])('the folder that was named: %s', (_, option, dir, expected) => {
  const config = dir === undefined ? NO_CONFIG : { ...NO_CONFIG, history: { dir } };
  expect(historyFolder(option, config, '/home/me/app')).toBe(expected);
});

test.each([
  ['a folder in the project is kept from calls', '/app/history', ['/app/history']],
  ['one elsewhere too', '/kept', ['/kept']],
  ['not one that holds the project', '/', []],
  ['nor the project itself', '/app', []],
])('%s', (_, folder, expected) => {
  expect(keptHistory(folder, '/app')).toEqual(expected);
});

test('in the project it is made for its owner only, and keeps itself out of the repository', () => {
  const folder = join(project(), 'a/history');
  expect(readyHistoryFolder(folder, join(folder, '../..'))).toEqual(fine());
  expect([statSync(folder).mode & 0o777, statSync(join(folder, '..')).mode & 0o777]).toEqual([0o700, 0o700]);
  expect(readFileSync(join(folder, '.gitignore'), 'utf8')).toBe('*\n');
});

test('elsewhere there is no repository to keep it out of', () => {
  const folder = join(project(), 'history');
  expect(readyHistoryFolder(folder, project())).toEqual(fine());
  expect([existsSync(folder), existsSync(join(folder, '.gitignore'))]).toEqual([true, false]);
});

test('one that is there stays as it is', () => {
  const folder = join(project(), 'history');
  mkdirSync(folder);
  chmodSync(folder, 0o755);
  expect(readyHistoryFolder(folder, join(folder, '..'))).toEqual(fine());
  expect([existsSync(join(folder, '.gitignore')), statSync(folder).mode & 0o777]).toEqual([false, 0o755]);
});

test.runIf(process.platform !== 'win32')('that others may write in it is said, and how to end that', () => {
  const folder = project();
  chmodSync(folder, 0o770);
  expect(readyHistoryFolder(folder, '/elsewhere')).toEqual(
    fine(
      `others may write in the folder of the histories (${folder}, mode 0770), and remove them. Do: chmod 700 ${folder}`,
    ),
  );
  chmodSync(folder, 0o1777);
  expect(readyHistoryFolder(folder, '/elsewhere')).toEqual(fine());
});

const HISTORY_CURE = 'Name another folder with --history.';
const STATE_CURE =
  'Tagma keeps what it writes in ~/.local/state, or in the folder that XDG_STATE_HOME names: name one that you can write.';

describe('where one cannot be made, its place and the cure are said', () => {
  const folders = (history: string, outputs: string) => ({ history, outputs, log: '' });

  test('below a file: the history', () => {
    const file = join(project(), 'file');
    writeFileSync(file, '');
    const below = join(file, 'below');
    const said = `the folder ${below} cannot be written (ENOTDIR: not a directory).\n${HISTORY_CURE}`;
    expect(readyFolders(folders(below, project()), '/elsewhere', true)).toEqual({ ok: false, exit: 2, message: said });
  });

  test('below a file: the outputs', () => {
    const file = join(project(), 'file');
    writeFileSync(file, '');
    const below = join(file, 'below');
    const said = `the folder ${below} cannot be written (ENOTDIR: not a directory).\n${STATE_CURE}`;
    expect(readyFolders(folders(project(), below), '/elsewhere', true)).toEqual({ ok: false, exit: 2, message: said });
  });

  test('the history of a session that goes on lies where it lies', () => {
    const file = join(project(), 'file');
    writeFileSync(file, '');
    expect(readyFolders(folders(join(file, 'below'), project()), '/elsewhere', false)).toEqual(fine());
  });

  // A `mkdir` of Node that makes the folders above, too, tries for ever there.
  test.runIf(process.platform === 'linux')('in a file system that makes none (/proc)', () => {
    const said = `the folder /proc/nope/a cannot be written (ENOENT: no such file or directory).\n${HISTORY_CURE}`;
    expect(readyHistoryFolder('/proc/nope/a', '/elsewhere')).toEqual({ ok: false, exit: 2, message: said });
  });
});
