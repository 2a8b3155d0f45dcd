/**
 * Sessions that were recorded once replay for ever: the same states, effects and bytes. Where this fails, a change alters
 * what a history leads to: raise `BEHAVIOUR`, keep the old files, and write new ones.
 */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { BEHAVIOUR, explain, start, step } from '../packages/core/src/index.ts';
import { eventOf, readHistory, replayHistory } from '../packages/history/src/index.ts';
import { GOLDEN, writeGolden } from './golden.ts';

const FOLDER = fileURLToPath(new URL('../history/golden/', import.meta.url));

test.runIf(process.env.UPDATE_GOLDEN)('write the golden sessions anew', () => {
  for (const [name, lines] of Object.entries(GOLDEN)) {
    const file = `${FOLDER}${name}.xml`;
    if (existsSync(file)) rmSync(file);
    writeGolden(file, lines);
  }
});

test('every golden session is there', () => {
  expect(readdirSync(FOLDER).sort()).toEqual(
    Object.keys(GOLDEN)
      .map((name) => `${name}.xml`)
      .sort(),
  );
});

test.each(Object.keys(GOLDEN))('%s replays to the same states, effects and bytes', async (name) => {
  expect(await replayHistory(`${FOLDER}${name}.xml`)).toMatchObject({ ok: true, torn: null, unfinished: [] });
});

test('a machine that sends the model something else is noticed, at the record of the request', async () => {
  const file = `${FOLDER}a-task-done.xml`;
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
  const read = await readHistory(`${FOLDER}${name}.xml`);
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
