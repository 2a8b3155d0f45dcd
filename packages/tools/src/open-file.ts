/** Opens a file to read it. Pipes, devices and sockets are refused before they are opened: that might wait, or do something. */
import { constants, type Stats } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { problemOfKind } from './text-file.ts';

/** What has become a pipe meanwhile, and what of `/proc` has nothing to say, is not waited for. Windows has no such flag. */
const NEVER_WAIT = constants.O_NONBLOCK ?? 0;

export type OpenedFile =
  /** `bytes` as the file system says: 0 for what is made when it is read, as in `/proc`. */
  | { readonly ok: true; readonly file: FileHandle; readonly bytes: number; readonly stats: Stats }
  | { readonly ok: false; readonly problem: string };

/** Rejects with an error of `node:fs`. The caller closes the file. */
export async function openFile(path: string, shown: string): Promise<OpenedFile> {
  const problem = problemOfKind(await stat(path), shown);
  if (problem) return { ok: false, problem };
  const file = await open(path, constants.O_RDONLY | NEVER_WAIT);
  try {
    const stats = await file.stat();
    const problemNow = problemOfKind(stats, shown);
    if (!problemNow) return { ok: true, file, bytes: stats.size, stats };
    await file.close();
    return { ok: false, problem: problemNow };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** So many bytes of the beginning at most. What is read later still begins at the start. */
export async function headOf(file: FileHandle, bytesMax: number): Promise<Buffer> {
  const head = Buffer.alloc(bytesMax);
  let length = 0;
  while (length < bytesMax) {
    const { bytesRead } = await file.read(head, length, bytesMax - length, length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return head.subarray(0, length);
}
