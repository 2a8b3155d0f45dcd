/** Each point that is not about a call, as a program and as a module: what it is told, and what comes of it. */
import { readFileSync } from 'node:fs';
import type { HookPoint, Message } from '@tagma/core';
import { stateOf } from '@tagma/core';
import { expect, test } from 'vitest';
import { createSession, type Hook, runSession } from '../../src/index.ts';
import { FINAL, RUN, STARTED, spoken, until, world } from '../world.ts';
import { fieldsOf, hookOf, KINDS } from './hooked.ts';

type Noting = Hook & { readonly notes: string };

/** A whole run of one prompt, and the messages of each request. */
async function ranWith(hooks: readonly Hook[], replies: readonly string[] = [RUN, FINAL]) {
  const deps = world({ replies });
  const asked: (readonly Message[])[] = [];
  const left = [...replies];
  const model = {
    ask: async (messages: readonly Message[], how: Parameters<typeof deps.model.ask>[1]) => {
      asked.push(messages);
      return spoken(left.shift() ?? FINAL, how);
    },
  };
  const given = await runSession('do it', STARTED, { ...deps, model, hooks });
  return { deps, asked, given };
}

function notesOf({ notes }: Noting): readonly Record<string, unknown>[] {
  const lines = readFileSync(notes, 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

const WITHOUT_CLOCK = { session_id: expect.any(String), folder: expect.any(String) };

/** What a run of one prompt with one call tells at each point. */
const TOLD: readonly (readonly [point: HookPoint, told: readonly object[]])[] = [
  ['session_start', [{ endpoint: expect.any(String), model: expect.any(String) }]],
  ['agent_start', [{ turn: 1, prompt: 'do it' }]],
  ['turn_start', [{ turn_index: 1 }, { turn_index: 2 }]],
  [
    'turn_end',
    [
      { turn_index: 1, duration_ms: expect.any(Number), tool_calls: [{ call: 1, tool: 'bash', status: 'ok' }] },
      { turn_index: 2, duration_ms: expect.any(Number), tool_calls: [] },
    ],
  ],
  [
    'tool_stop',
    [
      {
        ...{ tool: 'bash', call: 1 },
        result: { status: 'ok', content: 'made', details: {}, notes: [], duration_ms: expect.any(Number) },
      },
    ],
  ],
  ['agent_end', [{ duration_ms: expect.any(Number), steps: 2, result: 'done' }]],
  ['session_shutdown', [{ reason: 'done' }]],
];

for (const kind of KINDS) {
  for (const [point, told] of TOLD) {
    test(`${point} as a ${kind}`, async () => {
      const hook = hookOf(kind, point, 'note(data);');
      const { deps } = await ranWith([hook]);
      expect(notesOf(hook)).toEqual(told.map((one) => ({ point, ...WITHOUT_CLOCK, ...one })));
      expect(fieldsOf(deps.records, 'hook.tell')).toHaveLength(told.length);
      // The end of a session is the last thing in its log.
      const answered = point === 'session_shutdown' ? 0 : told.length;
      expect(fieldsOf(deps.records, 'hook.ended')).toHaveLength(answered);
    });
  }

  test(`model_select as a ${kind}`, async () => {
    const hook = hookOf(kind, 'model_select', 'note(data);');
    const deps = { ...world(), hooks: [hook] };
    const session = createSession(deps);
    session.send(STARTED);
    session.send({ type: 'model.changed', model: { ...STARTED.model, model: 'other' } });
    await session.told();
    expect(notesOf(hook)).toMatchObject([{ point: 'model_select', model: 'other' }]);
    await session.stop();
  });

  test(`hook_error as a ${kind}`, async () => {
    const broken = hookOf('module', 'turn_start', "throw new Error('boom');", { name: 'broken' });
    const hook = hookOf(kind, 'hook_error', "note(data); throw new Error('this one, too');");
    await ranWith([broken, hook], [FINAL]);
    expect(notesOf(hook)).toMatchObject([
      { point: 'hook_error', hook: 'broken', where: 'turn_start', problem: 'boom' },
    ]);
  });

  test(`on_input as a ${kind}: other words`, async () => {
    const hook = hookOf(kind, 'on_input', "note(data); return { text: data.text + ', please' };");
    const { deps, asked } = await ranWith([hook], [FINAL]);
    expect(notesOf(hook)).toMatchObject([{ text: 'do it', steers: false }]);
    expect(asked[0]?.at(-1)?.content).toBe('do it, please');
    expect(fieldsOf(deps.records, 'prompt.given')).toEqual([{ text: 'do it' }]);
  });

  test(`on_input as a ${kind}: seen to, and the model is not asked`, async () => {
    const { asked, given } = await ranWith([hookOf(kind, 'on_input', "return { handled: 'noted' };")]);
    expect(asked).toEqual([]);
    expect(given).toMatchObject({ ok: true, result: { kind: 'done', text: 'noted' } });
  });

  test(`on_before_agent as a ${kind}: prompt, system prompt and messages`, async () => {
    const body = "note(data); return { prompt: 'DO IT', system: data.system + ' Briefly.', messages: ['Mind a.ts.'] };";
    const hook = hookOf(kind, 'on_before_agent', body);
    const { asked } = await ranWith([hook]);
    expect(asked.map((messages) => messages.slice(0, 2).map(({ content }) => content))).toEqual([
      [`${STARTED.system} Briefly.`, 'DO IT\n\nMind a.ts.'],
      [`${STARTED.system} Briefly.`, 'DO IT\n\nMind a.ts.'],
    ]);
    expect(notesOf(hook)).toMatchObject([{ prompt: 'do it', system: STARTED.system }]);
  });

  test(`on_context as a ${kind}: the request has other messages, the conversation has not`, async () => {
    const body = "return { messages: [...data.messages, { role: 'user', content: 'In short.' }] };";
    const { deps, asked } = await ranWith([hookOf(kind, 'on_context', body)]);
    expect(asked.map((messages) => messages.map(({ content }) => content.slice(0, 12)))).toEqual([
      [STARTED.system.slice(0, 12), 'do it', 'In short.'],
      [STARTED.system.slice(0, 12), 'do it', '<action tool', '<observation', 'In short.'],
    ]);
    const insert = [{ role: 'user', content: 'In short.' }];
    expect(fieldsOf(deps.records, 'hook.ended')).toMatchObject([
      { outcome: { kind: 'edited', edits: [{ at: 2, remove: 0, insert }] } },
      { outcome: { kind: 'edited', edits: [{ at: 4, remove: 0, insert }] } },
    ]);
  });

  test(`before_session_op as a ${kind}: no compaction`, async () => {
    const hook = hookOf(kind, 'before_session_op', "note(data); return { cancel: 'not now' };");
    const deps = { ...world({ replies: [RUN, FINAL] }), hooks: [hook] };
    const session = createSession(deps);
    session.send(STARTED);
    session.send({ type: 'prompt.given', text: 'do it' });
    await until(session, 'finished');
    const before = session.snapshot().context.conversation;
    session.send({ type: 'compact.requested', focus: '' });
    await until(session, 'idle');
    expect(notesOf(hook)).toMatchObject([{ op: 'compact', meta: { why: 'command' } }]);
    expect(session.snapshot().context.conversation).toBe(before);
    expect(fieldsOf(deps.records, 'summary.ask')).toEqual([]);
    expect(stateOf(session.snapshot())).toBe('idle');
    await session.stop();
  });
}
