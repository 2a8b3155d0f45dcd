import { existsSync, mkdtempSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { version } from '../../src/assets.ts';
import { openLog as open } from '../../src/logs/open-log.ts';
import type { LogLevel } from '../../src/logs/settings.ts';

const FULL = '/dev/full';
const SETTINGS = { level: 'info', bytesMax: 1_000_000, filesMax: 2 } as const;
const openLog = (file: string, level: LogLevel = 'info') => open(file, 's', { ...SETTINGS, level });

function folder(): string {
  return mkdtempSync(join(tmpdir(), 'tagma-log-'));
}

function machine() {
  return { node: process.versions.node, platform: process.platform };
}

function linesOf(file: string): readonly { readonly msg: string }[] {
  return readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((each) => JSON.parse(each));
}

describe('the log', () => {
  test('has a line for each message, with the session and without keys', async () => {
    const file = join(folder(), 'new', 'tagma.log');
    const log = await openLog(file);
    log.debug({ event: 'x' }, 'nobody wants it');
    log.info({ event: 'x', apiKey: 'k' }, 'step');
    log.error({ error: 'y', request: { headers: { authorization: 'Bearer k' }, apiKey: 'k' } }, 'failed');
    log.close();
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(linesOf(file)).toEqual([
      {
        ...{ level: 30, time: expect.any(Number), session: 's', version, pid: process.pid },
        msg: 'opened',
        ...machine(),
      },
      { level: 30, time: expect.any(Number), session: 's', event: 'x', apiKey: '[Redacted]', msg: 'step' },
      {
        ...{ level: 50, time: expect.any(Number), session: 's', error: 'y', msg: 'failed' },
        request: { headers: '[Redacted]', apiKey: '[Redacted]' },
      },
    ]);
  });

  test.each([
    ['silent', []],
    ['error', ['failed']],
    ['warn', ['refused', 'failed']],
    ['info', ['opened', 'step', 'refused', 'failed']],
    ['debug', ['opened', 'performed', 'step', 'refused', 'failed']],
  ] as const)('at the level %s there are: %s', async (level, messages) => {
    const file = join(folder(), 'tagma.log');
    const log = await openLog(file, level);
    log.debug({}, 'performed');
    log.info({}, 'step');
    log.warn({}, 'refused');
    log.error({}, 'failed');
    log.close();
    expect(existsSync(file) ? linesOf(file).map(({ msg }) => msg) : []).toEqual(messages);
  });

  test('a file that cannot be opened: nothing is logged', async () => {
    const log = await openLog(folder());
    expect(() => useAll(log)).not.toThrow();
  });

  test.skipIf(!existsSync(FULL))('a full disk: nothing is logged (skipped without /dev/full)', async () => {
    const file = join(folder(), 'tagma.log');
    symlinkSync(FULL, file);
    const log = await openLog(file);
    expect(() => useAll(log)).not.toThrow();
    // What the file says later, as an event, would fail this run too.
    await new Promise((resolve) => setTimeout(resolve, 20));
  });

  test.skipIf(!existsSync(FULL))('a full disk, and nothing but the end (skipped without /dev/full)', async () => {
    const file = join(folder(), 'tagma.log');
    symlinkSync(FULL, file);
    const log = await openLog(file);
    expect(() => log.close()).not.toThrow();
    await new Promise((resolve) => setTimeout(resolve, 20));
  });
});

function useAll(log: Awaited<ReturnType<typeof openLog>>): void {
  for (let i = 0; i < 3; i++) log.info({ i }, 'step');
  log.error({}, 'failed');
  log.close();
}
