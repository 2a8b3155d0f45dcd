/** A plan, as the model has written it into a file of the project, for the person to read and agree to. */
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/** Of a longer file the beginning is shown; the text goes into the history. */
export const PLAN_BYTES_MAX = 1024 * 1024;

/**
 * The text of the file, empty where there is none. Of a file that is too long the beginning, and a last line that says so.
 * Rejects where it cannot be read, or is no regular file: a pipe would be waited for without end.
 */
export async function readPlan(path: string): Promise<string> {
  let file: FileHandle | null = null;
  try {
    file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const stats = await file.stat();
    if (!stats.isFile()) throw new Error(`${path} is not a regular file.`);
    const { text, isWhole } = await beginningOf(file);
    return isWhole ? text : `${text}\n\n(The file is longer than ${PLAN_BYTES_MAX} bytes; the rest is not shown.)\n`;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  } finally {
    await file?.close();
  }
}

async function beginningOf(file: FileHandle): Promise<{ readonly text: string; readonly isWhole: boolean }> {
  const bytes = Buffer.alloc(PLAN_BYTES_MAX + 1);
  let length = 0;
  while (length < bytes.length) {
    const { bytesRead } = await file.read(bytes, length, bytes.length - length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  const isWhole = length <= PLAN_BYTES_MAX;
  // The piece of a character at the cut is left out.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  return { text: decoder.decode(bytes.subarray(0, isWhole ? length : PLAN_BYTES_MAX), { stream: !isWhole }), isWhole };
}
