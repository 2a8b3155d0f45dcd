/**
 * Sessions that were recorded once replay for ever: the same states, effects and bytes. Where this fails, a change alters
 * what a history leads to: raise `BEHAVIOUR`, and `npm run golden` writes new ones and keeps these.
 */
import { cpSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BEHAVIOUR, chartOf, EMITTED_TYPES, explain, start, step } from '../packages/core/src/index.ts';
import { eventOf, readHistory, replayHistory } from '../packages/history/src/index.ts';
import { RECORD_KINDS } from '../packages/protocol/src/index.ts';
import { FACT_TYPES } from '../packages/runtime/src/index.ts';
import { GOLDEN } from './golden.ts';
import { GOLDEN_FOLDER, writeGoldenSessions } from './golden-files.ts';

const fileOf = (name: string) => join(GOLDEN_FOLDER, `${name}.xml`);

test.runIf(process.env.UPDATE_GOLDEN)('write the golden sessions anew', () => writeGoldenSessions(), 120_000);

test('they hold every kind of record, and every event, effect and note that there is', async () => {
  const held = new Set<string>();
  for (const name of Object.keys(GOLDEN)) {
    const read = await readHistory(fileOf(name));
    if (!read.ok) throw new Error(read.error.message);
    for (const { kind, type } of read.records) held.add(kind).add(`${kind} ${type}`);
  }
  const there = [
    ...RECORD_KINDS,
    ...FACT_TYPES.map((type) => `event ${type}`),
    ...Object.entries(EMITTED_TYPES).map(([type, kind]) => `${kind} ${type}`),
    ...restingStates().map((state) => `state ${state}`),
  ];
  expect(there.filter((each) => !held.has(each))).toEqual([]);
});

/** The states that an event can lead to: the others are only passed through. */
function restingStates(): readonly string[] {
  const { initial, states } = chartOf();
  return states
    .filter(({ name, transitions }) => name !== initial && transitions.some(({ event }) => event !== null))
    .map(({ name }) => name);
}

test('written anew, those of a former behaviour are kept, and what reads the same stays as it is', () => {
  const history = mkdtempSync(join(tmpdir(), 'tagma-golden-'));
  const golden = join(history, 'golden');
  cpSync(GOLDEN_FOLDER, golden, { recursive: true });
  for (const [name, wasBefore] of [
    ['resumed.xml', `<behaviour type="number">${BEHAVIOUR - 1}<`],
    ['compacted.xml', `<behaviour type="number">${BEHAVIOUR}<`],
  ] as const) {
    const text = readFileSync(join(golden, name), 'utf8').replaceAll(/<behaviour type="number">\d+</g, wasBefore);
    writeFileSync(join(golden, name), text.replace(/ hash="[^"]*"/, ' hash=""'));
  }
  const former = readFileSync(join(golden, 'resumed.xml'), 'utf8');
  const same = readFileSync(join(golden, 'compacted.xml'), 'utf8');
  writeGoldenSessions(history);
  expect(readFileSync(join(history, 'older', `behaviour-${BEHAVIOUR - 1}`, 'resumed.xml'), 'utf8')).toBe(former);
  expect(readFileSync(join(golden, 'resumed.xml'), 'utf8')).toContain(`<behaviour type="number">${BEHAVIOUR}<`);
  expect(readFileSync(join(golden, 'compacted.xml'), 'utf8')).toBe(same);
});

test('every golden session is there', () => {
  expect(readdirSync(GOLDEN_FOLDER).sort()).toEqual(
    Object.keys(GOLDEN)
      .map((name) => `${name}.xml`)
      .sort(),
  );
});

test.each(Object.keys(GOLDEN))('%s replays to the same states, effects and bytes', async (name) => {
  expect(await replayHistory(fileOf(name))).toMatchObject({ ok: true, torn: null, unfinished: [] });
});

test('a machine that sends the model something else is noticed, at the record of the request', async () => {
  const file = fileOf('a-task-done');
  const read = await readHistory(file);
  if (!read.ok) throw new Error(read.error.message);
  const outcome = read.records.find((record) => record.type === 'tool.ended');
  const request = read.records.find((record) => record.type === 'model.ask' && record.n > (outcome?.n ?? 0));
  const replayed = await replayHistory(file, {
    behaviour: BEHAVIOUR,
    start,
    stateOf: (snapshot) => String(snapshot.value),
    step(snapshot, event) {
      if (event.type !== 'tool.ended') return step(snapshot, event);
      const outcome = { ...event.outcome, content: `${event.outcome.content}!` };
      return step(snapshot, { ...event, outcome });
    },
  });
  expect(replayed).toMatchObject({ ok: false, record: request?.n });
});

test.each(Object.keys(GOLDEN))('%s is explained as it is stepped', async (name) => {
  const read = await readHistory(fileOf(name));
  if (!read.ok) throw new Error(read.error.message);
  let snapshot = start();
  for (const record of read.records) {
    if (record.kind !== 'event') continue;
    const event = eventOf(record);
    const next = step(snapshot, event);
    const { microsteps } = explain(snapshot, event);
    expect(microsteps.at(-1)?.snapshot.toJSON()).toEqual(next.snapshot.toJSON());
    expect(microsteps.flatMap(({ emitted }) => emitted)).toEqual(next.emitted);
    snapshot = next.snapshot;
  }
});
