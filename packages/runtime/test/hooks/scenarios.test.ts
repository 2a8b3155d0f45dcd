/** The scenarios of part J.10 of `coding-agent-architecture.md`, by their numbers; 5.1 stands in `packages/cli/test/hooks/`. */
import { type Message, stateOf } from '@tagma/core';
import type { Outcome } from '@tagma/protocol';
import { expect, test } from 'vitest';
import { createSession, type Hook, runSession } from '../../src/index.ts';
import { FINAL, RUN, STARTED, spoken, until, world } from '../world.ts';
import { fieldsOf } from './hooked.ts';

type Handlers = Hook['on'];

/** Functions that an embedding program hands over, in order: a, b. */
function named(...on: readonly Handlers[]): readonly Hook[] {
  return on.map((handlers, i) => ({ name: 'ab'[i] ?? '', on: handlers, timeoutMs: 300 }));
}

const MADE: Outcome = { status: 'ok', content: 'output', details: { exit_code: 0 } };

async function run(hooks: readonly Hook[], outcome: Outcome = MADE) {
  const asked: (readonly Message[])[] = [];
  const errors: object[] = [];
  const left = [RUN, FINAL];
  const deps = {
    ...world({ tool: async () => outcome, log: { info: () => {}, error: (fields) => errors.push(fields) } }),
    hooks,
  };
  const model: typeof deps.model = {
    ask: async (messages, how) => {
      asked.push(messages);
      return spoken(left.shift() ?? FINAL, how);
    },
  };
  const given = await runSession('do it', STARTED, { ...deps, model });
  const records = (type: string) => fieldsOf(deps.records, type);
  return { asked, given, errors, records, observed: asked[1]?.at(-1)?.content ?? '' };
}

test('1.1 a tool that has run is told of, with its result', async () => {
  const told: unknown[] = [];
  await run(named({ tool_stop: (data) => void told.push(data) }));
  expect(told).toMatchObject([{ tool: 'bash', result: { status: 'ok', content: 'output' } }]);
});

test('1.2 the agent begins and ends, in order, with duration_ms and steps', async () => {
  const told: unknown[] = [];
  const note = (data: unknown) => void told.push(data);
  await run(named({ agent_start: note, agent_end: note }));
  expect(told).toMatchObject([
    { point: 'agent_start', prompt: 'do it' },
    { point: 'agent_end', duration_ms: expect.any(Number), steps: 2 },
  ]);
});

test('1.3 the end of a turn tells of its tool calls', async () => {
  const told: unknown[] = [];
  await run(named({ turn_end: (data) => void told.push(data.tool_calls) }));
  expect(told).toEqual([[{ call: 1, tool: 'bash', status: 'ok' }], []]);
});

test('2.1 before_tool_call lets it run', async () => {
  expect((await run(named({ before_tool_call: () => undefined }))).observed).toContain('output');
});

test('2.2 before_tool_call blocks it, and the model is told', async () => {
  const { records, observed } = await run(named({ before_tool_call: () => ({ block: 'confirm first' }) }));
  expect(records('tool.run')).toEqual([]);
  expect(observed).toContain('denied by the hook a: confirm first');
});

test('2.3 the first lets it, the second blocks it', async () => {
  const hooks = named({ before_tool_call: () => ({}) }, { before_tool_call: () => ({ block: 'forbidden' }) });
  const { records, observed } = await run(hooks);
  expect(records('tool.run')).toEqual([]);
  expect(observed).toContain('denied by the hook b: forbidden');
});

test('2.4 before_session_op cancels a compaction that begins by itself, and nothing has changed', async () => {
  const hooks = named({ before_session_op: () => ({ cancel: true }) });
  const replies = ['a', 'b', 'c'].map((name) => `<action tool="bash"><command>${name}</command></action>`);
  const tool = async (): Promise<Outcome> => ({ ...MADE, content: 'much of it\n'.repeat(100) });
  const deps = { ...world({ replies: [...replies, FINAL], tool }), hooks };
  const session = createSession(deps);
  session.send({ ...STARTED, model: { ...STARTED.model, windowTokens: 1_000 } });
  session.send({ type: 'prompt.given', text: 'do it' });
  await until(session, 'finished');
  expect(fieldsOf(deps.records, 'hook.run')).toMatchObject([
    { op: 'compact', why: 'threshold' },
    { op: 'compact', why: 'threshold' },
  ]);
  expect(fieldsOf(deps.records, 'conversation.compacted')).toEqual([]);
  expect(stateOf(session.snapshot())).toBe('finished');
  await session.stop();
});

test('3.1 on_tool_result changes what the model is told', async () => {
  const redact: Handlers = {
    on_tool_result: ({ result }) => ({
      content: String((result as { content: string }).content).replace('SECRET', '[gone]'),
    }),
  };
  expect((await run(named(redact), { ...MADE, content: 'API_KEY=SECRET' })).observed).toContain('API_KEY=[gone]');
});

const adding = (more: string): Handlers => ({
  on_tool_result: ({ result }) => ({ content: `${(result as { content: string }).content}${more}` }),
});

test('3.2 several on_tool_result in a row: each gets what the one before gave', async () => {
  expect((await run(named(adding('[a]'), adding('[b]')))).observed).toContain('output[a][b]');
});

test('3.3 on_tool_result changes the content, and all else stays', async () => {
  const seen: unknown[] = [];
  const looks: Handlers = { on_tool_result: ({ result }) => void seen.push(result) };
  const { records } = await run(named(adding('[a]'), looks));
  expect(seen).toMatchObject([{ content: 'output[a]', status: 'ok', details: { exit_code: 0 } }]);
  expect(records('tool.ended')).toMatchObject([{ outcome: MADE }]);
});

test('3.4 on_context changes the messages of the request, not those of the session', async () => {
  const hook: Handlers = {
    on_context: (data) => {
      (data.messages as unknown as object[]).push({ role: 'system', content: 'Be brief.' });
      return { messages: data.messages };
    },
  };
  const { asked } = await run(named(hook));
  expect(asked.map((messages) => messages.filter(({ content }) => content === 'Be brief.').length)).toEqual([1, 1]);
});

test('3.5 on_input changes what the person has said', async () => {
  const { asked } = await run(named({ on_input: ({ text }) => ({ text: text === 'do it' ? 'hello' : 'other' }) }));
  expect(asked[0]?.at(-1)?.content).toBe('hello');
});

test('3.6 on_input sees to it: no later hook is asked, and the agent does nothing', async () => {
  let later = 0;
  const hooks = named({ on_input: () => ({ handled: true }) }, { on_input: () => void later++ });
  const { asked, given } = await run(hooks);
  expect([asked.length, later, given.ok]).toEqual([0, 0, true]);
});

test('3.7 on_before_agent adds messages', async () => {
  const messages = [{ role: 'user', content: 'more of it' }];
  const { asked } = await run(named({ on_before_agent: () => ({ messages }) }));
  expect(asked[0]?.at(-1)?.content).toBe('do it\n\nmore of it');
});

const throws: Handlers = {
  on_tool_result: () => {
    throw new RangeError('boom');
  },
};

test('4.1 a hook that fails does not keep the next one from running', async () => {
  const { observed, records } = await run(named(throws, adding('[b]')));
  expect(observed).toContain('output[b]');
  expect(records('hook.ended')).toMatchObject([{ ran: [{ hook: 'a', problem: 'boom' }, { hook: 'b' }] }]);
});

test('4.2 a hook that fails has its whole stack in the log', async () => {
  const { errors } = await run(named(throws));
  const stack = expect.stringMatching(/^RangeError: boom\n +at .*scenarios\.test\.ts/);
  expect(errors).toEqual([{ hook: 'a', point: 'on_tool_result', error: stack }]);
});

test('4.3 a hook that takes too long does not hold up the agent', async () => {
  const { observed } = await run(named({ on_tool_result: () => new Promise(() => {}) }));
  expect(observed).toContain('output');
});

test('5.2 hooks that are given at the start are asked', async () => {
  const points: unknown[] = [];
  await run(named({ session_start: ({ point }) => void points.push(point) }));
  expect(points).toEqual(['session_start']);
});

test('what a hook changes of its copy changes nothing else', async () => {
  const spoils: Handlers = {
    on_context: (data) => {
      for (const message of data.messages as unknown as { content: string }[]) message.content = 'spoilt';
    },
  };
  const { asked } = await run(named(spoils));
  expect(asked.flat().filter(({ content }) => content === 'spoilt')).toEqual([]);
});
