/** Whatever the machine does, an audit finds no fault in it: random walks, written down as a session is. */

import { join } from 'node:path';
import { stateOf } from '@tagma/core';
import { describe, expect, it } from 'vitest';
import { watch } from '../../../core/test/model/watched.ts';
import { walk } from '../../../core/test/walk.ts';
import { auditHistory, createHistory, recordsOf } from '../../src/index.ts';
import { append } from '../sample.ts';
import { temporaryFolder } from '../temporary.ts';

const SEEDS = Number(process.env.TAGMA_WALKS ?? 15);
const EVENTS = 150;

describe('a random walk through the machine', () => {
  const watched = watch();
  const folder = temporaryFolder();

  it.each(Array.from({ length: SEEDS }, (_, index) => index + 1))('of seed %i holds', async (seed) => {
    const file = join(folder, `${seed}.xml`);
    const created = createHistory(file, { session: 's' });
    if (!created.ok) throw new Error(created.error.message);
    const { stages } = walk(watched, seed, EVENTS);
    // What comes before a session has started is nothing that a session tells the machine.
    const first = stages.findIndex(({ event }) => event.type === 'session.started');
    const records = stages
      .slice(first)
      .flatMap(({ event, emitted, after }) => recordsOf(event, emitted, stateOf(after.snapshot)))
      // It is one file, whatever the walk says of a parent.
      .map((record) =>
        'parent' in record.fields ? { ...record, fields: { ...record.fields, parent: null } } : record,
      );
    append(created.history, first === -1 ? [] : records);
    created.history.close();
    expect(await auditHistory(file, { replay: false })).toMatchObject({ found: { faults: 0 } });
  });
});
