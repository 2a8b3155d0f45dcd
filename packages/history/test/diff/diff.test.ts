/** Histories beside each other: what is the same, where the first difference is, which rounds correspond. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { HistoryRecord, JsonObject } from '@tagma/protocol';
import { expect, test } from 'vitest';
import { diffHistories, type HistoryDiff } from '../../src/index.ts';
import { temporaryFolder } from '../temporary.ts';
import { altered, golden } from './altered.ts';

const NAMES = readdirSync(dirname(golden('')))
  .filter((name) => name.endsWith('.xml'))
  .map((name) => name.slice(0, -'.xml'.length));

async function diffed(a: string, b: string, masked = false): Promise<HistoryDiff> {
  const found = await diffHistories(a, b, { masked });
  if (!found.ok) throw new Error(found.error.message);
  return found;
}

type Record = HistoryRecord & { readonly n: number };
const at = (n: number, change: (record: Record) => HistoryRecord | null) => (record: Record) =>
  record.n === n ? change(record) : record;
const withField = (name: string, value: JsonObject[string]) => (record: Record) => ({
  ...record,
  fields: { ...record.fields, [name]: value },
});

test.each(NAMES)('%s is the same as itself', async (name) => {
  const { same, first, environment, rounds } = await diffed(golden(name), golden(name));
  const other = rounds.filter((pair) => !pair.same);
  expect({ same, first, environment, other }).toEqual({ same: true, first: null, environment: [], other: [] });
});

test('times, durations, ids and the names of sessions are no difference', async () => {
  const later = await altered('a-task-done', (record) => {
    const { id, request, durationMs, session, usage, ...fields } = record.fields as { [name: string]: number | string };
    const numbers = {
      ...(id === undefined ? {} : { id: Number(id) + 100 }),
      ...(request === undefined ? {} : { request: Number(request) + 100 }),
      ...(durationMs === undefined ? {} : { durationMs: 1 }),
      ...(session === undefined ? {} : { session: 'altered' }),
      ...(usage === undefined ? {} : { usage: null }),
    };
    return { ...record, at: record.at + 5_000, fields: { ...fields, ...numbers } };
  });
  expect(await diffed(golden('a-task-done'), later)).toMatchObject({ same: true, first: null, environment: [] });
});

test('another model, program or setting is told apart, and is no difference of the course', async () => {
  const elsewhere = await altered('a-task-done', (record) => {
    if (record.type !== 'session.started') return record;
    const { model, settings } = record.fields as { [name: string]: JsonObject };
    const fields = { ...record.fields, program: 'tagma 9', model: { ...model, model: 'other' } };
    return { ...record, fields: { ...fields, settings: { ...settings, turnsMax: 7 } } };
  });
  const { same, environment } = await diffed(golden('a-task-done'), elsewhere);
  expect({ same, environment }).toEqual({
    same: true,
    environment: [
      { what: 'model', a: 'golden', b: 'other' },
      { what: 'program', a: 'tagma golden', b: 'tagma 9' },
      { what: 'turnsMax', a: 5, b: 7 },
    ],
  });
});

const ROWS: readonly (readonly [
  title: string,
  name: string,
  change: (record: Record) => HistoryRecord | null,
  first: object,
])[] = [
  [
    'another outcome',
    'a-task-done',
    at(14, withField('outcome', { status: 'error', content: 'gone', details: {} })),
    {
      field: 'outcome.status',
      a: {
        event: 'tool.ended',
        record: 14,
        before: 'acting',
        after: 'thinking',
        what: 'tool.ended',
        at: 14,
        value: 'ok',
      },
      b: {
        event: 'tool.ended',
        record: 14,
        before: 'acting',
        after: 'thinking',
        what: 'tool.ended',
        at: 14,
        value: 'error',
      },
    },
  ],
  [
    'another state',
    'a-task-done',
    at(4, (record) => ({ ...record, type: 'compacting' })),
    {
      field: null,
      a: { event: 'prompt.given', record: 3, before: 'idle', after: 'thinking', what: 'thinking', at: 4, value: {} },
      b: {
        event: 'prompt.given',
        record: 3,
        before: 'idle',
        after: 'compacting',
        what: 'compacting',
        at: 4,
        value: {},
      },
    },
  ],
  [
    'an end that is missing',
    'a-task-done',
    (record) => (record.n > 51 ? null : record),
    {
      field: null,
      a: {
        event: 'session.ended',
        record: 52,
        before: 'finished',
        after: 'closed',
        what: 'session.ended',
        at: 52,
        value: { reason: 'quit' },
      },
      b: null,
    },
  ],
];

test.each(ROWS)('the first difference: %s', async (_title, name, change, first) => {
  const diff = await diffed(golden(name), await altered(name, change));
  expect({ same: diff.same, first: diff.first }).toEqual({ same: false, first });
});

test('a turn that is another one stands beside the one it corresponds to', async () => {
  const { rounds, a, b } = await diffed(golden('a-task-done'), golden('permission-asked'));
  expect(rounds.map(({ a: mine, b: its, same }) => [place(mine), place(its), same])).toMatchInlineSnapshot(`
    [
      [
        "1.1",
        "1.1",
        false,
      ],
      [
        "1.2",
        "1.2",
        false,
      ],
      [
        null,
        "1.3",
        false,
      ],
      [
        null,
        "1.4",
        false,
      ],
      [
        "1.3",
        "1.5",
        false,
      ],
      [
        "2.1",
        null,
        false,
      ],
    ]
  `);
  expect([a.figures.outcomes, b.figures.outcomes]).toEqual([['done', 'done'], ['done']]);
});

const place = (round: HistoryDiff['rounds'][number]['a']) => (round === null ? null : `${round.turn}.${round.reply}`);

test('calls that run side by side may end in any order', async () => {
  const ends = new Map<number, JsonObject>();
  await altered('side-by-side', (record) => {
    if (record.type === 'tool.ended') ends.set(record.n, record.fields);
    return record;
  });
  const swapped = await altered('side-by-side', (record) => {
    const fields = ends.get(record.n === 19 ? 23 : record.n === 23 ? 19 : 0);
    return fields === undefined ? record : { ...record, fields };
  });
  expect(await diffed(golden('side-by-side'), swapped)).toMatchObject({ same: true, first: null });
});

test.each([
  ['# duration_ms 12.5', '# duration_ms 9'],
  ['3 passed in 0.12s', '3 passed in 1.4s'],
  ['at 2026-01-01T10:00:00Z', 'at 2026-02-01T11:30:09.123Z'],
  ['wrote /tmp/a-Xy12/log', 'wrote /tmp/b-99/log'],
  ['listening on 127.0.0.1:41234', 'listening on 127.0.0.1:51234'],
])('what only a clock or the system says counts only where it shall: %s', async (before, now) => {
  const saying = (content: string) =>
    altered('a-task-done', at(14, withField('outcome', { status: 'ok', content, details: {} })));
  const files = [await saying(before), await saying(now)] as const;
  expect([(await diffed(...files)).same, (await diffed(...files, true)).same]).toEqual([false, true]);
});

test('a file that is damaged is compared as far as it holds, and is not the same', async () => {
  const file = join(temporaryFolder(), 'damaged.xml');
  writeFileSync(file, readFileSync(golden('a-task-done'), 'utf8').replace('and now?', 'and then?'));
  const { same, b, first } = await diffed(golden('a-task-done'), file);
  expect({ same, fault: b.fault?.record, first: first?.a?.record }).toEqual({ same: false, fault: 45, first: 45 });
});
