/** One writer at a time, whatever the file is called, and nobody kept out by the dead. */
import {
  appendFileSync,
  closeSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createHistory, isLocked, lockName, openHistory } from '../../src/index.ts';
import { built } from '../built.ts';
import { historyFile, newHistory, SAMPLE } from '../sample.ts';
import { temporaryFolder } from '../temporary.ts';
import { kill, startWriter, type WriterProcess } from './processes.ts';
import { faultOfRace, race } from './race.ts';

const BY_SOCKET = process.platform === 'linux';
const RACES = 10;

let program: readonly string[] = [];
beforeAll(async () => {
  program = [await built(new URL('writer-process.ts', import.meta.url))];
});

/** The kind of error that opening gives, or `opened`. */
function opening(file: string): string {
  const opened = openHistory(file);
  if (opened.ok) opened.history.close();
  return opened.ok ? 'opened' : opened.error.kind;
}

function writer(...args: readonly string[]): WriterProcess {
  const started = startWriter(program, args);
  onTestFinished(() => {
    started.child.kill('SIGKILL');
  });
  return started;
}

describe('a second writer', () => {
  it('is refused while the first is at work, and told who it is', () => {
    const { file, history } = newHistory();
    const refused = openHistory(file);
    expect(refused).toMatchObject({ ok: false, error: { kind: 'locked', file, record: null } });
    expect(!refused.ok && refused.error.message).toContain(`process ${process.pid} `);
    expect(createHistory(file, { session: 's2' })).toMatchObject({ ok: false, error: { kind: 'exists' } });
    expect(isLocked(file)).toBe(true);
    history.close();
    expect(isLocked(file)).toBe(false);
    expect(opening(file)).toBe('opened');
    expect(readdirSync(dirname(file))).toEqual([basename(file)]);
  });

  it('is refused while another process has it, and let in when that is dead, though a child of it lives', async () => {
    const file = historyFile();
    const holder = writer('hold', file);
    expect(await holder.line()).toBe('held');
    const child = Number(await holder.line());
    onTestFinished(() => {
      process.kill(child, 'SIGKILL');
    });
    const refused = openHistory(file);
    expect(!refused.ok && refused.error.message).toContain(`process ${holder.child.pid} `);
    expect(isLocked(file)).toBe(true);
    await kill(holder);
    expect(isLocked(file)).toBe(false);
    expect(opening(file)).toBe('opened');
    expect(process.kill(child, 0)).toBe(true);
  });

  it.runIf(BY_SOCKET)('is refused under every name of the file', () => {
    const folder = temporaryFolder();
    const { file, history } = newHistory();
    symlinkSync(file, join(folder, 'link.xml'));
    symlinkSync(dirname(file), join(folder, 'folder'));
    linkSync(file, join(folder, 'hard.xml'));
    const names = ['link.xml', 'folder/s1.xml', 'hard.xml'].map((name) => join(folder, name));
    const all = [...names, relative(process.cwd(), file), join(dirname(file), '.', 'x', '..', 's1.xml')];
    expect(all.map((name) => [opening(name), isLocked(name)])).toEqual(all.map(() => ['locked', true]));
    history.close();
    expect(all.map((name) => [opening(name), isLocked(name)])).toEqual(all.map(() => ['opened', false]));
  });

  it('is never kept out by one that has not begun to write its file', () => {
    const file = join(temporaryFolder(), 's1.xml');
    closeSync(openSync(file, 'w'));
    expect([opening(file), isLocked(file)]).toEqual(['empty', false]);
  });

  it(`is refused in each of ${RACES} races, and no number is given twice`, async () => {
    for (let round = 0; round < RACES; round++) {
      expect(faultOfRace(await race(program, historyFile()), SAMPLE.length)).toBe(null);
    }
  });
});

describe('a name', () => {
  it('is held whether or not there is anything of that name', () => {
    const path = join(temporaryFolder(), 'outputs');
    const lock = lockName(path);
    if (!lock.ok) throw new Error(lock.error.message);
    mkdirSync(path);
    expect(lockName(path)).toMatchObject({ ok: false, error: { kind: 'locked' } });
    expect(lockName(`${path}2`)).toMatchObject({ ok: true });
    lock.release();
    expect(lockName(path)).toMatchObject({ ok: true });
  });

  it('in a folder that there is not cannot be held', () => {
    expect(lockName(join(temporaryFolder(), 'none', 'x'))).toMatchObject({ ok: false, error: { kind: 'io' } });
  });
});

describe('a file that is not as its writer left it: nothing more is written to it', () => {
  const ADVICE = 'Nothing was written over it. Is another program, or another machine, writing to it?';

  it.each([
    ['it has grown', (file: string) => appendFileSync(file, '<more/>')],
    ['it has shrunk', (file: string) => truncateSync(file, 100)],
  ])('%s', (_title, meddle) => {
    const { file, history } = newHistory(SAMPLE);
    const left = readFileSync(file).length;
    meddle(file);
    const now = readFileSync(file);
    const message = `${file}: it has ${now.length} bytes, where this session had left ${left}. ${ADVICE}`;
    const expected = { ok: false, error: { kind: 'meddled', file, record: null, message } };
    expect(history.append(SAMPLE, { sync: true })).toEqual(expected);
    expect(history.append(SAMPLE, { sync: true })).toEqual(expected);
    expect(readFileSync(file).equals(now)).toBe(true);
  });

  it('it was removed', () => {
    const { file, history } = newHistory(SAMPLE);
    rmSync(file);
    expect(history.append(SAMPLE, { sync: true })).toMatchObject({ ok: false, error: { kind: 'meddled' } });
  });
});
