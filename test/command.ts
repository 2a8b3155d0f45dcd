/** Runs the bundled command as a person would: a process of its own, with an environment of its own. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const BUNDLE = fileURLToPath(new URL('../dist/tagma.js', import.meta.url));
/** What an installed `tagma` starts. */
const STARTER = fileURLToPath(new URL('../dist/start.js', import.meta.url));

export type Ended = { readonly code: number | null; readonly out: string; readonly err: string };

export type Running = {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  /** Resolves when standard error holds the text. */
  readonly says: (text: string) => Promise<void>;
};

export type Around = {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly input?: string;
  /** Another file than the one that is started where Tagma is installed. */
  readonly bundle?: string;
  /** Its own process group, so that a signal can be sent to all of it, as a terminal does. */
  readonly detached?: boolean;
};

/** Compiled code for all runs of the command: each has a home of its own, and would compile all anew. */
const COMPILED = { TAGMA_CODE_CACHE: fileURLToPath(new URL('../node_modules/.cache/tagma/code', import.meta.url)) };

/** The environment of a person who has set nothing. */
export function environment(around: Around = {}): Record<string, string> {
  return { PATH: process.env.PATH ?? '', HOME: temporaryFolder(), LANG: 'C.UTF-8', ...COMPILED, ...around.env };
}

/** Nothing of the developer's own settings reaches the command. */
export function start(args: readonly string[], around: Around = {}): Running {
  const env = environment(around);
  const child = spawn(process.execPath, [around.bundle ?? STARTER, ...args], {
    env,
    cwd: around.cwd ?? temporaryFolder(),
    detached: around.detached ?? false,
  });
  let out = '';
  let err = '';
  const watchers = new Set<() => void>();
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
    for (const watch of watchers) watch();
  });
  // A command that refuses its arguments may have ended before it has read anything.
  child.stdin.on('error', () => {});
  child.stdin.end(around.input ?? '');
  const ended = new Promise<Ended>((resolve) => child.on('close', (code) => resolve({ code, out, err })));
  const says = (text: string) =>
    new Promise<void>((resolve, reject) => {
      const watch = () => {
        if (err.includes(text)) resolve();
      };
      watchers.add(watch);
      watch();
      ended.then(() => reject(new Error(`it ended without saying ${JSON.stringify(text)}:\n${err}`)));
    });
  return { child, ended, says };
}

export function run(args: readonly string[], around: Around = {}): Promise<Ended> {
  return start(args, around).ended;
}

export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'tagma-test-'));
}

/** The only history in a folder. */
export function historyIn(folder: string): string {
  const files = readdirSync(folder).filter((name) => name.endsWith('.xml'));
  if (files.length !== 1 || files[0] === undefined) throw new Error(`one history expected in ${folder}: ${files}`);
  return join(folder, files[0]);
}

export function has(program: string): boolean {
  return spawnSync('which', [program]).status === 0;
}

/** Looks again and again, for some seconds. */
export async function waitFor(holds: () => boolean, ms = 8_000): Promise<void> {
  for (let waited = 0; waited < ms; waited += 20) {
    if (holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('it never came to be');
}
