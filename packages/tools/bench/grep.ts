/**
 * What `grep` costs on a tree of 100,000 files over ripgrep by itself, for a pattern that is nowhere, in a few files, and in
 * every one. They take turns, so that whatever else the machine does meets both; the fastest of each is compared.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sayFigure } from '../../../test/figures.ts';
import { createRegistry } from '../src/index.ts';
import { findRipgrep } from '../src/ripgrep.ts';

const FOLDERS = 400;
const FILES_IN_EACH = 250;
const ROUNDS = 7;
const RATIO_MAX = 1.3;
const MORE_MS_MAX = 20;

/** How many of the files hold it, and whether `grep` is to look at all of them. */
const PATTERNS: readonly (readonly [what: string, pattern: string, more: readonly string[]])[] = [
  ['nowhere', 'notAnywhereAtAll', []],
  ['in 100 files', 'needle_\\d+', []],
  ['in every file', 'return value', ['--max-count', '1']],
];

const folder = mkdtempSync(join(tmpdir(), 'tagma-bench-'));
try {
  makeTree();
  const ripgrep = findRipgrep();
  if (ripgrep === null) throw new Error('There is no ripgrep to compare with.');
  for (const [what, pattern, more] of PATTERNS) await compare(ripgrep, what, pattern, more);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function compare(ripgrep: string, what: string, pattern: string, more: readonly string[]): Promise<void> {
  const registry = createRegistry();
  const bare: number[] = [];
  const ours: number[] = [];
  for (let round = -1; round < ROUNDS; round++) {
    const bareMs = await timed(() => runBare(ripgrep, [...more, '--hidden', pattern, folder]));
    const oursMs = await timed(async () => {
      const context = { folder, signal: new AbortController().signal, outputFolder: folder, asWritten: {} };
      const { status, content } = await registry.run('grep', { pattern }, context);
      if (status !== 'ok') throw new Error(content);
    });
    if (round < 0) continue;
    bare.push(bareMs);
    ours.push(oursMs);
  }
  await registry.end();
  const limit = RATIO_MAX * Math.min(...bare) + MORE_MS_MAX;
  console.log(`${what}: ripgrep ${Math.min(...bare).toFixed(0)} ms`);
  sayFigure('  grep, ms', Math.min(...ours), { max: Math.round(limit) });
}

async function timed(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

function runBare(ripgrep: string, args: readonly string[]): Promise<void> {
  const child = spawn(ripgrep, ['--no-config', ...args], { stdio: ['ignore', 'pipe', 'ignore'] });
  child.stdout.resume();
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => resolve());
  });
}

function makeTree(): void {
  for (let at = 0; at < FOLDERS; at++) {
    const parent = join(folder, `part-${at % 20}`, `module-${at}`);
    mkdirSync(parent, { recursive: true });
    for (let file = 0; file < FILES_IN_EACH; file++) {
      const number = at * FILES_IN_EACH + file;
      const needle = number % 1_000 === 0 ? `const needle_${number} = true;\n` : '';
      const lines = `export function f${number}(value) {\n  return value + ${number};\n}\n`.repeat(5);
      writeFileSync(join(parent, `file-${file}.ts`), `${lines}${needle}`);
    }
  }
}
