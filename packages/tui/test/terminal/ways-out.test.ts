/** Every way out of a real process gives the terminal back. It runs from a bundle, so that is proven here too. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { blessedBundle } from '../../blessed-bundle.mjs';

const TAKEN = '\x1b[?1049h';
const GIVEN_BACK = '\x1b[?1049l';
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tagma-screen-'));
  await build({
    entryPoints: [fileURLToPath(new URL('../fixtures/screen-program.ts', import.meta.url))],
    outfile: join(folder, 'program.mjs'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    plugins: [blessedBundle()],
    logLevel: 'error',
  });
});

afterAll(() => rm(folder, { recursive: true, force: true }));

type Run = {
  readonly child: ChildProcess;
  readonly ended: Promise<{ code: number | null; signal: string | null }>;
  out(): string;
  err(): string;
};

/** Runs the bundle in an empty folder, and waits for its first frame. */
async function run(how = ''): Promise<Run> {
  const child = spawn(process.execPath, [join(folder, 'program.mjs'), how], {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve) => {
    child.on('close', (code, signal) => resolve({ code, signal }));
  });
  const running = { child, ended, out: () => out, err: () => err };
  await until(() => out.includes('? keys') || child.exitCode !== null);
  return running;
}

async function until(condition: () => boolean): Promise<void> {
  for (let waited = 0; !condition() && waited < 5_000; waited += 10)
    await new Promise((resolve) => setTimeout(resolve, 10));
}

function givenBack(output: string): boolean {
  const tail = output.slice(output.lastIndexOf(TAKEN));
  const back = tail.indexOf(GIVEN_BACK);
  return (
    back > 0 &&
    tail.lastIndexOf('\x1b[?25h') > tail.lastIndexOf('\x1b[?25l') &&
    tail.includes('\x1b[?2004l') &&
    tail.includes('\x1b[?1004l') &&
    tail.includes('\x1b[?1000l') &&
    tail.includes('\x1b[?7h')
  );
}

describe('ways out', () => {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  test.each(signals)('%s', async (signal) => {
    const program = await run();
    program.child.kill(signal);
    expect(await program.ended).toEqual({ code: 9, signal: null });
    expect(givenBack(program.out())).toBe(true);
    expect(program.err()).toBe(`${JSON.stringify({ kind: 'signal', signal })}\n`);
  });

  const ends: readonly (readonly [how: string, code: number, err: string])[] = [
    ['throw', 1, 'thrown on purpose'],
    ['reject', 1, 'rejected on purpose'],
    ['exit', 7, ''],
  ];
  test.each(ends)('%s', async (how, code, err) => {
    const program = await run(how);
    program.child.kill('SIGUSR2');
    expect(await program.ended).toEqual({ code, signal: null });
    expect(givenBack(program.out())).toBe(true);
    expect(program.err()).toContain(err);
  });

  test('the input ends', async () => {
    const program = await run();
    program.child.stdin?.end();
    expect(await program.ended).toEqual({ code: 0, signal: null });
    expect(program.err()).toBe('{"kind":"terminal-closed"}\n');
  });

  test('a stop gives the terminal back, and going on takes it again', async () => {
    const program = await run();
    program.child.kill('SIGTSTP');
    await until(() => givenBack(program.out()));
    expect(givenBack(program.out())).toBe(true);
    program.child.kill('SIGCONT');
    await until(
      () =>
        program.out().lastIndexOf(TAKEN) > program.out().lastIndexOf(GIVEN_BACK) &&
        program.out().endsWith('\x1b[?2026l'),
    );
    expect(program.out().split('? keys')).toHaveLength(3);
    program.child.stdin?.write('\x04');
    expect(await program.ended).toEqual({ code: 0, signal: null });
    expect(givenBack(program.out())).toBe(true);
  });
});
