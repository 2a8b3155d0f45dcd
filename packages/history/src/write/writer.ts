/**
 * Creates histories, and opens them to go on with. A crash leaves at worst a piece of its last write (`append.ts`): that
 * is copied to a file beside, and cut off, when the history is opened again.
 */
import { closeSync, fstatSync, mkdirSync, openSync, unlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import { CLOSING_TAG, type HistoryHead, headText } from '@tagma/protocol';
import { codeOf, type Failed, failed, failedBySystem } from '../error.ts';
import type { Source } from '../read/bytes.ts';
import { isEmpty } from '../read/head.ts';
import { openSource } from '../read/source.ts';
import { walk, walkOn } from '../read/walk.ts';
import { type History, historyAt } from './append.ts';
import { DISK, type Disk } from './disk.ts';
import type { Lock } from './held.ts';
import { lockFile } from './lock.ts';
import { keepTail, type TornTail } from './torn.ts';

/** A history that is open for writing. */
export type HistoryOpened = {
  readonly ok: true;
  readonly head: HistoryHead;
  readonly history: History;
  /** What a crash had left at the end, and the file it was copied to before it was cut off. */
  readonly torn: TornTail | null;
};

/** Starts a history in a new file, readable by its owner only; missing folders above it are made, for the owner only. */
export function createHistory(file: string, head: HistoryHead, disk: Disk = DISK): HistoryOpened | Failed {
  const made = newFile(file);
  if (!made.ok) return made;
  // Nobody else can have its lock yet: an empty file is not opened.
  const lock = lockFile(file, made.fd);
  const created = lock.ok ? createLocked(file, made.fd, head, lock, disk) : lock;
  if (!created.ok) {
    closeSync(made.fd);
    unlinkSync(file);
    if (lock.ok) lock.release();
  }
  return created;
}

/** Goes on with a history after its last whole record. Fails, and changes nothing, if a record is not as it was written. */
export function openHistory(file: string, disk: Disk = DISK): HistoryOpened | Failed {
  const source = openSource(file, 'r+');
  if (!source.ok) return source;
  // One that is being created has no lock for a moment.
  const lock = source.size === 0 ? isEmpty(file) : lockFile(file, source.fd);
  // The size again, now that nobody else writes.
  const opened = lock.ok ? openLocked({ ...source, size: fstatSync(source.fd).size }, lock, disk) : lock;
  if (!opened.ok) {
    closeSync(source.fd);
    if (lock.ok) lock.release();
  }
  return opened;
}

function newFile(file: string): { readonly ok: true; readonly fd: number } | Failed {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  } catch (error) {
    return failedBySystem(file, 'make the folder for the history', error);
  }
  try {
    return { ok: true, fd: openSync(file, 'wx+', 0o600) };
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return failed('exists', file, 'there is a file of this name already.');
    return failedBySystem(file, 'create the history', error);
  }
}

function createLocked(file: string, fd: number, head: HistoryHead, lock: Lock, disk: Disk): HistoryOpened | Failed {
  try {
    const before = `${headText(head)}\n`;
    disk.write(fd, Buffer.from(before + CLOSING_TAG), 0);
    disk.sync(fd);
    disk.syncFolder(dirname(file));
    const end = { n: 0, previous: before, offset: Buffer.byteLength(before) };
    return { ok: true, head, history: historyAt(file, fd, lock, end, disk), torn: null };
  } catch (error) {
    return failedBySystem(file, 'create the history', error);
  }
}

function openLocked(source: Source, lock: Lock, disk: Disk): HistoryOpened | Failed {
  const { file, fd } = source;
  const walked = walkOn(walk(source));
  if (!walked.ok) return walked;
  if (walked.fault !== null) {
    const { record, message } = walked.fault;
    const rest = 'Nothing is added to a history that is not as it was written.';
    return failed('damaged', file, `record ${record} has been changed: ${message}. ${rest}`, record);
  }
  const previous = walked.records === 0 ? walked.before : walked.hash;
  // The newline before the closing tag is there unless it was torn off; before the first record it is part of `before`.
  const end = { n: walked.records, previous, offset: walked.end + 1 };
  try {
    const torn = walked.torn === null ? null : keepTail(source, walked.torn, disk);
    if (torn !== null) {
      disk.truncate(fd, walked.end);
      disk.write(fd, Buffer.from(`\n${CLOSING_TAG}`), walked.end);
      disk.sync(fd);
    }
    return { ok: true, head: walked.head, history: historyAt(file, fd, lock, end, disk), torn };
  } catch (error) {
    return failedBySystem(file, 'close the torn history again', error);
  }
}
