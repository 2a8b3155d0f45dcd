/** Runs the bundled command as a person would: a process of its own, with an environment of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const BUNDLE = fileURLToPath(new URL('../dist/tagma.js', import.meta.url));

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
  /** Another file than the built one. */
  readonly bundle?: string;
};

/** Nothing of the developer's own settings reaches the command. */
export function start(args: readonly string[], around: Around = {}): Running {
  const home = temporaryFolder();
  const env = { PATH: process.env.PATH ?? '', HOME: home, LANG: 'C.UTF-8', ...around.env };
  const child = spawn(process.execPath, [around.bundle ?? BUNDLE, ...args], { env, cwd: around.cwd ?? home });
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
