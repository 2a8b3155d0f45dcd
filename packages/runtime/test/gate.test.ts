/** The gate: every fact passes it once, and what it says of a fact is what the machine is told and the history holds. */
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Fact, stateOf } from '@tagma/core';
import { createHistory, readHistory, replayHistory } from '@tagma/history';
import type { Outcome } from '@tagma/protocol';
import { describe, expect, test } from 'vitest';
import { dice } from '../../../test/chance.ts';
import { createSession, type Gate, type ModelHooks, type ModelReply, type Passage, runSession } from '../src/index.ts';
import { answer, type Choices, FINAL, RUN, STARTED, until, type World, world } from './world.ts';

const PASS: Passage = { kind: 'pass' };
const PROMPT: Fact = { type: 'prompt.given', text: 'do it' };
const ABORT: Fact = { type: 'abort.requested', by: 'person' };

/** Says for one type of fact what becomes of it; all others pass. */
function gateOn(type: Fact['type'], say: (fact: Fact) => Passage | Promise<Passage>): Gate {
  return (event) => (event.type === type ? say(event) : PASS);
}

function eventsIn({ records }: World): readonly string[] {
  return records.flatMap(({ kind, type }) => (kind === 'event' ? [type] : []));
}

function fieldsOf({ records }: World, type: string): unknown {
  return records.find((record) => record.kind === 'event' && record.type === type)?.fields;
}

describe('what passes', () => {
  const seen = [
    'session.started in unstarted',
    'prompt.given in idle',
    'reply.ended in thinking',
    'facts.taken in deciding',
    'tool.ended in acting',
    'reply.ended in thinking',
    'session.ended in finished',
  ];

  test.each(['at once', 'by a promise'])(
    '%s: every fact is seen once, stamped, before the machine is told',
    async (how) => {
      const list: string[] = [];
      const note: Gate = (event, snapshot) => {
        list.push(`${event.type} in ${stateOf(snapshot)}`);
        return PASS;
      };
      const gate: Gate = how === 'at once' ? note : async (...asked) => note(...asked);
      const { given, deps } = await answer({ replies: [RUN, FINAL], gate });
      expect(given).toMatchObject({ ok: true, result: { kind: 'done' } });
      expect(list).toEqual(seen);
      expect(eventsIn(deps)).toEqual(seen.map((line) => line.split(' ')[0]));
    },
  );

  test('while a promise is open, later facts wait in order', async () => {
    let open: (passage: Passage) => void = () => {};
    const gate = gateOn('prompt.given', () => new Promise((resolve) => (open = resolve)));
    const deps = world({ gate });
    const session = createSession(deps);
    session.send(STARTED);
    session.send(PROMPT);
    session.send({ type: 'mode.changed', mode: 'plan' });
    session.send({ type: 'mode.changed', mode: 'default' });
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(eventsIn(deps)).toEqual(['session.started']);
    open(PASS);
    await until(session, 'finished');
    expect(eventsIn(deps)).toEqual(['session.started', 'prompt.given', 'mode.changed', 'mode.changed', 'reply.ended']);
    expect(session.snapshot().context.mode).toBe('default');
    await session.stop();
  });
});

describe('what is changed', () => {
  const edit = gateOn('prompt.given', () => ({
    kind: 'replace',
    by: 'me',
    fact: { type: 'prompt.given', text: 'that' },
  }));

  test('is told as it is now, and recorded with the original and who changed it', async () => {
    const deps = world({ gate: edit });
    const session = createSession(deps);
    session.send(STARTED);
    session.send(PROMPT);
    await until(session, 'finished');
    expect(session.snapshot().context.conversation[0]?.message).toEqual({ role: 'user', content: 'that' });
    expect(fieldsOf(deps, 'prompt.given')).toEqual({ text: 'that', changed: { by: 'me', original: PROMPT } });
  });

  test('replays byte for byte from the file', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'gate-')), 's.xml');
    const opened = createHistory(file, { session: 's' });
    if (!opened.ok) throw new Error(opened.error.message);
    const history = {
      append: (...args: Parameters<typeof opened.history.append>) => {
        const appended = opened.history.append(...args);
        return appended.ok ? appended : { ok: false as const, message: appended.error.message };
      },
    };
    const gate: Gate = (event) => {
      if (event.type === 'prompt.given' && event.text === 'drop me') return { kind: 'drop', by: 'me' };
      if (event.type === 'facts.taken') throw new Error('kaput');
      if (event.type !== 'tool.ended') return PASS;
      const outcome = { status: 'error' as const, content: 'a\n</observation>\u0000\ud800', details: { a: [1, null] } };
      return { kind: 'replace', by: 'me', fact: { ...event, outcome } };
    };
    const deps = { ...world({ replies: [RUN, FINAL], gate }), history };
    await runSession('do it', STARTED, deps, { onSession: (session) => session.send({ ...PROMPT, text: 'drop me' }) });
    opened.history.close();
    expect(existsSync(file)).toBe(true);
    const read = await readHistory(file);
    if (!read.ok) throw new Error(read.error.message);
    const types = read.records.flatMap(({ kind, type }) => (kind === 'event' ? [type] : []));
    expect(types).toEqual([
      'event.dropped',
      'session.started',
      'prompt.given',
      'reply.ended',
      'hook.failed',
      'facts.taken',
      'tool.ended',
      'reply.ended',
      'session.ended',
    ]);
    expect(read.records.find(({ type }) => type === 'tool.ended')?.fields).toMatchObject({
      outcome: { content: 'a\n</observation>\u0000\ud800', details: { a: [1, null] } },
      changed: { by: 'me', original: { type: 'tool.ended', outcome: { status: 'ok', content: 'made' } } },
    });
    expect(await replayHistory(file)).toMatchObject({ ok: true, events: types.length, torn: null, unfinished: [] });
  });

  test('secrets are taken out of it, and what had been taken out before stays readable', async () => {
    const secrets = new Map([['API_KEY', 'hunter2-hunter2']]);
    const gate = gateOn('prompt.given', (fact) => ({
      kind: 'replace',
      by: 'me',
      fact: { type: 'prompt.given', text: `${fact.type === 'prompt.given' ? fact.text : ''}, then hunter2-hunter2` },
    }));
    const deps = world({ secrets, gate });
    const session = createSession(deps);
    session.send(STARTED);
    session.send({ type: 'prompt.given', text: 'use hunter2-hunter2 and [redacted:X~aaaa]' });
    await until(session, 'finished');
    expect(fieldsOf(deps, 'prompt.given')).toEqual({
      text: 'use [redacted:API_KEY~aaaa] and [redacted::X~aaaa], then [redacted:API_KEY~aaaa]',
      changed: {
        by: 'me',
        original: { type: 'prompt.given', text: 'use [redacted:API_KEY~aaaa] and [redacted::X~aaaa]' },
      },
    });
  });

  test('a change that the machine cannot take is not made', async () => {
    const broken = { type: 'reply.ended', request: 1 } as unknown as Fact;
    const gate = gateOn('reply.ended', () => ({ kind: 'replace', by: 'me', fact: broken }));
    const { given, deps } = await answer({ gate });
    expect(given).toMatchObject({ ok: true, result: { kind: 'done', text: 'done' } });
    expect(eventsIn(deps)).toEqual(['session.started', 'prompt.given', 'hook.failed', 'reply.ended', 'session.ended']);
    expect(deps.logged).toEqual(['the gate failed']);
  });
});

describe('what is dropped', () => {
  test('is recorded with who dropped it, and the machine is never told', async () => {
    const deps = world({ gate: gateOn('prompt.given', () => ({ kind: 'drop', by: 'me' })) });
    const session = createSession(deps);
    session.send(STARTED);
    session.send(PROMPT);
    expect(eventsIn(deps)).toEqual(['session.started', 'event.dropped']);
    expect(fieldsOf(deps, 'event.dropped')).toEqual({ by: 'me', event: PROMPT });
    expect(stateOf(session.snapshot())).toBe('idle');
  });

  test.each<[string, Fact['type'], (fact: Fact) => Passage, readonly string[]]>([
    ['dropped', 'tool.ended', () => ({ kind: 'drop', by: 'me' }), ['event.dropped', 'abort.requested', 'tool.ended']],
    ['dropped', 'reply.ended', () => ({ kind: 'drop', by: 'me' }), ['event.dropped', 'abort.requested', 'reply.ended']],
    [
      'changed into one for another request',
      'tool.ended',
      (fact) => ({ kind: 'replace', by: 'me', fact: { ...fact, request: 99 } as Fact }),
      ['tool.ended', 'abort.requested', 'tool.ended'],
    ],
  ])('an answer that was %s (%s) is handed in when its request is cancelled', async (_what, type, say, events) => {
    let said = false;
    const once = gateOn(type, (fact) => {
      if (said) return PASS;
      said = true;
      return say(fact);
    });
    const deps = world({ replies: [RUN], gate: once });
    const session = createSession(deps);
    session.send(STARTED);
    session.send(PROMPT);
    while (!said) await new Promise((resolve) => setTimeout(resolve));
    const waiting = stateOf(session.snapshot());
    const before = eventsIn(deps).length - 1;
    session.send(ABORT);
    await until(session, 'finished');
    expect(eventsIn(deps).slice(before)).toEqual(events);
    expect(waiting).toBe(type === 'tool.ended' ? 'acting' : 'thinking');
    expect(session.snapshot().context.result).toEqual({ kind: 'aborted', by: 'person' });
  });

  test('the answer to a request that was cancelled cannot be dropped', async () => {
    const { given, deps } = await answer(
      {
        replies: [RUN],
        gate: gateOn('tool.ended', () => ({ kind: 'drop', by: 'me' })),
        tool: (signal) =>
          new Promise((resolve) =>
            signal.addEventListener('abort', () => resolve({ status: 'aborted', content: 'killed', details: {} })),
          ),
      },
      (session) =>
        session.subscribe((update) => {
          if (update.kind === 'step' && stateOf(update.snapshot) === 'acting') setTimeout(() => session.send(ABORT));
        }),
    );
    expect(given).toEqual({ ok: true, result: { kind: 'aborted', by: 'person' } });
    expect(fieldsOf(deps, 'hook.failed')).toMatchObject({ hook: 'gate', message: expect.stringContaining('dropped') });
  });
});

describe('a gate that fails', () => {
  const fails = () => {
    throw new Error('kaput hunter2-hunter2');
  };

  test.each<[string, Gate]>([
    ['throws', gateOn('reply.ended', fails)],
    ['rejects', gateOn('reply.ended', async () => fails())],
    ['says nothing', gateOn('reply.ended', () => undefined as unknown as Passage)],
  ])('that %s is recorded, its stack is logged, and the fact passes as it is', async (how, gate) => {
    const logged: object[] = [];
    const { given, deps } = await answer({
      gate,
      secrets: new Map([['API_KEY', 'hunter2-hunter2']]),
      log: { info: () => {}, error: (fields) => logged.push(fields) },
    });
    expect(given).toMatchObject({ ok: true, result: { kind: 'done', text: 'done' } });
    expect(eventsIn(deps)).toEqual(['session.started', 'prompt.given', 'hook.failed', 'reply.ended', 'session.ended']);
    const message = how === 'says nothing' ? 'the gate gave no answer' : 'kaput [redacted:API_KEY~aaaa]';
    expect(fieldsOf(deps, 'hook.failed')).toEqual({ hook: 'gate', message });
    expect(logged).toEqual([{ event: 'reply.ended', error: expect.stringMatching(/^Error: .*\n +at /) }]);
  });
});

describe('an answer of a gate in plain JavaScript that is none', () => {
  const ROWS: readonly (readonly [what: string, answer: unknown, why: string])[] = [
    ['nothing', undefined, 'the gate gave no answer'],
    ['a replacement without a fact', { kind: 'replace', by: 'x' }, 'a fact of the type undefined'],
    ['a replacement by null', { kind: 'replace', by: 'x', fact: null }, 'a fact of the type undefined'],
    ['a replacement by a text', { kind: 'replace', by: 'x', fact: 'tool.ended' }, 'a fact of the type undefined'],
    ['a fact of no type', { kind: 'replace', by: 'x', fact: { request: 3 } }, 'a fact of the type undefined'],
    ['a fact of an unknown type', { kind: 'replace', by: 'x', fact: { type: 'tool.end' } }, 'the type tool.end,'],
    ['a fact named like a method', { kind: 'replace', by: 'x', fact: { type: 'toString' } }, 'the type toString,'],
    ['a fact that nobody changed', { kind: 'replace', fact: { type: 'timer.fired', request: 1 } }, 'by must be a text'],
    ['a drop by nobody', { kind: 'drop' }, 'by must be a text'],
  ];

  const untilAborted = ({ signal }: ModelHooks) =>
    new Promise<ModelReply>((resolve) =>
      signal?.addEventListener('abort', () =>
        resolve({ ok: true, text: '', reasoning: '', finish: 'aborted', usage: null }),
      ),
    );

  test.each(ROWS.flatMap((row) => [[...row, 'at once'] as const, [...row, 'by a promise'] as const]))(
    '%s: %s → %s (%s); the fact passes, and an abort comes to its end',
    async (_what, said, why, how) => {
      const gate = gateOn('tool.ended', () => (how === 'at once' ? said : Promise.resolve(said)) as Passage);
      const deps = world({ replies: [RUN, untilAborted], gate });
      const session = createSession(deps);
      session.send(STARTED);
      session.send(PROMPT);
      await expect.poll(() => eventsIn(deps), { timeout: 2_000, interval: 1 }).toContain('tool.ended');
      expect(fieldsOf(deps, 'hook.failed')).toEqual({ hook: 'gate', message: expect.stringContaining(why) });
      session.send({ type: 'mode.changed', mode: 'plan' });
      await session.stop();
      const events = ['hook.failed', 'tool.ended', 'mode.changed', 'abort.requested', 'reply.ended'];
      expect(eventsIn(deps).slice(-5)).toEqual(events);
      expect(stateOf(session.snapshot())).toBe('finished');
    },
  );

  test('what it throws may be anything', async () => {
    const { given, deps } = await answer({
      gate: gateOn('reply.ended', () => {
        throw Object.create(null);
      }),
    });
    expect(given).toMatchObject({ ok: true, result: { kind: 'done' } });
    expect(fieldsOf(deps, 'hook.failed')).toMatchObject({ message: 'something without a message was thrown' });
  });
});

describe('bad input', () => {
  const kaput = () => {
    throw new Error('kaput');
  };

  test('a log that throws harms nobody', async () => {
    const { given } = await answer(
      { replies: [RUN, FINAL], log: { info: kaput, error: kaput }, tool: kaput, gate: gateOn('tool.ended', kaput) },
      (session) => session.subscribe(kaput),
    );
    expect(given).toMatchObject({ ok: true, result: { kind: 'done' } });
  });

  test.each<[string, Choices, string, object]>([
    ['the model', { replies: [kaput] }, 'reply.failed', { fault: { message: 'kaput' } }],
    [
      'the facts',
      { replies: [RUN, FINAL], facts: kaput },
      'facts.taken',
      { facts: { unknown: expect.stringContaining('kaput') } },
    ],
    [
      'a tool',
      { replies: [RUN, FINAL], tool: kaput },
      'tool.ended',
      { outcome: { status: 'error', content: 'bash failed: kaput' } },
    ],
    ['a timer', { replies: [async () => BUSY, FINAL], wait: kaput }, 'timer.fired', { request: 2 }],
  ])('%s that throws at once becomes an event, its stack goes to the log', async (_who, choices, type, fields) => {
    const logged: object[] = [];
    const deps = world({ ...choices, log: { info: () => {}, error: (each) => logged.push(each) } });
    const patient = { ...STARTED, settings: { ...STARTED.settings, retriesMax: 1, outageMsMax: 60_000 } };
    const given = await runSession('do it', patient, deps);
    expect(given.ok).toBe(true);
    expect(fieldsOf(deps, type)).toMatchObject(fields);
    expect(logged).toEqual([{ request: expect.any(Number), error: expect.stringMatching(/^Error: kaput\n +at /) }]);
  });

  test('a fact that the machine fails on breaks the session, and throws at nobody', async () => {
    const deps = world({ replies: [() => new Promise(() => {})] });
    const session = createSession(deps);
    session.send(STARTED);
    session.send(PROMPT);
    session.send({ type: 'reply.ended', request: 1 } as unknown as Fact);
    expect(await session.broken).toContain('reply.ended could not be taken');
    session.send(ABORT);
    expect(eventsIn(deps)).toEqual(['session.started', 'prompt.given']);
  });
});

const BUSY = {
  ok: false,
  text: '',
  reasoning: '',
  fault: { kind: 'overloaded', message: 'busy', advice: 'wait', status: 503 },
} as const;

describe('whatever a gate does', () => {
  const READS = '<action tool="look"/>\n<action tool="look"/>\n<action tool="bash">make</action>';
  const LOOK = {
    name: 'look',
    description: '',
    readOnly: true,
    parameters: { type: 'object', properties: {} },
  } as const;
  const DECISIONS = 400;

  test.each(Array.from({ length: 60 }, (_, at) => at + 1))(
    'an abort brings the session to rest (seed %i)',
    async (seed) => {
      const roll = dice(seed);
      let decisions = 0;
      const gate: Gate = (event) => {
        const { at: _at, ...fact } = event;
        // Nothing keeps the session itself, or the abort, from the machine.
        if (['session.started', 'abort.requested'].includes(event.type) || ++decisions > DECISIONS) return PASS;
        const passage = [
          PASS,
          PASS,
          { kind: 'drop', by: 'chance' },
          { kind: 'replace', by: 'chance', fact: { ...fact, request: 1 + roll(9) } },
          { kind: 'replace', by: 'chance', fact: { type: 'mode.changed', mode: 'trust' } },
        ][roll(5)] as Passage;
        if (roll(6) === 0) throw new Error('kaput');
        return roll(2) === 0 ? passage : new Promise((resolve) => setTimeout(() => resolve(passage), roll(3)));
      };
      const tool = (signal: AbortSignal) =>
        new Promise<Outcome>((resolve) => {
          signal.addEventListener('abort', () => resolve({ status: 'aborted', content: '', details: {} }));
          setTimeout(() => resolve({ status: 'ok', content: `made ${roll(99)}`, details: {} }), roll(4));
        });
      const deps = world({ replies: [READS, RUN, READS, RUN, READS], gate, tool });
      const session = createSession(deps);
      session.send({ ...STARTED, tools: [...STARTED.tools, LOOK] });
      for (let round = 0; round < 3; round++) {
        session.send(PROMPT);
        await new Promise((resolve) => setTimeout(resolve, roll(30)));
        session.send(ABORT);
        await expect
          .poll(() => stateOf(session.snapshot()), { timeout: 5_000, interval: 1 })
          .toMatch(/idle|finished|failed/);
      }
      await session.stop();
    },
  );
});
