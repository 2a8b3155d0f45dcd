import { stateOf, type Update } from '@tagma/core';
import type { Facts } from '@tagma/protocol';
import { describe, expect, test } from 'vitest';
import { createSession, type ModelAsked, type ModelReply, runSession, type SessionDeps } from '../src/index.ts';
import { answer, FACTS, FINAL, RUN, STARTED, spoken, until, world } from './world.ts';

const OLD_REPLIES = 5;
const NO_CREDIT: ModelReply = {
  ...{ ok: false, text: '', reasoning: '' },
  fault: { kind: 'quota', message: 'no credit', advice: 'pay', status: 402 },
};

describe('facts right before a call runs', () => {
  const calls = (again: Facts) => {
    const found = [FACTS, again];
    let ran = 0;
    return answer({
      replies: [RUN, FINAL],
      facts: async () => found.shift() ?? again,
      factsAgain: async () => again,
      tool: async () => ({ status: 'ok', content: String(++ran), details: {} }),
    }).then(({ deps }) => ({ ran, types: deps.records.map(({ type }) => type) }));
  };

  test('the same as before: it runs', async () => {
    expect((await calls(FACTS)).types).not.toContain('facts.changed');
  });

  test('other ones: it is decided anew, and runs once', async () => {
    const { ran, types } = await calls({ ...FACTS, runs: ['make', 'cc'] });
    expect(ran).toBe(1);
    expect(types.filter((type) => /^(facts|tool)/.test(type))).toEqual([
      ...['facts.take', 'facts.taken', 'tool.run', 'facts.changed'],
      ...['facts.take', 'facts.taken', 'tool.run', 'tool.ended'],
    ]);
  });

  test('forbidden by now: it does not run', async () => {
    const { ran, types } = await calls({ ...FACTS, forbidden: 'it removes your home folder' });
    expect(ran).toBe(0);
    expect(types).not.toContain('tool.ended');
  });
});

describe('the gate', () => {
  test('records every event with what followed, in order, and is durable before the model is asked or a tool runs', async () => {
    const { given, deps } = await answer({ replies: [RUN, FINAL] });
    expect(given).toMatchObject({ ok: true, result: { kind: 'done', text: 'done' } });
    expect(deps.records.map(({ kind, type, synced }) => `${kind} ${type}${synced ? ' (durable)' : ''}`)).toEqual([
      'event session.started (durable)',
      'state idle (durable)',
      'event prompt.given (durable)',
      'state thinking (durable)',
      'effect model.ask (durable)',
      'event reply.ended',
      'state deciding',
      'note reply.read',
      'effect facts.take',
      'event facts.taken (durable)',
      'state acting (durable)',
      'note call.judged (durable)',
      'effect tool.run (durable)',
      'event tool.ended (durable)',
      'state thinking (durable)',
      'effect model.ask (durable)',
      'event reply.ended (durable)',
      'state finished (durable)',
      'note reply.read (durable)',
      'effect turn.end (durable)',
      'event session.ended (durable)',
      'state closed (durable)',
    ]);
  });

  test('is durable before the model is asked for a summary, which costs as much as any reply', async () => {
    const deps = world();
    const session = createSession(deps);
    session.send(STARTED);
    for (let turn = 0; turn < 6; turn++) {
      session.send({ type: 'prompt.given', text: `question ${turn}` });
      await until(session, 'finished');
    }
    session.send({ type: 'compact.requested', focus: '' });
    await session.stop();
    expect(deps.records.find(({ type }) => type === 'summary.ask')).toMatchObject({ kind: 'effect', synced: true });
  });

  test.each(['text', 'reasoning'] as const)('a summary without an end is broken off: endless %s', async (kind) => {
    const deps = world();
    let taken = 0;
    const model: SessionDeps['model'] = {
      async ask(messages, hooks, given) {
        if (given.purpose === 'reply') return deps.model.ask(messages, hooks, given);
        const piece = 'and so on '.repeat(10);
        while (taken < 10_000_000 && hooks.onDelta({ [kind]: piece }) === 'go on') taken += piece.length;
        const said = { text: '', reasoning: '', [kind]: piece.repeat(taken / piece.length) };
        return { ok: true, ...said, finish: 'stop', usage: null };
      },
    };
    const session = createSession({ ...deps, model });
    session.send(STARTED);
    for (let turn = 0; turn < 6; turn++) {
      session.send({ type: 'prompt.given', text: `question ${turn}` });
      await until(session, 'finished');
    }
    session.send({ type: 'compact.requested', focus: '' });
    await session.stop();
    expect(taken).toBeGreaterThan(1_000);
    expect(taken).toBeLessThan(20_000);
  });

  test('nothing is performed once the history cannot be written', async () => {
    let ran = 0;
    // Appends: session, prompt, reply, facts: the fourth would let the tool run.
    const { given } = await answer({
      replies: [RUN],
      brokenAt: 4,
      tool: async () => {
        ran++;
        return { status: 'ok', content: '', details: {} };
      },
    });
    expect(given).toEqual({ ok: false, message: 'disk full' });
    expect(ran).toBe(0);
  });

  test('secrets are taken out before the machine is told', async () => {
    const secrets = new Map([['API_KEY', 'hunter2-hunter2']]);
    const { given, deps } = await answer({ secrets, replies: ['<final>it is hunter2-hunter2</final>'] });
    expect(given).toMatchObject({ result: { text: 'it is [redacted:API_KEY~aaaa]' } });
    expect(JSON.stringify(deps.records)).not.toContain('hunter2-hunter2');
  });

  test('a fact sent by a watcher waits until the step is over', () => {
    const session = createSession(world());
    const states: string[] = [];
    session.subscribe((update) => {
      if (update.kind !== 'step') return;
      states.push(stateOf(update.snapshot));
      if (update.event.type === 'session.started') session.send({ type: 'prompt.given', text: 'x' });
      expect(stateOf(session.snapshot())).toBe(states.at(-1));
    });
    session.send(STARTED);
    expect(states).toEqual(['idle', 'thinking']);
    return session.stop();
  });

  test('a watcher that throws is logged and harms nobody', async () => {
    const { given, deps } = await answer({}, (session) => {
      session.subscribe(() => {
        throw new Error('a broken screen');
      });
    });
    expect(given).toMatchObject({ ok: true });
    expect(new Set(deps.logged)).toEqual(new Set(['a watcher failed']));
  });
});

describe('performers', () => {
  test('a tool that throws is an outcome that the model can act on', async () => {
    const { given, deps } = await answer({
      replies: [RUN, FINAL],
      tool: async () => {
        throw new Error('kaput');
      },
    });
    expect(given).toMatchObject({ ok: true, result: { kind: 'done' } });
    expect(deps.records.find((record) => record.type === 'tool.ended')?.fields).toMatchObject({
      outcome: { status: 'error', content: 'bash failed: kaput' },
    });
    expect(deps.logged).toEqual(['a performer failed']);
  });

  test('facts that cannot be taken are unknown, and so nothing runs unasked', async () => {
    const deps = world({
      replies: [RUN, FINAL],
      facts: async () => {
        throw new Error('EIO');
      },
    });
    const settings = { ...STARTED.settings, mode: 'auto-in-project' as const, headless: true };
    const given = await runSession('do it', { ...STARTED, settings }, deps);
    expect(given).toMatchObject({ result: { kind: 'done', denials: [{ tool: 'bash' }] } });
  });

  test('a model that throws ends the turn as a failure', async () => {
    const { given } = await answer({ replies: [() => Promise.reject(new Error('no socket'))] });
    expect(given).toMatchObject({ ok: true, result: { kind: 'failed', fault: { message: 'no socket' } } });
  });

  test('the stream is cancelled once all that follows would be dropped', async () => {
    const { given, deps } = await answer({ replies: [`${FINAL}${' and so on'.repeat(100)}`] });
    expect(given).toMatchObject({ result: { text: 'done' } });
    const text = deps.records.find((record) => record.type === 'reply.ended')?.fields.text;
    expect(String(text).length).toBeLessThan(FINAL.length + 5);
  });

  test('a final in the thought of a server that is known to start in one cancels nothing', async () => {
    const wavering = `I could say ${FINAL}, but </think>${RUN}`;
    const texts: unknown[] = [];
    const { given, deps } = await answer({ replies: [`So.</think>${RUN}`, wavering, `</think>${FINAL}`] });
    for (const { type, fields } of deps.records) if (type === 'reply.ended') texts.push(fields.text);
    expect(given).toMatchObject({ result: { kind: 'done', text: 'done' } });
    expect(texts).toEqual([`So.</think>${RUN}`, wavering, `</think>${FINAL}`]);
  });

  test('what is said and printed is shown while it comes', async () => {
    const updates: Update[] = [];
    await answer(
      {
        replies: [RUN, FINAL],
        tool: async (_signal, onOutput) => {
          onOutput('half');
          return { status: 'ok', content: 'half', details: {} };
        },
      },
      (session) => session.subscribe((update) => updates.push(update)),
    );
    expect(updates.filter((update) => update.kind === 'output')).toEqual([
      { kind: 'output', request: 3, text: 'half' },
    ]);
    const partials = updates.flatMap((update) => (update.kind === 'partial' ? [update.partial] : []));
    expect(partials.at(-1)?.final).toBe('done');
  });
});

describe('an endpoint that fails for a while', () => {
  const fault = { kind: 'overloaded', message: 'busy', advice: 'wait', status: 503 } as const;
  const fails = async (): Promise<ModelReply> => ({ ok: false, text: 'ha', reasoning: '', fault });
  const patient = { ...STARTED, settings: { ...STARTED.settings, retriesMax: 3, outageMsMax: 60_000 } };

  test('is waited for, and the turn goes on', async () => {
    const waited: number[] = [];
    const deps = world({ replies: [fails, fails, FINAL], wait: async (ms) => void waited.push(ms) });
    const given = await runSession('fix it', patient, deps);
    expect(given).toMatchObject({ ok: true, result: { kind: 'done', text: 'done' } });
    expect(waited).toEqual([500, 1_000]);
  });

  test('while an endpoint fails, a summary is not waited for longer than a reply', async () => {
    const asked: ModelAsked[] = [];
    const deps = world();
    const model: SessionDeps['model'] = {
      async ask(messages, hooks, given) {
        asked.push(given);
        if (asked.length > OLD_REPLIES && given.model.model !== 'small') return NO_CREDIT;
        return deps.model.ask(messages, hooks, given);
      },
    };
    const session = createSession({ ...deps, model });
    const small = { ...STARTED.model, model: 'small', windowTokens: 2_000 };
    session.send({ ...STARTED, fallbacks: [small] });
    for (let turn = 0; turn <= OLD_REPLIES; turn++) {
      session.send({ type: 'prompt.given', text: 'a question of many words '.repeat(80) });
      await until(session, 'finished');
    }
    await session.stop();
    expect(
      asked.slice(OLD_REPLIES).map(({ model, purpose, patienceMs = 0 }) => [model.model, purpose, patienceMs > 0]),
    ).toEqual([
      [STARTED.model.model, 'reply', false],
      ['small', 'summary', true],
      ['small', 'reply', true],
    ]);
  });

  test('an abort while it is waited for ends the turn at once', async () => {
    const wait = (_ms: number, signal: AbortSignal) =>
      new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    const given = await runSession('fix it', patient, world({ replies: [fails], wait }), {
      onSession: (session) =>
        session.subscribe((update) => {
          if (update.kind === 'step' && stateOf(update.snapshot) === 'retrying') {
            setTimeout(() => session.send({ type: 'abort.requested', by: 'person' }));
          }
        }),
    });
    expect(given).toEqual({ ok: true, result: { kind: 'aborted', by: 'person' } });
  });
});

describe('abort', () => {
  test('cancels the tool that runs, and the session rests when it has ended', async () => {
    const { given } = await answer(
      {
        replies: [RUN],
        tool: (signal) =>
          new Promise((resolve) => {
            signal.addEventListener('abort', () => resolve({ status: 'aborted', content: 'killed', details: {} }));
          }),
      },
      (session) =>
        session.subscribe((update) => {
          if (update.kind === 'step' && stateOf(update.snapshot) === 'acting') {
            setTimeout(() => session.send({ type: 'abort.requested', by: 'person' }));
          }
        }),
    );
    expect(given).toEqual({ ok: true, result: { kind: 'aborted', by: 'person' } });
  });

  test('cancels the model in mid-reply', async () => {
    const { given } = await answer(
      {
        replies: [
          (hooks) =>
            new Promise((resolve) => {
              spoken('<thought>so', hooks);
              hooks.signal.addEventListener('abort', () =>
                resolve({ ok: true, text: '<thought>so', reasoning: '', finish: 'aborted', usage: null }),
              );
            }),
        ],
      },
      (session) => setTimeout(() => session.send({ type: 'abort.requested', by: 'signal' }), 5),
    );
    expect(given).toEqual({ ok: true, result: { kind: 'aborted', by: 'signal' } });
  });
});

describe('a session that goes on', () => {
  /** A session that was cut off while its tool ran. */
  async function cutOff() {
    const deps = world({ replies: [RUN], tool: () => new Promise(() => {}) });
    const session = createSession(deps);
    session.send(STARTED);
    session.send({ type: 'prompt.given', text: 'make it' });
    await until(session, 'acting');
    return session.snapshot();
  }

  test('from where its history ends: what ran is not run again, and the model is asked with all of it', async () => {
    let ran = 0;
    const asked: string[] = [];
    const deps = world({ tool: async () => ({ status: 'ok', content: String(++ran), details: {} }) });
    const model: SessionDeps['model'] = {
      async ask(messages, hooks) {
        asked.push(...messages.slice(1).map(({ content }) => content));
        return spoken(FINAL, hooks);
      },
    };
    const resumed = { ...STARTED, type: 'session.resumed', parent: null } as const;
    const hooks = { from: await cutOff() };
    const given = await runSession([{ type: 'resume.requested' }], resumed, { ...deps, model }, hooks);
    expect(given).toMatchObject({ ok: true, result: { kind: 'done', text: 'done' } });
    expect({ ran, asked }).toEqual({
      ran: 0,
      asked: ['make it', expect.stringContaining('make'), expect.stringContaining('its effect is unknown')],
    });
    expect(deps.records.slice(0, 4).map(({ type, synced }) => `${type}${synced ? ' (durable)' : ''}`)).toEqual([
      'session.resumed (durable)',
      'failed (durable)',
      'call.answered (durable)',
      'turn.end (durable)',
    ]);
  });

  test('at rest, where nothing follows: that it goes on is durable all the same', async () => {
    const deps = world();
    const session = createSession(deps);
    session.send(STARTED);
    session.send({ type: 'session.ended', reason: 'quit' });
    session.send({ ...STARTED, type: 'session.resumed', parent: null });
    await session.stop();
    expect(deps.records.slice(-2).map(({ type, synced }) => [type, synced])).toEqual([
      ['session.resumed', true],
      ['idle', true],
    ]);
  });

  test('in the same process: what still ran is cancelled, and its answer is nobody’s', async () => {
    let end = () => {};
    const deps = world({
      replies: [RUN],
      tool: (signal) =>
        new Promise((resolve) => {
          end = () => resolve({ status: signal.aborted ? 'aborted' : 'ok', content: '', details: {} });
        }),
    });
    const session = createSession(deps);
    session.send(STARTED);
    session.send({ type: 'prompt.given', text: 'make it' });
    await until(session, 'acting');
    session.send({ ...STARTED, type: 'session.resumed', parent: null });
    end();
    await session.stop();
    expect(deps.records.at(-1)?.type).toBe('turn.end');
  });
});
