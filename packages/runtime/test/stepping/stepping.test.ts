import { getEventListeners } from 'node:events';
import { type AgentEvent, type Fact, start, stateOf } from '@tagma/core';
import { describe, expect, test } from 'vitest';
import { createSession, type ModelHooks, type ModelReply, type Session } from '../../src/index.ts';
import { readShapes } from '../../src/stepping/shapes.ts';
import { createStepping, type Stepping } from '../../src/stepping/stepping.ts';
import { type Choices, FINAL, RUN, STARTED, type World, world } from '../world.ts';

const EVENT: AgentEvent = { type: 'prompt.given', text: 'go', at: 0 };
const PROMPT: Fact = { type: 'prompt.given', text: 'do it' };
const ABORT: Fact = { type: 'abort.requested', by: 'person' };

test('what was held leaves nothing behind at the signal, however it was let go', async () => {
  const stepping = createStepping(true);
  const stopping = new AbortController();
  const listeners = () => getEventListeners(stopping.signal, 'abort').length;
  const answers: unknown[] = [];
  for (const release of [() => stepping.pass(0), () => stepping.drop(), () => stopping.abort()]) {
    const held = stepping.gate(EVENT, start(), stopping.signal);
    expect([stepping.state().held?.event, listeners()]).toEqual([EVENT, 1]);
    release();
    answers.push(await held);
    expect([stepping.state().held, listeners()]).toEqual([null, 0]);
  }
  expect(answers).toEqual([{ kind: 'pass' }, { kind: 'drop', by: 'person' }, { kind: 'pass' }]);
});

test('while nothing is to be held, the gate answers at once, with no promise', () => {
  const { gate } = createStepping(false);
  expect(gate(EVENT, start(), new AbortController().signal)).toEqual({ kind: 'pass' });
});

test('each change is told of: held, changed, let go, a breakpoint, on and off', () => {
  const stepping = createStepping(false);
  const told: unknown[] = [];
  const stop = stepping.subscribe(({ holding, held, breakpoints }) =>
    told.push([holding, held?.event.type ?? null, held?.draft ?? null, held?.at?.name ?? null, breakpoints.length]),
  );
  const ask = (event: AgentEvent) => void stepping.gate(event, start(), new AbortController().signal);
  stepping.breakpoints.add('event prompt.given');
  ask({ type: 'abort.requested', by: 'person', at: 0 });
  ask(EVENT);
  stepping.change('text stop');
  stepping.change(null);
  stepping.hold(false);
  stepping.hold(true);
  stop();
  stepping.hold(false);
  expect(told).toEqual([
    [false, null, null, null, 1],
    [true, 'prompt.given', null, 'prompt.given', 1],
    [true, 'prompt.given', { type: 'prompt.given', text: 'stop' }, 'prompt.given', 1],
    [true, 'prompt.given', null, 'prompt.given', 1],
    [false, null, null, null, 1],
    [true, null, null, null, 1],
  ]);
});

describe('in a session', () => {
  test('events are let go one by one, some at once, and all', async () => {
    const { stepping, heldIs, deps, end } = stepped({ replies: [RUN, FINAL] });
    const seen = [await heldIs('session.started')];
    stepping.pass(1);
    seen.push(await heldIs('reply.ended'));
    stepping.pass(0);
    seen.push(await heldIs('facts.taken'));
    stepping.pass(Number.POSITIVE_INFINITY);
    await end('finished');
    expect(seen).toEqual(['unstarted', 'thinking', 'deciding']);
    expect(eventsIn(deps)).toEqual([
      'session.started',
      'prompt.given',
      'reply.ended',
      'facts.taken',
      'tool.ended',
      'reply.ended',
    ]);
  });

  test('an event is changed before the machine is told, and another is dropped; the record says so', async () => {
    const { stepping, heldIs, deps, session, end } = stepped({ replies: [RUN] });
    stepping.breakpoints.add('event reply.ended');
    stepping.hold(false);
    await heldIs('reply.ended');
    expect(stepping.change('text <final>made by hand</final>')).toEqual({ ok: true });
    stepping.pass(0);
    session.send({ type: 'mode.changed', mode: 'plan' });
    await heldIs('mode.changed');
    expect(stepping.drop()).toEqual({ ok: true });
    await end('finished');
    expect(fieldsOf(deps, 'reply.ended')).toMatchObject({
      text: '<final>made by hand</final>',
      changed: { by: 'person', original: { text: RUN } },
    });
    expect(fieldsOf(deps, 'event.dropped')).toEqual({
      by: 'person',
      event: { type: 'mode.changed', mode: 'plan' },
    });
    expect(session.snapshot().context.mode).toBe('trust');
  });

  const refused: readonly (readonly [text: string, message: RegExp])[] = [
    ['', /^edit: {2}is an object: its value is given in JSON/],
    ['{', /^edit: /],
    ['nonsense 1', /^there is no nonsense: it has type, request, text, /],
    ['request many', /^edit: request is a number: its value is given in JSON/],
    ['{"type":"reply.endd"}', /^edit: there is no event "reply.endd"\. Did you mean reply.ended\?$/],
    ['{"text":1}', /^edit: request is missing\.$/],
    ['finish sometime', /^edit: finish: Invalid option: expected one of "stop"\|/],
    ['usage {"input":1}', /^edit: usage\.output: Invalid input: expected number/],
  ];

  test('a change that the machine could not take is refused, and nothing is changed', async () => {
    const { stepping, heldIs, end } = stepped({ replies: [FINAL] });
    stepping.breakpoints.add('event reply.ended');
    stepping.hold(false);
    await heldIs('reply.ended');
    await readShapes();
    for (const [text, message] of refused) {
      expect(stepping.change(text)).toEqual({ ok: false, message: expect.stringMatching(message) });
    }
    expect(stepping.state().held?.draft).toBe(null);
    await end('finished');
  });

  test('the answer that an abort waits for is neither dropped nor changed to something else', async () => {
    const { stepping, heldIs, session, end } = stepped({ replies: [silent] });
    stepping.pass(0);
    await heldIs('prompt.given');
    stepping.pass(1);
    session.send(ABORT);
    await heldIs('reply.ended');
    const due = 'reply.ended answers a request that was cancelled, and the abort waits for it';
    expect([stepping.drop(), stepping.change('{"type":"prompt.given","text":"x"}')]).toEqual([
      { ok: false, message: `${due}: it cannot be dropped` },
      { ok: false, message: `edit: ${due}: what it is changed to must answer that too` },
    ]);
    expect(stepping.change('text late')).toEqual({ ok: true });
    await end('finished');
  });

  const aborts: readonly {
    readonly title: string;
    readonly held: Fact['type'];
    readonly choices: Choices;
    readonly events: readonly string[];
  }[] = [
    {
      title: 'a reply that would run something does not',
      held: 'reply.ended',
      choices: { replies: [RUN] },
      events: ['event.dropped', 'abort.requested', 'reply.ended'],
    },
    {
      title: 'the facts of a call that may run lead to nothing',
      held: 'facts.taken',
      choices: { replies: [RUN] },
      events: ['reply.ended', 'event.dropped', 'abort.requested'],
    },
    {
      title: 'the outcome of a tool is kept',
      held: 'tool.ended',
      choices: { replies: [RUN] },
      events: ['reply.ended', 'facts.taken', 'event.dropped', 'abort.requested', 'tool.ended'],
    },
    {
      title: 'a prompt is told, and its turn ends at once',
      held: 'prompt.given',
      choices: { replies: [silent] },
      events: ['abort.requested', 'reply.ended'],
    },
  ];

  test.each(aborts)('an abort goes before what is held: $title', async ({ held, choices, events }) => {
    let ran = 0;
    const tool = async () => {
      ran += 1;
      return { status: 'ok', content: '', details: {} } as const;
    };
    const { stepping, heldIs, deps, session, until } = stepped({ tool, ...choices });
    stepping.breakpoints.add(held);
    stepping.hold(false);
    await heldIs(held);
    stepping.giveWay();
    session.send(ABORT);
    await until('finished');
    expect(eventsIn(deps)).toEqual(['session.started', 'prompt.given', ...events]);
    expect(ran).toBe(held === 'tool.ended' ? 1 : 0);
    expect(deps.logged).toEqual([]);
    // The next turn is stepped as before.
    session.send(PROMPT);
    if (held === 'prompt.given') await heldIs(held);
    await session.stop();
  });

  test('a session that is stopped while an event is held does not wait for the person', async () => {
    const { heldIs, session, stepping, deps } = stepped({ replies: [RUN] });
    stepping.breakpoints.add('facts.taken');
    stepping.hold(false);
    await heldIs('facts.taken');
    await session.stop('person');
    expect([stepping.state().held, stateOf(session.snapshot())]).toEqual([null, 'finished']);
    expect(eventsIn(deps).slice(-3)).toEqual(['facts.taken', 'abort.requested', 'tool.ended']);
  });
});

/** A session in which each event is held from the first on; it has been told to begin and given a prompt. */
function stepped(choices: Choices) {
  const stepping = createStepping(true);
  const deps = world({ ...choices, gate: stepping.gate });
  const session = createSession(deps);
  session.send(STARTED);
  session.send(PROMPT);
  const { until, heldIs } = waitingFor(stepping, session);
  const end = async (state: string) => {
    stepping.breakpoints.all().map(({ number }) => stepping.breakpoints.remove(number));
    stepping.hold(false);
    await turn();
    await until(state);
    await session.stop();
  };
  return { stepping, deps, session, until, heldIs, end };
}

/** What has been let go has been told when it is over. */
function turn(): Promise<unknown> {
  return new Promise((resolve) => setTimeout(resolve));
}

function waitingFor(stepping: Stepping, session: Session) {
  return {
    until: async (state: string) => {
      while (stateOf(session.snapshot()) !== state) await turn();
    },
    /** Gives the state in which it is held. */
    heldIs: async (type: Fact['type']) => {
      while (stepping.state().held?.event.type !== type) await turn();
      return stateOf(session.snapshot());
    },
  };
}

/** Says nothing until it is cancelled. */
function silent({ signal }: ModelHooks): Promise<ModelReply> {
  return new Promise((resolve) => {
    const aborted: ModelReply = { ok: true, text: '', reasoning: '', finish: 'aborted', usage: null };
    if (signal.aborted) resolve(aborted);
    signal.addEventListener('abort', () => resolve(aborted));
  });
}

function eventsIn({ records }: World): readonly string[] {
  return records.flatMap(({ kind, type }) => (kind === 'event' ? [type] : []));
}

function fieldsOf({ records }: World, type: string): unknown {
  return records.find((record) => record.kind === 'event' && record.type === type)?.fields;
}
