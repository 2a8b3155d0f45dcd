/** The log file grows no larger than it may, whoever writes to it, and loses no line by that. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, onTestFinished, test } from 'vitest';
import { openForLines } from '../../src/logs/file.ts';

const LINE = `${'x'.repeat(99)}\n`;

function logFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tagma-log-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'state', 'tagma.log');
}

function sizesIn(folder: string): Record<string, number> {
  const names = readdirSync(folder).sort();
  return Object.fromEntries(names.map((name) => [name, statSync(join(folder, name)).size]));
}

test.each([
  [0, 5, { 'tagma.log': 500 }],
  [2, 10, { 'tagma.log': 1_000 }],
  [2, 25, { 'tagma.log': 500, 'tagma.log.1': 1_000, 'tagma.log.2': 1_000 }],
  [2, 65, { 'tagma.log': 500, 'tagma.log.1': 1_000, 'tagma.log.2': 1_000 }],
  [0, 65, { 'tagma.log': 500 }],
])('with %i put aside, after %i lines', (filesMax, count, expected) => {
  const file = logFile();
  const lines = openForLines(file, { bytesMax: 1_000, filesMax });
  for (let i = 0; i < count; i++) lines.write(LINE);
  lines.close();
  expect(sizesIn(join(file, '..'))).toEqual(expected);
});

test('one that was put aside by another is left, and one that was removed is made anew', () => {
  const file = logFile();
  const first = openForLines(file, { bytesMax: 1_000, filesMax: 5 });
  const second = openForLines(file, { bytesMax: 1_000, filesMax: 5 });
  for (let i = 0; i < 11; i++) second.write(LINE);
  first.write('first\n');
  expect(readFileSync(file, 'utf8')).toBe(`${LINE}first\n`);
  rmSync(file);
  first.write('again\n');
  second.write('and again\n');
  expect(readFileSync(file, 'utf8')).toBe('again\nand again\n');
});

const WRITER = `
import { openForLines } from './src/logs/file.ts';
const [, , file, name, count] = process.argv;
const lines = openForLines(file, { bytesMax: 4_000, filesMax: 100 });
for (let i = 0; i < Number(count); i++) lines.write(name + ' ' + i + ' ' + 'y'.repeat(60) + '\\n');
`;

test('three processes append at once: every line is there, whole and once, and in order', async () => {
  const file = logFile();
  const program = join(file, '../../writer.mjs');
  const resolveDir = fileURLToPath(new URL('../..', import.meta.url));
  const shape = { bundle: true, platform: 'node', format: 'esm', logLevel: 'silent' } as const;
  await build({ ...shape, stdin: { contents: WRITER, resolveDir, loader: 'ts' }, outfile: program });
  const names = ['a', 'b', 'c'];
  const writers = names.map((name) => spawn(process.execPath, [program, file, name, '400'], { stdio: 'inherit' }));
  const ended = await Promise.all(writers.map((child) => once(child, 'exit')));
  expect(ended.map(([code]) => code)).toEqual([0, 0, 0]);
  const folder = join(file, '..');
  const kept = readdirSync(folder).sort((a, b) => numberOf(b) - numberOf(a));
  expect(kept.length).toBeGreaterThan(10);
  const lines = kept.flatMap((name) => readFileSync(join(folder, name), 'utf8').trimEnd().split('\n'));
  const expected = Array.from({ length: 400 }, (_, i) => i);
  const written = names.map((name) => lines.filter((line) => line.startsWith(`${name} `)));
  expect(written.map((all) => all.map((line) => Number(line.split(' ')[1])).sort((a, b) => a - b))).toEqual(
    names.map(() => expected),
  );
  expect(lines.filter((line) => !/^[abc] \d+ y{60}$/.test(line))).toEqual([]);
});

function numberOf(name: string): number {
  return Number(/\d+$/.exec(name)?.[0] ?? 0);
}
