/**
 * A file that is either the old or the new one, never half: the new content goes to a file beside it, which then takes
 * its name. Mode and, where this user may, owner are kept; a symbolic link stays one, and its target is replaced.
 * Whole against a crash of this program, not against a loss of power: nothing is forced to the disk.
 */
import { randomUUID } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { access, open, readlink, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { isSameFile } from './file-version.ts';

const PRIVATE_MODE = 0o600;
/** Of the file's name in that of the one beside it: three bytes each at most, of the 255 that a name may have. */
const SHOWN_NAME_CHARACTERS_MAX = 50;

/** It was not replaced, for somebody else has changed it meanwhile. */
export class ChangedMeanwhile extends Error {}

/**
 * Rejects with the error of `node:fs`, and has changed nothing then. The folder must exist.
 * @param expected the file as it was when the new content was made, or null where there was none; left out, whatever is
 *   there is replaced. Where it is another one, rejects with `ChangedMeanwhile`.
 */
export async function writeAtomically(path: string, content: Buffer, expected?: Stats | null): Promise<void> {
  const { target, before } = await look(path);
  // A file that is read-only is not replaced, though its folder would allow it.
  if (before) await access(target, constants.W_OK);

  const beside = join(dirname(target), `.${basename(target).slice(0, SHOWN_NAME_CHARACTERS_MAX)}.${randomUUID()}.tmp`);
  try {
    // What is closed to others stays so from the first byte on: its own mode comes when all is written.
    const file = await open(beside, 'wx', before ? PRIVATE_MODE : undefined);
    try {
      await file.writeFile(content);
      if (before) {
        await file.chown(before.uid, before.gid).catch(() => {});
        await file.chmod(before.mode & 0o7777);
      }
    } finally {
      await file.close();
    }
    if (expected !== undefined && !isAsExpected(expected, (await look(path)).before)) throw new ChangedMeanwhile();
    await rename(beside, target);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}

function isAsExpected(expected: Stats | null, found: Stats | null): boolean {
  return expected && found ? isSameFile(expected, found) : expected === found;
}

async function look(path: string): Promise<{ target: string; before: Stats | null }> {
  const target = await targetOf(path);
  try {
    return { target, before: await stat(target) };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return { target, before: null };
    throw error;
  }
}

/** Where a path leads, all links followed, also a last one to what is not there. Rejects with the error of `node:fs`. */
export async function targetOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    const link = await readlink(path).catch(() => null);
    if (link !== null) return targetOf(resolve(dirname(path), link));
    const parent = dirname(path);
    return parent === path ? path : join(await targetOf(parent), basename(path));
  }
}
