/** Types the commands of a block into a shell, as a reader would, and tells what came of each. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../command.ts';
import type { World } from './world.ts';

export type Played = {
  readonly code: number;
  /** Standard output and standard error, as they came; the home is `/home/me`, the project `/home/me/project`. */
  readonly output: string;
};

const BLOCK_MS = 120_000;

/** As a reader would type it here: where the server is, for a key that is left out, for the name of a session. */
export function typed(line: string, url: string): string {
  return line
    .replaceAll(/http:\/\/127\.0\.0\.1:\w+\/v1/g, url)
    .replaceAll('_KEY=…', '_KEY=some-key')
    .replaceAll(/ SESSION\b(?!\.)/g, ' 0a1b2c');
}

export async function play(lines: readonly string[], { folder, env, url }: World): Promise<readonly Played[]> {
  const results = temporaryFolder();
  const script = lines.map((line, at) => {
    mkdirSync(join(results, String(at)));
    // Its output goes aside; what it sets stays.
    return `{ ${typed(line, url)}\n} >${results}/${at}/output 2>&1 </dev/null; echo $? >${results}/${at}/code`;
  });
  const file = join(results, 'session.sh');
  writeFileSync(file, `set -o pipefail\n${script.join('\n')}\n`);
  const child = spawn('bash', [file], { cwd: folder, env, stdio: 'ignore', timeout: BLOCK_MS, killSignal: 'SIGKILL' });
  await new Promise((resolve) => child.on('close', resolve));
  const read = (at: number, name: string) => {
    const path = join(results, String(at), name);
    return existsSync(path) ? readFileSync(path, 'utf8') : '';
  };
  const shown = (text: string) =>
    text
      .replaceAll(folder, '/home/me/project')
      .replaceAll(env.HOME ?? '', '/home/me')
      .trimEnd();
  return lines.map((_, at) => ({ code: Number(read(at, 'code') || '-1'), output: shown(read(at, 'output')) }));
}
