import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createHistory, openHistory } from '../../src/index.ts';
import { historyFile, newHistory } from '../sample.ts';

function sleeper(): ChildProcess {
  const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'], { stdio: 'ignore' });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return child;
}

/** The kind of error that opening gives, or `opened`. */
function opening(file: string): string {
  const opened = openHistory(file);
  if (opened.ok) opened.history.close();
  return opened.ok ? 'opened' : opened.error.kind;
}

function lockedBy(owner: object | string): string {
  const file = historyFile();
  writeFileSync(`${file}.lock`, typeof owner === 'string' ? owner : JSON.stringify(owner));
  return file;
}

describe('a second writer', () => {
  it('is refused while the first is at work, and told who it is', () => {
    const { file, history } = newHistory();
    const refused = openHistory(file);
    expect(refused).toEqual({
      ok: false,
      error: {
        kind: 'locked',
        file,
        record: null,
        message:
          `${file}: process ${process.pid} on ${hostname()} is writing to it. ` +
          `If that is not so, remove ${file}.lock and ${file}.lock.taking.`,
      },
    });
    expect(createHistory(file, { session: 's2' })).toMatchObject({ ok: false, error: { kind: 'locked' } });
    history.close();
    expect(opening(file)).toBe('opened');
    expect(existsSync(`${file}.lock`)).toBe(false);
  });

  it('is refused while another process lives that has the lock, and let in when it is dead', async () => {
    const child = sleeper();
    const file = lockedBy({ pid: child.pid, started: '', host: hostname() });
    expect(opening(file)).toBe('locked');
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(opening(file)).toBe('opened');
    expect([`${file}.lock`, `${file}.lock.taking`].map(existsSync)).toEqual([false, false]);
  });

  it.skipIf(process.platform !== 'linux')('is not kept out by a process that has got the number of a dead one', () => {
    expect(opening(lockedBy({ pid: process.pid, started: '1', host: hostname() }))).toBe('opened');
  });

  it('is refused where the owner is on another machine', () => {
    expect(opening(lockedBy({ pid: 2 ** 22 + 1, started: '', host: `not-${hostname()}` }))).toBe('locked');
  });

  it('is refused by a lock that names nobody yet, and let in when it never will', () => {
    const file = lockedBy('');
    expect(opening(file)).toBe('locked');
    const past = Date.now() / 1000 - 60;
    utimesSync(`${file}.lock`, past, past);
    expect(opening(file)).toBe('opened');
  });

  it('is refused while another takes a stale lock over', () => {
    const file = lockedBy({ pid: process.pid, started: '1', host: hostname() });
    const stale = readFileSync(`${file}.lock`, 'utf8');
    writeFileSync(`${file}.lock.taking`, stale);
    expect(opening(file)).toBe('locked');
    expect(readFileSync(`${file}.lock`, 'utf8')).toBe(stale);
  });
});
