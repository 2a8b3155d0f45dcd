/** A text that is too long for the model goes to a file, where it can be read page by page. */
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFolders } from './create-folders.ts';
import { messageOf } from './thrown.ts';
import type { ToolContext } from './tool.ts';

export type Kept = { readonly ok: true; readonly path: string } | { readonly ok: false; readonly problem: string };

/** The file is `NAME-ID.txt` in the folder for outputs, secrets masked, open to this user alone. */
export function keepText(text: string, name: string, { outputFolder, masking }: ToolContext): Kept {
  const path = join(outputFolder, `${name}-${randomUUID()}.txt`);
  try {
    createFolders(outputFolder);
    writeFileSync(path, masked(text, masking), { flag: 'wx', mode: 0o600 });
    return { ok: true, path };
  } catch (error) {
    return { ok: false, problem: messageOf(error) };
  }
}

/** What masks takes bytes, as characters of Latin-1. */
function masked(text: string, masking: ToolContext['masking']): Buffer {
  const bytes = Buffer.from(text);
  if (!masking) return bytes;
  const { feed, end } = masking();
  return Buffer.from(feed(bytes.toString('latin1')) + end(), 'latin1');
}
