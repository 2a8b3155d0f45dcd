/** Along a history of 10,000 events: every place is the one that the machine was in, and going back takes no time. */
import { type AgentEvent, type Fact, isEffect, type Snapshot, start, stateOf, step } from '@tagma/core';
import { eventOf, type ReadRecord, recordsOf } from '@tagma/history';
import { NO_FACTS } from '@tagma/protocol';
import { beforeAll, expect, test } from 'vitest';
import { STARTED } from '../../../core/test/drive.ts';
import { createHistoryStepper } from '../../src/step/history-stepper.ts';
import { type Tape, tapeOf } from '../../src/step/tape.ts';

const EVENTS = 10_000;
const VISITED = [EVENTS, 1, 64, 65, 63, 4_999, 5_000, 5_001, 128, 127, EVENTS - 1];
const VISITED_MS_MAX = 60_000;
/** What a person does not notice. A machine under load takes longer than the few that it is. */
const INSTANT_MS = 100;

let records: readonly ReadRecord[];
let snapshots: ReadonlyMap<number, Snapshot>;
let tape: Tape;

beforeAll(() => {
  ({ records, snapshots } = recorded());
  const head = { format: 1, session: 's' };
  tape = tapeOf({ ok: true, head, records, torn: null, faults: [], fault: null } as Parameters<typeof tapeOf>[0]);
}, VISITED_MS_MAX);

/** A prompt, a call that reads, another answer, and some events that cost little: again and again. */
function recorded() {
  const told: ReadRecord[] = [];
  const kept = new Map<number, Snapshot>([[0, start()]]);
  let snapshot = start();
  let count = 0;
  let asked = 0;
  const tell = (fact: Fact) => {
    count += 1;
    const event: AgentEvent = { ...fact, at: 1_000 * count };
    const next = step(snapshot, event);
    snapshot = next.snapshot;
    // All of them would take more memory than a machine has.
    if (VISITED.some((number) => number === count || number - 1 === count)) kept.set(count, snapshot);
    for (const one of next.emitted) if (isEffect(one) && 'id' in one) asked = one.id;
    for (const record of recordsOf(event, next.emitted, stateOf(snapshot))) {
      told.push({ ...record, n: told.length + 1, bytes: new Uint8Array(), takenOut: [], hash: '' });
    }
  };
  const says = (text: string) =>
    tell({ type: 'reply.ended', request: asked, text, reasoning: '', finish: 'stop', usage: null });
  tell(STARTED);
  while (count < EVENTS) {
    const path = `file-${count}`;
    tell({ type: 'prompt.given', text: `read ${path}` });
    says(`<action tool="read"><path>${path}</path></action>`);
    tell({ type: 'facts.taken', request: asked, facts: { ...NO_FACTS, reads: [{ path, where: 'inside' }] } });
    const outcome = { status: 'ok', content: path, details: {} } as const;
    tell({ type: 'tool.ended', request: asked, outcome, durationMs: 1 });
    says('<final>read</final>');
    for (let more = 0; more < 15; more++) tell({ type: 'mode.changed', mode: more % 2 === 0 ? 'plan' : 'default' });
  }
  return { records: told, snapshots: kept };
}

test('every place is as the machine made it, in whatever order they are visited', () => {
  const events = records.filter(({ kind }) => kind === 'event');
  for (const number of VISITED) {
    const scene = tape.sceneAt(number);
    expect(scene.event).toEqual(eventOf(events[number - 1] as ReadRecord));
    expect(scene.before.context).toEqual(snapshots.get(number - 1)?.context);
    expect(scene.after.context).toEqual(snapshots.get(number)?.context);
    expect(tape.differencesAt(scene)).toEqual([]);
  }
});

test('going back from the end is instant, at every step', () => {
  const stepper = createHistoryStepper(tape);
  expect(stepper.execute({ name: 'goto', argument: String(EVENTS) }).ok).toBe(true);
  for (const back of ['1', '1', '63', '1', '4000', '1']) {
    const since = performance.now();
    expect(stepper.execute({ name: 'back', argument: back }).ok).toBe(true);
    expect(performance.now() - since).toBeLessThan(INSTANT_MS);
  }
  expect(stepper.place().at).toBe(EVENTS - 4_067);
});
