/** The lock of systems that have none of their own: a file beside. It can be tried everywhere. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isHeldByFile, lockByFile } from '../../src/write/lock-file.ts';
import { temporaryFolder } from '../temporary.ts';

function sleeper(): ChildProcess {
  const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'], { stdio: 'ignore' });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return child;
}

/** Whether the lock can be taken; it is not kept. What the look at it says must be the same. */
function taking(file: string): string {
  const held = isHeldByFile(file);
  const lock = lockByFile(file);
  if (lock.ok) lock.release();
  expect(held).toBe(!lock.ok);
  return lock.ok ? 'taken' : lock.error.kind;
}

function lockedBy(owner: object | string): string {
  const file = join(temporaryFolder(), 's1.xml');
  writeFileSync(`${file}.lock`, typeof owner === 'string' ? owner : JSON.stringify(owner));
  return file;
}

describe('a second writer', () => {
  it('is refused while the first is at work, and told who it is', () => {
    const file = join(temporaryFolder(), 's1.xml');
    const lock = lockByFile(file);
    if (!lock.ok) throw new Error(lock.error.message);
    expect(lockByFile(file)).toEqual({
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
    lock.release();
    expect(taking(file)).toBe('taken');
    expect(existsSync(`${file}.lock`)).toBe(false);
  });

  it('is refused while another process lives that has the lock, and let in when it is dead', async () => {
    const child = sleeper();
    const file = lockedBy({ pid: child.pid, started: '', host: hostname() });
    expect(taking(file)).toBe('locked');
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(taking(file)).toBe('taken');
    expect([`${file}.lock`, `${file}.lock.taking`].map(existsSync)).toEqual([false, false]);
  });

  it.skipIf(process.platform !== 'linux')('is not kept out by a process that has got the number of a dead one', () => {
    expect(taking(lockedBy({ pid: process.pid, started: '1', host: hostname() }))).toBe('taken');
  });

  it('is refused where the owner is on another machine', () => {
    expect(taking(lockedBy({ pid: 2 ** 22 + 1, started: '', host: `not-${hostname()}` }))).toBe('locked');
  });

  it('is refused by a lock that names nobody yet, and let in when it never will', () => {
    const file = lockedBy('');
    expect(taking(file)).toBe('locked');
    const past = Date.now() / 1000 - 60;
    utimesSync(`${file}.lock`, past, past);
    expect(taking(file)).toBe('taken');
  });

  it('is refused while another takes a stale lock over', () => {
    const file = lockedBy({ pid: process.pid, started: '1', host: hostname() });
    const stale = readFileSync(`${file}.lock`, 'utf8');
    writeFileSync(`${file}.lock.taking`, stale);
    expect(lockByFile(file)).toMatchObject({ ok: false, error: { kind: 'locked' } });
    expect(readFileSync(`${file}.lock`, 'utf8')).toBe(stale);
  });
});
