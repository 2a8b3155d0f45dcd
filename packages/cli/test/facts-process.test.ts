/** The process that takes facts: it is ended where it does not answer, and the next call has another. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NO_FACTS } from '@tagma/protocol';
import { afterAll, expect, test } from 'vitest';
import { factsProcess } from '../src/facts-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'facts-process-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Answers with its own number, but for a call that it waits at as one does at a server that is gone. */
const program = join(folder, 'program.cjs');
writeFileSync(
  program,
  `process.on('message', ({ id, call }) => {
    if (call.tool === 'waits') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    if (call.tool === 'ends') process.exit(1);
    process.send({ id, facts: { ...${JSON.stringify(NO_FACTS)}, runs: [String(process.pid)] } });
  });`,
);
const call = (tool: string) => ({ tool, params: {} });
const DEADLINE_MS = 1_500;

test('one process answers all calls, until one of them does not come back', async () => {
  const facts = factsProcess(program, DEADLINE_MS);
  const [first, second] = await Promise.all([facts.take(call('ls'), {}), facts.take(call('ls'), {})]);
  expect([first?.runs, first?.unknown]).toEqual([second?.runs, null]);
  const begun = performance.now();
  expect((await facts.take(call('waits'), {})).unknown).toMatch(/could not be found out in 1.5 s/);
  expect(performance.now() - begun).toBeLessThan(DEADLINE_MS * 4);
  const after = await facts.take(call('ls'), {});
  expect([after.unknown, after.runs[0] === first?.runs[0]]).toEqual([null, false]);
  facts.end();
  // It has not waited to be asked: the process that was killed is gone.
  await expect.poll(() => isRunning(Number(first?.runs[0]))).toBe(false);
});

test('one that ends by itself leaves the call unknown, and the next is answered', async () => {
  const facts = factsProcess(program, DEADLINE_MS * 4);
  expect((await facts.take(call('ends'), {})).unknown).toMatch(/could not be found out/);
  expect((await facts.take(call('ls'), {})).unknown).toBe(null);
  facts.end();
});

test('where there is no program for it, facts are unknown', async () => {
  expect((await factsProcess(null).take(call('ls'), {})).unknown).toMatch(/could not be found out/);
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
