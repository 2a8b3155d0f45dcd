/** A history replays to the same states, effects and bytes, or says at which record it does not. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type AgentEvent,
  BEHAVIOUR,
  type Emitted,
  type Fact,
  type SessionStarted,
  start,
  stateOf,
  step,
} from '@tagma/core';
import { type HistoryRecord, NO_FACTS } from '@tagma/protocol';
import { describe, expect, it } from 'vitest';
import { sessionStarted } from '../../../testing/src/session-started.ts';
import {
  createHistory,
  eventOf,
  type Machine,
  openHistory,
  readHistory,
  recordsOf,
  replayHistory,
} from '../../src/index.ts';
import { HOSTILE_TEXTS } from '../hostile-texts.ts';
import { rewritten } from '../rewritten.ts';
import { AT, append } from '../sample.ts';
import { temporaryFolder } from '../temporary.ts';

const STARTED: SessionStarted = sessionStarted({
  session: 's1',
  system: 'You are an agent.\n'.repeat(40),
  tools: [
    {
      name: 'bash',
      description: 'Run a command.',
      body: 'command',
      parameters: { type: 'object', properties: { command: { type: 'string' } }, required: ['command'] },
    },
  ],
  settings: { headless: true, turnsMax: 10, retriesMax: 0 },
});

/** A small machine: each prompt asks the model, each reply runs a tool with the whole reply, each outcome ends the turn. */
type Fake = { readonly state: string; readonly id: number };

const FAKE: Machine<Fake> = {
  behaviour: BEHAVIOUR,
  start: () => ({ state: 'idle', id: 0 }),
  step(snapshot, event) {
    const id = snapshot.id + 1;
    switch (event.type) {
      case 'prompt.given':
        return {
          snapshot: { state: 'thinking', id },
          emitted: [{ type: 'model.ask', id, turn: 1, messages: 2, digest: '', endpoint: '', model: 'm' }],
        };
      case 'reply.ended':
        return { snapshot: { state: 'acting', id }, emitted: acted(event.text, event.request, id) };
      case 'tool.ended':
        return { snapshot: { state: 'idle', id }, emitted: [] };
      case 'abort.requested':
        throw new TypeError('the machine has a mistake in it');
      default:
        return { snapshot, emitted: [] };
    }
  },
  stateOf: (snapshot) => snapshot.state,
};

function acted(text: string, request: number, id: number): Emitted[] {
  const params = { command: text };
  const action = { tool: 'bash', params, error: null };
  const reply = { thoughts: [], actions: [action], final: null, loose: '', repairs: [], error: null };
  return [
    { type: 'reply.read', request, reply },
    { type: 'tool.run', id, call: 1, tool: 'bash', params, asWritten: { command: text } },
  ];
}

const FACTS: readonly Fact[] = [
  STARTED,
  { type: 'prompt.given', text: 'Why does <a> fail?' },
  {
    type: 'reply.ended',
    request: 1,
    text: 'ls '.repeat(200),
    reasoning: '',
    finish: 'stop',
    usage: { input: 9, output: 2 },
  },
  {
    type: 'tool.ended',
    request: 2,
    outcome: { status: 'ok', content: 'a\r\n\u001B[0m', details: { exit: 0 } },
    durationMs: 12,
  },
  { type: 'session.ended', reason: 'done' },
];

function stamped(facts: readonly Fact[]): AgentEvent[] {
  return facts.map((fact, index) => ({ ...fact, at: AT + index }));
}

/** Runs a session as the runtime does: step, then append. Each step is one append. */
function session<S>(facts: readonly Fact[], machine: Machine<S>): string {
  const file = join(temporaryFolder(), 's1.xml');
  const created = createHistory(file, { session: 's1' });
  if (!created.ok) throw new Error(created.error.message);
  let snapshot = machine.start();
  for (const event of stamped(facts)) {
    const next = machine.step(snapshot, event);
    snapshot = next.snapshot;
    append(created.history, recordsOf(event, next.emitted, machine.stateOf(snapshot)));
  }
  created.history.close();
  return file;
}

function same(record: HistoryRecord): HistoryRecord {
  return record;
}

const REAL: Machine<ReturnType<typeof start>> = { behaviour: BEHAVIOUR, start, step, stateOf };

describe('recordsOf', () => {
  it('gives the event, the state, then what was emitted, and says the parameters of a call once', () => {
    const event: AgentEvent = {
      type: 'reply.ended',
      request: 1,
      text: 'x',
      reasoning: '',
      finish: 'stop',
      usage: null,
      at: AT,
    };
    const call = { call: 1, tool: 'bash', params: { command: 'ls' }, asWritten: { command: '&lt;' } };
    const emitted: Emitted[] = [
      { type: 'facts.take', id: 2, ...call },
      { type: 'call.judged', call: 1, decision: { verdict: 'ask', by: 'mode default' } },
      { type: 'person.ask', id: 3, facts: NO_FACTS, why: 'mode default', always: null, ...call },
      { type: 'tool.run', id: 4, ...call },
      { type: 'cancel', request: 4 },
    ];
    expect(recordsOf(event, emitted, 'acting')).toStrictEqual([
      {
        kind: 'event',
        type: 'reply.ended',
        at: AT,
        fields: { request: 1, text: 'x', reasoning: '', finish: 'stop', usage: null },
      },
      { kind: 'state', type: 'acting', at: AT, fields: {} },
      { kind: 'effect', type: 'facts.take', at: AT, fields: { id: 2, call: 1, tool: 'bash' } },
      {
        kind: 'note',
        type: 'call.judged',
        at: AT,
        fields: { call: 1, decision: { verdict: 'ask', by: 'mode default' } },
      },
      {
        kind: 'effect',
        type: 'person.ask',
        at: AT,
        fields: { id: 3, facts: NO_FACTS, why: 'mode default', always: null, call: 1, tool: 'bash' },
      },
      { kind: 'effect', type: 'tool.run', at: AT, fields: { id: 4, call: 1, tool: 'bash' } },
      { kind: 'effect', type: 'cancel', at: AT, fields: { request: 4 } },
    ]);
  });

  it('is undone by eventOf', () => {
    for (const event of stamped(FACTS)) {
      const [record] = recordsOf(event, [], 'idle');
      expect(record && eventOf(record)).toStrictEqual(event);
    }
  });
});

describe('replayHistory', () => {
  it('makes the same states, effects and bytes again', async () => {
    const file = session(FACTS, FAKE);
    expect(await replayHistory(file, FAKE)).toEqual({
      ok: true,
      events: 5,
      states: 5,
      effects: 2,
      notes: 1,
      bytes: readFileSync(file).length,
      torn: null,
      unfinished: [],
      snapshot: { state: 'idle', id: 3 },
      behaviours: [BEHAVIOUR],
      differences: 0,
    });
  });

  it('does so with the real machine, whatever the texts', async () => {
    const told: readonly Fact[] = HOSTILE_TEXTS.filter((text) => text.length < 2000).flatMap((text, index) => [
      { type: 'prompt.given', text },
      {
        type: 'reply.ended',
        request: index + 1,
        text: `<final>${text}</final>`,
        reasoning: text,
        finish: 'stop',
        usage: null,
      },
    ]);
    const file = session([STARTED, ...told, { type: 'session.ended', reason: 'done' }], REAL);
    const read = await readHistory(file);
    expect(read).toMatchObject({ ok: true, torn: null, fault: null });
    const records = read.ok ? read.records : [];
    expect(records.filter(({ kind }) => kind === 'event').map(eventOf)).toStrictEqual(
      stamped([STARTED, ...told, { type: 'session.ended', reason: 'done' }]),
    );
    expect(await replayHistory(file)).toMatchObject({
      ok: true,
      events: told.length + 2,
      effects: records.filter(({ kind }) => kind === 'effect').length,
      bytes: readFileSync(file).length,
    });
  });

  it('replays one without a record', async () => {
    const file = session([], FAKE);
    expect(await replayHistory(file, FAKE)).toMatchObject({ ok: true, events: 0, bytes: readFileSync(file).length });
  });

  // Records: 1 started, 2 state, 3 prompt, 4 state, 5 model.ask, 6 reply, 7 state, 8 reply.read, 9 tool.run, 10 ended, …
  const FORGERIES: readonly (readonly [
    title: string,
    change: (record: HistoryRecord, n: number) => HistoryRecord | null,
    expected: object,
  ])[] = [
    [
      'an altered reply',
      (record, n) => (n === 6 ? { ...record, fields: { ...record.fields, text: 'rm -rf /' } } : record),
      {
        event: 6,
        record: 8,
        what: 'note',
        expected: expect.stringContaining('rm -rf'),
        got: expect.stringContaining('ls ls'),
      },
    ],
    [
      'an altered state',
      (record, n) => (n === 4 ? { ...record, type: 'idle' } : record),
      { record: 4, what: 'state', expected: expect.stringContaining('thinking'), got: expect.stringContaining('idle') },
    ],
    [
      'an altered effect',
      (record, n) => (n === 9 ? { ...record, fields: { ...record.fields, tool: 'read' } } : record),
      {
        record: 9,
        what: 'effect',
        expected: expect.stringContaining('<tool>bash'),
        got: expect.stringContaining('<tool>read'),
      },
    ],
    [
      'an effect left out',
      (record, n) => (n === 9 ? null : record),
      {
        record: 9,
        what: 'effect',
        expected: expect.stringContaining('<effect n="9"'),
        got: expect.stringContaining('<event n="9"'),
      },
    ],
    [
      'a state of another time',
      (record, n) => (n === 7 ? { ...record, at: record.at + 1 } : record),
      { record: 7, what: 'state', expected: expect.stringContaining('.125Z'), got: expect.stringContaining('.126Z') },
    ],
    [
      'an effect too many',
      (record, n) => (n === 12 ? { ...record, kind: 'effect', type: 'cancel', fields: { request: 1 } } : record),
      {
        record: 12,
        what: 'effect',
        expected: expect.stringContaining('an event'),
        got: expect.stringContaining('cancel'),
      },
    ],
    [
      'a session of a newer behaviour',
      (record, n) => (n === 1 ? { ...record, fields: { ...record.fields, behaviour: BEHAVIOUR + 1 } } : record),
      {
        record: 1,
        what: 'behaviour',
        expected: `a behaviour from 1 to ${BEHAVIOUR}`,
        got: `behaviour ${BEHAVIOUR + 1}`,
      },
    ],
    [
      'an event on which the machine fails',
      (record, n) => (n === 10 ? { ...record, type: 'abort.requested', fields: { by: 'person' } } : record),
      {
        record: 10,
        what: 'machine',
        expected: 'the machine takes abort.requested',
        got: 'TypeError: the machine has a mistake in it',
      },
    ],
  ];

  it.each(FORGERIES)('names the record of %s, though all hashes are right', async (_title, change, expected) => {
    const file = session(FACTS, FAKE);
    expect(await replayHistory(await rewritten(file, same), FAKE)).toMatchObject({ ok: true, events: 5 });
    const other = await rewritten(file, change);
    expect(await readHistory(other)).toMatchObject({ ok: true, fault: null });
    expect(await replayHistory(other, FAKE)).toEqual({ ok: false, event: expect.any(Number), ...expected });
  });

  it('names a record that is not as it was written', async () => {
    const file = session(FACTS, FAKE);
    writeFileSync(file, readFileSync(file, 'utf8').replace('Why does', 'How does'));
    expect(await replayHistory(file, FAKE)).toMatchObject({ ok: false, record: 3, what: 'chain' });
    writeFileSync(file, readFileSync(file, 'utf8').replace('UTF-8', 'UTF-9'));
    expect(await replayHistory(file, FAKE)).toMatchObject({ ok: false, record: 1, what: 'chain' });
  });

  it('says where a text has been taken out', async () => {
    const file = session(FACTS, FAKE);
    const whole = readFileSync(file, 'utf8');
    const take = (record: string): string => {
      const at = whole.indexOf(record);
      return whole.slice(0, at) + whole.slice(at).replace(/ salt="\w+">[^<]*</, '><');
    };
    const found = [];
    for (const record of ['<event n="1"', '<event n="6"', '<note n="8"']) {
      writeFileSync(file, take(record));
      expect(take(record)).not.toBe(whole);
      found.push(await replayHistory(file, FAKE));
    }
    expect(found).toMatchObject([1, 6, 8].map((record) => ({ ok: false, record, what: 'taken-out' })));
  });

  it('replays a torn history up to its last whole record, and says what is still to be appended', async () => {
    const file = session(FACTS, FAKE);
    const whole = readFileSync(file);
    const cut = whole.indexOf('<effect n="9"') + 20;
    writeFileSync(file, whole.subarray(0, cut));
    const call = { kind: 'effect', type: 'tool.run', at: AT + 2, fields: { id: 2, call: 1, tool: 'bash' } };
    const replayed = await replayHistory(file, FAKE);
    expect(replayed).toEqual({
      ok: true,
      events: 3,
      states: 3,
      effects: 1,
      notes: 1,
      bytes: cut - 21,
      torn: { record: 9, at: cut - 21, bytes: 21 },
      unfinished: [call],
      snapshot: { state: 'acting', id: 2 },
      behaviours: [BEHAVIOUR],
      differences: 0,
    });
    const opened = openHistory(file);
    if (!opened.ok || !('unfinished' in replayed)) throw new Error('not opened');
    append(opened.history, replayed.unfinished);
    expect(await replayHistory(file, FAKE)).toMatchObject({ ok: true, effects: 2, torn: null, unfinished: [] });
  });
});
