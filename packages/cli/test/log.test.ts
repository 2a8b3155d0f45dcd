import { existsSync, mkdtempSync, readFileSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openLog } from '../src/log.ts';

const FULL = '/dev/full';

function folder(): string {
  return mkdtempSync(join(tmpdir(), 'tagma-log-'));
}

describe('the log', () => {
  test('has a line for each message, with the session and without keys', async () => {
    const file = join(folder(), 'new', 'tagma.log');
    const log = await openLog(file, 's');
    log.info({ event: 'x', apiKey: 'k' }, 'step');
    log.error({ error: 'y' }, 'failed');
    log.close();
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    expect(lines.map((each) => JSON.parse(each))).toEqual([
      { level: 30, time: expect.any(Number), session: 's', event: 'x', apiKey: '[Redacted]', msg: 'step' },
      { level: 50, time: expect.any(Number), session: 's', error: 'y', msg: 'failed' },
    ]);
  });

  test('a file that cannot be opened: nothing is logged', async () => {
    const log = await openLog(folder(), 's');
    expect(() => useAll(log)).not.toThrow();
  });

  test.skipIf(!existsSync(FULL))('a full disk: nothing is logged (skipped without /dev/full)', async () => {
    const file = join(folder(), 'tagma.log');
    symlinkSync(FULL, file);
    const log = await openLog(file, 's');
    expect(() => useAll(log)).not.toThrow();
    // What the file says later, as an event, would fail this run too.
    await new Promise((resolve) => setTimeout(resolve, 20));
  });

  test.skipIf(!existsSync(FULL))('a full disk, and nothing but the end (skipped without /dev/full)', async () => {
    const file = join(folder(), 'tagma.log');
    symlinkSync(FULL, file);
    const log = await openLog(file, 's');
    expect(() => log.close()).not.toThrow();
    await new Promise((resolve) => setTimeout(resolve, 20));
  });
});

function useAll(log: Awaited<ReturnType<typeof openLog>>): void {
  for (let i = 0; i < 3; i++) log.info({ i }, 'step');
  log.error({}, 'failed');
  log.close();
}
