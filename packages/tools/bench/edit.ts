/**
 * How long an edit of a file of 10 MB takes, from the call to the outcome: reading, searching, the checkpoint on the disk, the
 * atomic write and the diff.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from '../../../test/figures.ts';
import { createRegistry } from '../src/index.ts';

const LIMIT_MS = 300;
const ROUNDS = 7;
const MEGABYTES = 10;

const line = `${'the quick brown fox jumps over the lazy dog, '.repeat(2)}1234567890\n`;
const half = line.repeat((MEGABYTES * 1024 * 1024) / 2 / line.length);

const KINDS = [
  { name: 'LF, exact', text: `${half}const a = "b";\n${half}`, old: 'const a = "b";' },
  { name: 'CRLF, exact', text: `${half}const a = "b";\n${half}`.replaceAll('\n', '\r\n'), old: 'const a = "b";' },
  { name: 'Chinese, exact', text: `${half}const a = "你";\n${half}`, old: 'const a = "你";' },
  { name: 'other quotes', text: `${half}const a = “b”;\n${half}`, old: 'const a = "b";' },
  { name: 'other indentation', text: `${half}\tif a\n\t\tb\n${half}`, old: 'if a\n  b' },
];

const folder = mkdtempSync(join(tmpdir(), 'tagma-bench-'));
let isOver = false;
try {
  console.log(`${`edit of ${MEGABYTES} MB`.padEnd(24)}${'median ms'.padStart(10)}${'limit'.padStart(7)}`);
  for (const { name, text, old } of KINDS) {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) times.push(await editMs(text, old));
    const medianMs = median(times);
    isOver ||= medianMs > LIMIT_MS;
    console.log(`${name.padEnd(24)}${medianMs.toFixed(0).padStart(10)}${String(LIMIT_MS).padStart(7)}`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
if (isOver) process.exitCode = 1;

async function editMs(text: string, old: string): Promise<number> {
  const project = mkdtempSync(join(folder, 'round-'));
  mkdirSync(join(project, 'outputs'));
  writeFileSync(join(project, 'a.txt'), text);
  const registry = createRegistry();
  const context = {
    folder: project,
    signal: new AbortController().signal,
    outputFolder: join(project, 'outputs'),
    asWritten: {},
  };
  await registry.run('read', { path: 'a.txt' }, context);
  const startedAt = performance.now();
  const outcome = await registry.run('edit', { path: 'a.txt', old, new: 'if c\n  d' }, context);
  const ms = performance.now() - startedAt;
  if (outcome.status !== 'ok') throw new Error(outcome.content);
  rmSync(project, { recursive: true });
  return ms;
}
