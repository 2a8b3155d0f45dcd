/**
 * Sessions that older programs ran replay for ever: what they understood and decided drives, all events are told, and what
 * comes out otherwise today is listed here, so that nothing changes unseen.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { tapeOf } from '../packages/cli/src/step/tape.ts';
import { BEHAVIOUR, stateOf } from '../packages/core/src/index.ts';
import { type ReadRecord, readHistory, replaySteps } from '../packages/history/src/index.ts';
import { fromHistory } from '../packages/testing/src/index.ts';

const FOLDER = fileURLToPath(new URL('../history/older/', import.meta.url));

/** Each with the number of the record, and what it is about. */
const DIFFERENCES: { readonly [file: string]: readonly string[] } = {
  // Since behaviour 7 what was sent is not added to, and what is old is shortened and summed up in other words: the messages of
  // these requests are others. When the conversation shrank, and whether the model was asked for a summary, holds as it was.
  ...inEach([2, 3, 4, 5, 6], 'an-outage.xml', ['40 effect']),
  ...inEach([2, 3, 4, 5, 6], 'compacted.xml', [
    '63 effect',
    '69 note',
    '70 effect',
    '83 effect',
    '88 note',
    '89 effect',
    '95 effect',
    '101 effect',
  ]),
  'behaviour-6/own-commands.xml': ['46 effect', '59 effect', '74 effect'],
  // An answer that came before its question: it is not late.
  'behaviour-1/asked-and-planned.xml': ['29 note'],
};

const files = readdirSync(FOLDER).flatMap((folder) =>
  readdirSync(join(FOLDER, folder)).map((name) => ({ folder, name, file: join(FOLDER, folder, name) })),
);

test('every older behaviour has sessions', () => {
  const folders = new Set(files.map(({ folder }) => folder));
  const older = Array.from({ length: BEHAVIOUR - 1 }, (_, index) => `behaviour-${index + 1}`);
  expect(older.filter((folder) => !folders.has(folder))).toEqual([]);
});

describe.each(files)('$folder/$name', ({ folder, name, file }) => {
  test('is told to its end, and ends where it ended', async () => {
    const read = await readHistory(file);
    if (!read.ok) throw new Error(read.error.message);
    const { differences, replayed } = await drained(file);
    expect({ ...replayed, behaviours: [...new Set(replayed.ok ? replayed.behaviours : [])] }).toMatchObject({
      ok: true,
      events: countOf(read.records, 'event'),
      states: countOf(read.records, 'state'),
      behaviours: [Number(folder.slice('behaviour-'.length))],
      snapshot: { value: read.records.findLast(({ kind }) => kind === 'state')?.type },
    });
    expect(differences).toEqual(DIFFERENCES[`${folder}/${name}`] ?? []);
  });

  test('is stepped through, and is the course of a test', async () => {
    const read = await readHistory(file);
    if (!read.ok) throw new Error(read.error.message);
    const tape = tapeOf(read);
    const states = read.records.filter(({ kind }) => kind === 'state').map(({ type }) => type);
    expect(tape.events.map((_, index) => stateOf(tape.sceneAt(index + 1).after))).toEqual(states);
    const recorded = await fromHistory(file);
    expect(stateOf(recorded.snapshot())).toEqual(states.at(-1));
  });
});

function inEach(behaviours: readonly number[], name: string, differences: readonly string[]) {
  return Object.fromEntries(behaviours.map((behaviour) => [`behaviour-${behaviour}/${name}`, differences]));
}

async function drained(file: string) {
  const replaying = replaySteps(file);
  const differences: string[] = [];
  for (;;) {
    const next = await replaying.next();
    if (next.done) return { differences, replayed: next.value };
    differences.push(...next.value.differences.map(({ record, what }) => `${record} ${what}`));
  }
}

function countOf(records: readonly ReadRecord[], kind: ReadRecord['kind']): number {
  return records.filter((record) => record.kind === kind).length;
}
