/** The files below a folder, for whoever names one in a prompt: as git sees them, found by ripgrep where there is one. */
import { spawn } from 'node:child_process';
import { relative } from 'node:path';
import { findRipgrep, listFiles, reachOf } from '@tagma/tools';

/** What is beyond is not offered. */
const FILES_MAX = 200_000;
const BYTES_MAX = 64 * 1024 * 1024;
const LISTED_WITHIN_MS = 10_000;

/** Relative to the folder, in their order. Never rejects: what cannot be looked into has no files. The signal ends it. */
export async function filesBelow(
  folder: string,
  ripgrep: string | null = findRipgrep(),
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const found = ripgrep === null ? null : await byRipgrep(ripgrep, folder, signal);
  return (found ?? (await byWalking(folder))).slice(0, FILES_MAX);
}

const ARGUMENTS = [
  ...['--no-config', '--no-messages', '--files', '--null', '--hidden', '--no-require-git', '--sort=path'],
  ...['--glob=!.git', '--glob=!node_modules'],
];

/** As ripgrep says that it has not understood, or not seen all. */
const REFUSED = 2;

/** Null where it cannot be run. What it has found by the end of the time counts. */
function byRipgrep(ripgrep: string, folder: string, signal?: AbortSignal): Promise<readonly string[] | null> {
  return new Promise((resolve) => {
    const child = spawn(ripgrep, ARGUMENTS, {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: LISTED_WITHIN_MS,
      // Ripgrep itself waits at a pipe that is called as a list of what to ignore.
      killSignal: 'SIGKILL',
      ...(signal && { signal }),
    });
    const chunks: Buffer[] = [];
    let bytes = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > BYTES_MAX) child.kill();
    });
    child.on('error', () => resolve(null));
    child.on('close', (code) => {
      const paths = Buffer.concat(chunks).toString('utf8').split('\0');
      // The last is empty, or a piece.
      const isRefused = code === REFUSED && paths.length === 1;
      resolve(isRefused ? null : paths.slice(0, -1));
    });
  });
}

async function byWalking(folder: string): Promise<readonly string[]> {
  try {
    const { paths } = await listFiles({
      folder,
      pattern: '**/*',
      reach: reachOf([folder], folder),
      pathsMax: FILES_MAX,
      timeMs: LISTED_WITHIN_MS,
      signal: AbortSignal.timeout(2 * LISTED_WITHIN_MS),
    });
    return paths.map((path) => relative(folder, path)).sort();
  } catch {
    return [];
  }
}
