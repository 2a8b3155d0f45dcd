/**
 * Our `transition` against XState's own, on every event of the golden sessions: the same snapshots, the same actions.
 *
 * It hands `machine.transition` a scope that is made once, and typed by a cast, for XState does not export the way to make
 * one. Where an update of XState breaks this test, look into its `src/transition.ts` for what a scope holds by then (its
 * `createInertActorScope`), and make `inertScope` in `src/transition.ts` the same. If that is no longer possible, let
 * `transition` call XState's own: nothing but time is lost (`npm run bench -- replay` says how much).
 */
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { transition as own } from 'xstate';
import { eventOf, readHistory } from '../../history/src/index.ts';
import { machine, type Snapshot, start } from '../src/index.ts';
import { transition } from '../src/transition.ts';

const FOLDER = fileURLToPath(new URL('../../../history/golden/', import.meta.url));

/** Of an action the parts that are data: it also carries the actor, and what would perform it. */
function listed([snapshot, actions]: readonly [
  Snapshot,
  readonly { readonly type: string; readonly params?: unknown }[],
]) {
  return { snapshot: snapshot.toJSON(), actions: actions.map(({ type, params }) => ({ type, params })) };
}

async function eventsOf(name: string) {
  const read = await readHistory(`${FOLDER}${name}`);
  if (!read.ok) throw new Error(read.error.message);
  return read.records.filter(({ kind }) => kind === 'event').map(eventOf);
}

describe('a step is what XState makes of it', () => {
  test.each(readdirSync(FOLDER))('%s', async (name) => {
    const events = await eventsOf(name);
    expect(events.length).toBeGreaterThan(2);
    let snapshot = start();
    for (const event of events) {
      const theirs = own(machine, snapshot, event);
      const ours = transition(snapshot, event);
      expect(listed(ours)).toEqual(listed(theirs));
      [snapshot] = ours;
    }
  });
});

test('a step leaves the snapshot that it began with as it was, and nothing of it in the next', async () => {
  const [started, prompt] = await eventsOf('a-task-done.xml');
  if (!started || !prompt) throw new Error('no events');
  const [idle] = transition(start(), started);
  const before = JSON.stringify(idle);
  const first = listed(transition(idle, prompt));
  expect(listed(transition(idle, prompt))).toEqual(first);
  expect(JSON.stringify(idle)).toBe(before);
});
