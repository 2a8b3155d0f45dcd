/** `tagma replay` as a person uses it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readHistory } from '../packages/history/src/index.ts';
import { rewritten } from '../packages/history/test/rewritten.ts';
import { run, temporaryFolder } from './command.ts';

const HISTORY = fileURLToPath(new URL('../history/', import.meta.url));
const ASKED = `${HISTORY}golden/permission-asked.xml`;

test('a replay says how much was the same', async () => {
  const { code, out } = await run(['replay', ASKED]);
  expect(code).toBe(0);
  expect(out).toMatch(
    new RegExp(`^17 events led to the same 17 states, .*; ${readFileSync(ASKED).length} bytes the same.\n$`),
  );
});

test('an altered reply, with all hashes made right, is named by its record and by what follows from it', async () => {
  const file = await rewritten(ASKED, (record) =>
    record.type === 'reply.ended' && record.fields.request === 4
      ? { ...record, fields: { ...record.fields, text: '<final>nothing</final>' } }
      : record,
  );
  const read = await readHistory(file);
  const reply = read.ok && read.records.find(({ fields }) => fields.text === '<final>nothing</final>')?.n;
  const { code, err } = await run(['replay', file]);
  expect(code).toBe(1);
  expect(err).toContain(`It follows from the event of record ${reply}.`);
});

test('a session of an older program replays, and what comes out otherwise is listed', async () => {
  const { code, out } = await run(['replay', `${HISTORY}older/behaviour-1/asked-and-planned.xml`]);
  expect(code).toBe(0);
  expect(out).toMatch(/^record 29: note\n {2}then: {2}.*late.*\n {2}today: .*not now.*\n/);
  expect(out).toContain('1 difference from then');
});

test('a torn history replays as far as it holds, and the file stays as it is', async () => {
  const file = join(temporaryFolder(), 'torn.xml');
  const torn = readFileSync(ASKED).subarray(0, -400);
  writeFileSync(file, torn);
  const { code, out } = await run(['replay', file]);
  expect(code).toBe(0);
  expect(out).toContain('The file is torn');
  expect(readFileSync(file).equals(torn)).toBe(true);
});

describe('--show', () => {
  test('prints the session as it was seen', async () => {
    const { out } = await run(['replay', ASKED, '--show']);
    expect(out).toContain('› build it\n\nbash · call 1\n  command: make\nasks · mode default');
    expect(out).toContain('rule added · Bash(make)');
  });

  test('from one record on, up to another', async () => {
    const { out } = await run(['replay', ASKED, '--show', '--from', '24', '--to', '40']);
    expect(out).not.toContain('build it');
    expect(out).toContain('rule added · Bash(make)');
    expect(out).not.toContain('It cannot be built');
    expect(out).toMatch(/As recorded up to the event of record \d+; what follows has not been looked at.\n$/);
  });

  test('takes the time that it took', async () => {
    const times = await Promise.all(
      ['max', '4x'].map(async (speed) => {
        const begun = performance.now();
        const { code } = await run(['replay', ASKED, '--show', '--speed', speed, '--to', '14']);
        expect(code).toBe(0);
        return performance.now() - begun;
      }),
    );
    // Four events, a second each, at four times the pace.
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(500);
  });
});

test.each([
  { args: ['--show', '--from', '9', '--to', '3'], says: 'there is nothing between them' },
  { args: ['--show', '--from', '4000'], says: 'the last record is' },
  { args: ['--speed', '2x'], says: 'Allowed choices are 1x, 4x, max' },
  { args: ['--to', '0'], says: 'from 1' },
])('$args is refused', async ({ args, says }) => {
  const { code, err } = await run(['replay', ASKED, ...args]);
  expect(code).toBe(2);
  expect(err).toContain(says);
});
