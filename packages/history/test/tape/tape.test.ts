/** What a tape says of any record is what a replay says of it, in whatever order records are asked for. */
import { copyFileSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { JsonObject } from '@tagma/protocol';
import { describe, expect, test } from 'vitest';
import { openTape, replaySteps, type Seen, type Tape } from '../../src/index.ts';
import { rewritten } from '../rewritten.ts';
import { temporaryFolder } from '../temporary.ts';

const HISTORIES = fileURLToPath(new URL('../../../../history/', import.meta.url));
const GOLDEN = readdirSync(HISTORIES, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.xml'));

/** How many events and emitted things there were. */
const COUNTED: Seen<number> = {
  start: 0,
  after: (before, { emitted }) => before + 1 + emitted.length,
  lightened: (count) => count,
};

async function opened(file: string): Promise<Tape<number>> {
  const tape = await openTape(file, COUNTED);
  if (!tape.ok) throw new Error(tape.error.message);
  return tape.tape;
}

async function whole(file: string): Promise<Tape<number>> {
  const tape = await opened(file);
  while (tape.readOn(10_000));
  return tape;
}

const starts = (tape: Tape<number>) => {
  const { steps } = tape.known;
  return Array.from({ length: steps.length }, (_, nth) => steps.at(nth));
};

const numbers = (list: { length: number; at(nth: number): number }) =>
  Array.from({ length: list.length }, (_, nth) => list.at(nth));

test('there are sessions of all behaviours', () => {
  expect(GOLDEN.length).toBeGreaterThan(50);
});

test.each(GOLDEN)('%s forwards and backwards stands where a replay stood', async (name) => {
  const tape = await whole(join(HISTORIES, name));
  const replayed: unknown[] = [];
  let seen = 0;
  for await (const { record, event, emitted, snapshot, differences } of replaySteps(join(HISTORIES, name))) {
    seen += 1 + emitted.length;
    replayed.push({ record, event, emitted, value: snapshot.value, context: snapshot.context, seen, differences });
  }
  const at = (record: number) => {
    const stop = tape.at(record);
    const { event, emitted, snapshot, differences } = stop ?? {};
    const { value, context } = snapshot ?? {};
    return { record: stop?.records[0]?.n, event, emitted, value, context, seen: stop?.seen, differences };
  };
  const forwards = starts(tape).map(at);
  expect(forwards).toEqual(replayed);
  expect(starts(tape).reverse().map(at).reverse()).toEqual(forwards);
  expect(tape.known).toMatchObject({ isWhole: true, lost: null, faults: [], problem: null });
});

test('marks stand at the events of turns, decisions and failures', async () => {
  const { known } = await whole(join(HISTORIES, 'golden/permission-asked.xml'));
  expect([numbers(known.turns), numbers(known.decisions), numbers(known.failures)]).toEqual([
    [3],
    [10, 14, 21, 25, 49],
    [29, 40],
  ]);
});

test('what has not been read yet is not there, and how far it goes is known at once', async () => {
  const tape = await opened(join(HISTORIES, 'golden/permission-asked.xml'));
  expect([tape.at(1), tape.known.total, tape.known.read]).toEqual([null, 58, 0]);
  tape.readOn(1);
  while (tape.known.read === 0) tape.readOn(1);
  expect([tape.at(58)?.records[0]?.n, tape.known.read, tape.known.isWhole]).toEqual([1, 2, false]);
});

describe('what cannot be replayed is as recorded', () => {
  const FILE = join(HISTORIES, 'golden/a-task-done.xml');
  const outline = (tape: Tape<number>) =>
    starts(tape).map((record) => {
      const stop = tape.at(record);
      return [stop?.event?.type, stop?.after, stop?.emitted.map(({ type }) => type)];
    });

  test('of a newer program', async () => {
    const file = await rewritten(FILE, (record) =>
      record.type === 'session.started' ? { ...record, fields: { ...record.fields, behaviour: 99 } } : record,
    );
    const [newer, right] = [await whole(file), await whole(FILE)];
    expect(newer.known.lost).toMatchObject({ record: 1, what: 'behaviour' });
    expect(outline(newer)).toEqual(outline(right));
    expect(newer.at(3)?.isRecorded).toBe(true);
  });

  test('from where another effect stands than the machine emits', async () => {
    const file = await rewritten(FILE, (record) =>
      record.type === 'call.judged'
        ? { ...record, fields: { ...record.fields, decision: { verdict: 'allow', by: 'nobody' } as JsonObject } }
        : record,
    );
    const tape = await whole(file);
    const { lost } = tape.known;
    expect(lost).toMatchObject({ what: 'note' });
    expect(outline(tape)).toEqual(outline(await whole(FILE)));
    expect([tape.at(1)?.isRecorded, tape.at(lost?.record ?? 0)?.isRecorded]).toEqual([false, true]);
  });

  test('behind records that are damaged, which are passed over', async () => {
    const file = join(temporaryFolder(), 'damaged.xml');
    const text = readFileSync(FILE, 'utf8');
    writeFileSync(file, text.replace(/<event n="6" type="reply\.ended"/, '<event n="6" type="reply.onded"'));
    const tape = await whole(file);
    expect(tape.known).toMatchObject({ lost: { record: 6, what: 'chain' }, faults: [{ record: 6, what: 'changed' }] });
    const lost = tape.at(7);
    expect([lost?.event, lost?.records[0]?.n, lost?.isRecorded]).toEqual([null, 7, true]);
    expect(tape.at(tape.known.read)?.after).toBe('closed');
  });

  test('a torn end is told, and all before it is there', async () => {
    const file = join(temporaryFolder(), 'torn.xml');
    copyFileSync(FILE, file);
    truncateSync(file, readFileSync(FILE).length - 60);
    const tape = await whole(file);
    expect(tape.known).toMatchObject({ isWhole: true, lost: null, faults: [] });
    expect(tape.known.torn?.bytes).toBeGreaterThan(0);
    expect(tape.at(tape.known.read)?.isRecorded).toBe(false);
  });
});

test('a session that still runs goes on where it was read to, in whatever pieces it is written', async () => {
  const bytes = readFileSync(join(HISTORIES, 'golden/permission-asked.xml'));
  const ENDING = Buffer.from('\n</history>\n');
  const cuts = [...bytes.toString('latin1').matchAll(/\n<(?:event|state|effect|note) n="(\d+)"/g)].map(
    ({ index }) => index,
  );
  const file = join(temporaryFolder(), 'live.xml');
  const write = (records: number) =>
    writeFileSync(file, Buffer.concat([bytes.subarray(0, cuts[records] ?? bytes.length - ENDING.length), ENDING]));
  write(3);
  const tape = await whole(file);
  for (const records of [4, 9, 10, 30, 58]) {
    expect(tape.hasGrown()).toBe(false);
    write(records);
    expect(tape.hasGrown()).toBe(true);
    while (tape.readOn(1_000));
    expect(tape.known).toMatchObject({ read: records, total: records, lost: null, faults: [] });
  }
  const right = await whole(join(HISTORIES, 'golden/permission-asked.xml'));
  expect(starts(tape).map((record) => tape.at(record)?.seen)).toEqual(
    starts(right).map((record) => right.at(record)?.seen),
  );
});

test.each<[string, string, string]>([
  ['an empty file', '', 'empty'],
  ['something else', 'hello\n', 'not-a-history'],
  ['zeros', '\0'.repeat(100_000), 'not-a-history'],
  [
    'a newer format',
    '<?xml version="1.0" encoding="UTF-8"?>\n<history format="7" session="s">\n</history>\n',
    'future',
  ],
])('%s is no tape', async (_title, text, kind) => {
  const file = join(temporaryFolder(), 'other.xml');
  writeFileSync(file, text);
  expect(await openTape(file, COUNTED)).toMatchObject({ ok: false, error: { kind } });
});
