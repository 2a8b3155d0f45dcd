/** A session of a thousand turns: the built command as a person would run it, in a process of its own, with its history. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { BUNDLE } from '../packages/build/workspace.mjs';

export const TURNS = 1_000;
const SAID_CHARACTERS_MAX = 2_000;

/** Runs until the endpoint gives its final. `nodeOptions` stand before the command. Gives the file of the history. */
export async function runLongSession(
  url: string,
  folder: string,
  nodeOptions: readonly string[] = [],
): Promise<string> {
  // Nothing is compacted: each request is as long as the session.
  const options = ['--endpoint', url, '--model', 'instant', '--no-sandbox', '--trust', '--window', '10000000'];
  const places = ['--cwd', folder, '--history', join(folder, 'history'), '--max-turns', String(TURNS + 1)];
  const args = [...nodeOptions, BUNDLE, '-p', 'Run what you like.', ...options, ...places];
  const env = { PATH: process.env.PATH, HOME: folder };
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (piece) => {
    said = (said + piece).slice(-SAID_CHARACTERS_MAX);
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`tagma ended with ${code}: ${said}`);
  return historyIn(join(folder, 'history'));
}

/** The newest. */
function historyIn(folder: string): string {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.xml'));
  return join(folder, files.sort().at(-1) ?? '');
}
