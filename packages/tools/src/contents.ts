/** Contents of files, kept in a folder under their hash, whole or not at all, open to this user alone. */
import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { hashOf } from './file-version.ts';

export type Contents = {
  /** Gives the hash: SHA-256 in hexadecimal digits. Once it is known the content is on the disk. */
  readonly keep: (content: Buffer) => Promise<string>;
  /** Null where it is not there, or no longer what it was. */
  readonly content: (hash: string) => Promise<Buffer | null>;
};

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/** `keep` rejects with the errors of `node:fs`. The folder is made when the first content is kept. */
export function openContents(folder: string): Contents {
  return {
    async keep(content) {
      const hash = hashOf(content);
      const path = join(folder, hash);
      const known = await stat(path).catch(() => null);
      if (known?.size === content.length) return hash;
      await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
      const beside = `${path}.${randomUUID()}`;
      try {
        await writeWhole(beside, content);
        await rename(beside, path);
      } catch (error) {
        await rm(beside, { force: true });
        throw error;
      }
      return hash;
    },
    async content(hash) {
      const content = await readFile(join(folder, hash)).catch(() => null);
      return content && hashOf(content) === hash ? content : null;
    },
  };
}

async function writeWhole(path: string, content: Buffer): Promise<void> {
  const file = await open(path, 'wx', FILE_MODE);
  try {
    await file.writeFile(content);
    await file.datasync();
  } finally {
    await file.close();
  }
}
