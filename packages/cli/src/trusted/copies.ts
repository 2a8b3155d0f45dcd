/**
 * Copies of programs as they were compared with what the person trusts. A sandbox shows them in the place of the files, so
 * that what was compared is what is run, whoever changes a file in between.
 */
import { createHash } from 'node:crypto';
import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFolders } from '@tagma/tools';
import type { ProgramFiles } from './program-files.ts';

const OWNER_ONLY = 0o700;

/** @param folder for the copies, hidden from commands: made where it is missing @returns by the real path of each file */
export function copiesOf(files: ProgramFiles, folder: string): ReadonlyMap<string, string> {
  const copies = new Map<string, string>();
  for (const { content } of files.values()) {
    if (content.bytes === null) continue;
    const hash = createHash('sha256').update(content.bytes).digest('hex');
    const copy = join(folder, content.isExecutable ? `${hash}-x` : hash);
    if (!existsSync(copy)) keep(folder, copy, content.bytes, content.isExecutable);
    copies.set(content.realPath, copy);
  }
  return copies;
}

/** Whole or not at all: another session may have it in use. */
function keep(folder: string, copy: string, bytes: Buffer, isExecutable: boolean): void {
  createFolders(folder, OWNER_ONLY);
  const unfinished = `${copy}.${process.pid}`;
  writeFileSync(unfinished, bytes, { mode: isExecutable ? 0o500 : 0o400 });
  renameSync(unfinished, copy);
}
