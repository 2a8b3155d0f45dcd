/**
 * Where the system has no locks that it frees itself: a file `FILE.lock` beside, made with O_EXCL, that names its owner. One
 * whose owner is gone (a crash, a kill) is stale, and taken over; of two who find it stale at once only one can, since they
 * do it under a lock of their own.
 */
import { existsSync, readFileSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { codeOf, type Failed, failed } from '../error.ts';
import type { Lock } from './held.ts';

/** Who holds a lock. `started` tells a process from a later one with its number; '' where the system does not say. */
type Owner = { readonly pid: number; readonly started: string; readonly host: string };

/** How long a lock may name no owner: between its making and its first byte. Older, it is what a crash left. */
const NAMELESS_MS_MAX = 5000;

/** Takes the lock, or says who has it. Never waits. Throws what the system says. */
export function lockByFile(file: string): Lock | Failed {
  const lock = `${file}.lock`;
  if (!claim(lock) && !(isStale(lock) && takeOver(lock))) return refused(file, lock);
  return { ok: true, release: () => remove(lock) };
}

/** Whether somebody who is alive has the lock. */
export function isHeldByFile(file: string): boolean {
  const lock = `${file}.lock`;
  return existsSync(lock) && !isStale(lock);
}

/** Makes the lock file ours; false where there is one already. */
function claim(lock: string): boolean {
  try {
    const owner: Owner = { pid: process.pid, started: startOf(process.pid), host: hostname() };
    writeFileSync(lock, JSON.stringify(owner), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

function takeOver(lock: string): boolean {
  const taking = `${lock}.taking`;
  if (!claim(taking)) return false;
  try {
    // Looked at once more: another may have taken it over between our look and our claim.
    if (!isStale(lock)) return false;
    remove(lock);
    return claim(lock);
  } finally {
    remove(taking);
  }
}

/** Whether the owner is certainly gone. One of another machine is taken to be alive. */
function isStale(lock: string): boolean {
  const owner = ownerOf(lock);
  if (owner === null) return ageMs(lock) > NAMELESS_MS_MAX;
  if (owner.host !== hostname()) return false;
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    return codeOf(error) === 'ESRCH';
  }
  return owner.started !== '' && owner.started !== startOf(owner.pid);
}

function refused(file: string, lock: string): Failed {
  const owner = ownerOf(lock);
  const who = owner === null ? 'another process' : `process ${owner.pid} on ${owner.host}`;
  return failed('locked', file, `${who} is writing to it. If that is not so, remove ${lock} and ${lock}.taking.`);
}

function ownerOf(lock: string): Owner | null {
  try {
    const owner: unknown = JSON.parse(readFileSync(lock, 'utf8'));
    if (typeof owner !== 'object' || owner === null || !('pid' in owner) || !('host' in owner)) return null;
    const { pid, host } = owner;
    if (typeof pid !== 'number' || !Number.isInteger(pid) || pid <= 0 || typeof host !== 'string') return null;
    return { pid, host, started: 'started' in owner && typeof owner.started === 'string' ? owner.started : '' };
  } catch {
    return null;
  }
}

/** When a process was started, in the kernel's own count (Linux: field 22 of /proc/PID/stat, after the name in brackets). */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

function ageMs(path: string): number {
  return Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
}

function remove(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // Gone already, or the folder is: then nobody is kept out by it.
  }
}
