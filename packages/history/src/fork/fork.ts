/**
 * A history that begins as another one did, and goes its own way: a whole copy of the records up to a step's end, in a chain
 * of its own. So a fork replays, is checked and is read without the file that it came from, which is never changed; the
 * caller's next record names that file by a hash.
 */
import { closeSync, existsSync, mkdirSync, openSync, renameSync, unlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import { CLOSING_TAG, headText } from '@tagma/protocol';
import { codeOf, type Failed, failed, failedBySystem } from '../error.ts';
import { walkFile } from '../read/source.ts';
import type { Walked } from '../read/walk.ts';
import type { History } from '../write/append.ts';
import { DISK, type Disk } from '../write/disk.ts';
import { openHistory } from '../write/writer.ts';
import { rechain } from './rechain.ts';

/** What is gathered before it is written. */
const WRITTEN_BYTES = 1 << 20;

/** The last record that was copied, in the file that it came from. */
export type Parent = { readonly session: string; readonly record: number; readonly hash: string };

/** What came of a fork. */
export type Forked =
  | {
      readonly ok: true;
      /** Open for writing. Where a crash had cut the last step off, a replay says what it lacks (`unfinished`). */
      readonly history: History;
      readonly parent: Parent;
    }
  | Failed;

/**
 * Copies the records of a history, a running one's too, up to the end of the step that a record belongs to; or all of them.
 * Under its name the copy is there as a whole or not at all. Memory is bounded by the largest record.
 *
 * Fails where there is no such record, or where one at or before it is not as it was written; a damaged record behind it
 * does not matter.
 * @param at the record's number; null for the last
 */
export function forkHistory(
  file: string,
  at: number | null,
  target: { readonly file: string; readonly session: string },
  disk: Disk = DISK,
): Forked {
  if (at !== null && at < 1) return failed('no-record', file, 'records are numbered from 1.');
  if (existsSync(target.file)) return failed('exists', target.file, 'there is a file of this name already.');
  // No history is looked for under such a name.
  const part = `${target.file}.part`;
  try {
    mkdirSync(dirname(target.file), { recursive: true, mode: 0o700 });
    const copied = copyTo(part, file, at, target.session, disk);
    if (!copied.ok) {
      removeIfThere(part);
      return copied;
    }
    renameSync(part, target.file);
    disk.syncFolder(dirname(target.file));
    // It reads the copy through: what is given back has been checked.
    const opened = openHistory(target.file, disk);
    return opened.ok ? { ok: true, history: opened.history, parent: copied.parent } : opened;
  } catch (error) {
    removeIfThere(part);
    return failedBySystem(target.file, 'write the fork', error);
  }
}

type Copied = { readonly ok: true; readonly parent: Parent } | Failed;

function copyTo(part: string, file: string, at: number | null, session: string, disk: Disk): Copied {
  const fd = openSync(part, 'wx', 0o600);
  try {
    const copy = copyRecords(file, at, session, (bytes, offset) => disk.write(fd, bytes, offset));
    if (copy.ok) disk.sync(fd);
    return copy;
  } finally {
    closeSync(fd);
  }
}

function copyRecords(
  file: string,
  at: number | null,
  session: string,
  write: (bytes: Buffer, offset: number) => void,
): Copied {
  let previous = `${headText({ session })}\n`;
  let gathered: Buffer[] = [Buffer.from(previous.slice(0, -1))];
  let gatheredBytes = Buffer.byteLength(previous) - 1;
  let offset = 0;
  const put = (bytes: Buffer): void => {
    gathered.push(bytes);
    gatheredBytes += bytes.length;
  };
  const flush = (): void => {
    write(Buffer.concat(gathered), offset);
    offset += gatheredBytes;
    [gathered, gatheredBytes] = [[], 0];
  };
  let parent: Parent = { session: '', record: 0, hash: '' };
  const walking = walkFile(file);
  let next = walking.next();
  for (; !next.done; next = walking.next()) {
    const { head, n, kind, bytes, hash } = next.value;
    if (at !== null && n > at && kind === 'event') break;
    const record = rechain(bytes, previous);
    put(Buffer.from('\n'));
    put(record.bytes);
    if (gatheredBytes >= WRITTEN_BYTES) flush();
    previous = record.hash;
    parent = { session: head.session, record: n, hash };
  }
  if (!next.done) walking.return(undefined as never);
  const missing = next.done ? whatIsMissing(next.value, at, file) : null;
  if (missing !== null) return missing;
  put(Buffer.from(`\n${CLOSING_TAG}`));
  flush();
  return { ok: true, parent };
}

/** Why the records that there are are not those that were asked for. */
function whatIsMissing(walked: Walked | Failed, at: number | null, file: string): Failed | null {
  if (!walked.ok) return walked;
  const { records, fault } = walked;
  if (at !== null && at <= records) return null;
  if (fault !== null) {
    const whole = records === 0 ? 'No record before it is whole' : `Those before it are whole: fork at ${records}`;
    const message = `record ${fault.record} has been changed: ${fault.message}. ${whole}.`;
    return failed('damaged', file, message, fault.record);
  }
  if (at === null && records > 0) return null;
  const there = records === 0 ? 'nothing was recorded in it' : `its records are numbered from 1 to ${records}`;
  return failed('no-record', file, at === null ? `${there}.` : `there is no record ${at}: ${there}.`, at);
}

function removeIfThere(file: string): void {
  try {
    unlinkSync(file);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}
