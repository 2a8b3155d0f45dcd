/** A text in the person's own editor. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { messageOf } from '../problem.ts';
import { type Refused, refused } from './said.ts';

export type FromEditor = { readonly ok: true; readonly text: string } | Refused;

/** Waits until the editor has ended. Never rejects. The text is in a file that only its owner can read, and then in none. */
export async function inEditor(text: string, env: NodeJS.ProcessEnv): Promise<FromEditor> {
  const folder = mkdtempSync(join(tmpdir(), 'tagma-edit-'));
  try {
    const file = join(folder, 'event.json');
    writeFileSync(file, text, { mode: 0o600 });
    const editor = env.VISUAL || env.EDITOR || 'vi';
    // As git does it: the variable may hold options.
    const child = spawn('sh', ['-c', `${editor} "$1"`, 'sh', file], { stdio: 'inherit' });
    const [code] = await once(child, 'exit');
    if (code !== 0) return refused(`edit: ${editor} ended with code ${code}; nothing is changed.`);
    return { ok: true, text: readFileSync(file, 'utf8') };
  } catch (error) {
    return refused(`edit: ${messageOf(error)}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
