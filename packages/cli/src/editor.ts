/** A text in the person's own editor. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Edited } from '@tagma/tui';
import { messageOf } from './problem.ts';

/**
 * Waits until the editor has ended. Never rejects. The text is in a file that only its owner can read, and then in none.
 * `name`: of the file, without a folder.
 */
export async function inEditor(text: string, name: string, env: NodeJS.ProcessEnv): Promise<Edited> {
  let folder: string | undefined;
  try {
    folder = mkdtempSync(join(tmpdir(), 'tagma-edit-'));
    const file = join(folder, name);
    writeFileSync(file, text, { mode: 0o600 });
    const editor = env.VISUAL || env.EDITOR || 'vi';
    // As git does it: the variable may hold options.
    const child = spawn('sh', ['-c', `${editor} "$1"`, 'sh', file], { stdio: 'inherit' });
    const [code, signal] = await once(child, 'exit');
    if (code !== 0)
      return failed(`${editor} ended with ${code === null ? signal : `code ${code}`}; nothing is changed.`);
    return { ok: true, text: readFileSync(file, 'utf8') };
  } catch (error) {
    return failed(messageOf(error));
  } finally {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  }
}

function failed(message: string): Edited {
  return { ok: false, message: `The editor: ${message}` };
}
