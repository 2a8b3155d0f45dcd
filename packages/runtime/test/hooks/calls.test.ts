/** Hooks around a call, as programs and as modules: what the model is told, and what the history says. */
import { messagesOf } from '@tagma/core';
import { expect, test } from 'vitest';
import { type Hook, runSession, type Session } from '../../src/index.ts';
import { FINAL, RUN, STARTED, type World, world } from '../world.ts';
import { fieldsOf, hookOf, KINDS } from './hooked.ts';

type Ended = { readonly deps: World; readonly told: string };

/** One call of bash, with these hooks; what the model was told of it. */
async function calledWith(hooks: readonly Hook[], some: Partial<World> = {}): Promise<Ended> {
  const deps = { ...world({ replies: [RUN, FINAL] }), ...some, hooks };
  let session: Session | null = null;
  await runSession('do it', STARTED, deps, { onSession: (one) => (session = one) });
  const messages = messagesOf((session as unknown as Session).snapshot().context);
  return { deps, told: messages[3]?.content ?? '' };
}

for (const kind of KINDS) {
  test(`before_tool_call as a ${kind}: it is told the call, and keeps it from running`, async () => {
    const hook = hookOf(kind, 'before_tool_call', "return { block: data.tool + ' of ' + data.params.command };");
    const { deps, told } = await calledWith([hook]);
    expect(fieldsOf(deps.records, 'tool.run')).toEqual([]);
    expect(told).toBe(
      `<observation tool="bash" call="1" status="denied">\ndenied by the hook ${kind}: bash of make\n</observation>`,
    );
    expect(fieldsOf(deps.records, 'hook.run')).toEqual([{ id: 3, point: 'before_tool_call', call: 1, tool: 'bash' }]);
    expect(fieldsOf(deps.records, 'hook.ended')).toEqual([
      {
        request: 3,
        point: 'before_tool_call',
        outcome: { kind: 'refused', by: kind, reason: 'bash of make' },
        ran: [{ hook: kind, durationMs: expect.any(Number) }],
      },
    ]);
  });

  test(`before_tool_call as a ${kind}: it lets it run`, async () => {
    const { deps, told } = await calledWith([hookOf(kind, 'before_tool_call', '')]);
    expect(fieldsOf(deps.records, 'tool.run')).toHaveLength(1);
    expect(told).toContain('made');
  });

  test(`on_tool_result as a ${kind}: the model is told other words, and both stand in the history`, async () => {
    const body = 'return { content: data.result.content.toUpperCase() + data.result.status };';
    const { deps, told } = await calledWith([hookOf(kind, 'on_tool_result', body)]);
    expect(told).toMatch(/MADEok/);
    expect(fieldsOf(deps.records, 'tool.ended')).toMatchObject([{ outcome: { content: 'made' } }]);
    expect(fieldsOf(deps.records, 'hook.ended')).toMatchObject([{ outcome: { kind: 'content', content: 'MADEok' } }]);
  });

  test(`a ${kind} sees no secret, and what it says is kept without any`, async () => {
    const secrets = new Map([['API_KEY', 'sk-abcdef-0123456789']]);
    const tools = { run: async () => ({ status: 'ok', content: 'key sk-abcdef-0123456789', details: {} }) as const };
    const hook = hookOf(
      kind,
      'on_tool_result',
      "note(data.result.content); return { content: data.result.content + ' and sk-abcdef-' + '0123456789' };",
    );
    const { deps, told } = await calledWith([hook], { secrets, tools });
    expect(told).toContain('key [redacted:API_KEY~aaaa] and [redacted:API_KEY~aaaa]');
    expect(JSON.stringify(deps.records)).not.toContain('sk-abcdef');
  });

  test(`a ${kind} that takes too long is ended and passed over`, async () => {
    const hook = hookOf(kind, 'on_tool_result', 'for (;;);', { timeoutMs: 400 });
    const { deps, told } = await calledWith([hook]);
    expect(told).toContain('made');
    expect(fieldsOf(deps.records, 'hook.ended')).toMatchObject([
      { outcome: null, ran: [{ hook: kind, problem: 'it took longer than 400 ms' }] },
    ]);
  });
}

test('without hooks the history says nothing of any', async () => {
  const { deps } = await calledWith([]);
  expect(JSON.stringify(deps.records)).not.toContain('hook');
});

test('exit code 2 of a program refuses, for the reason on standard error', async () => {
  const hook = hookOf('command', 'before_tool_call', "console.error('not on Fridays'); process.exit(2);");
  const { told } = await calledWith([hook]);
  expect(told).toContain('denied by the hook command: not on Fridays');
});

/** What hooks may get wrong: each is recorded, and the call runs. */
const WRONG: readonly (readonly [title: string, body: string, problem: RegExp])[] = [
  ['fails', "throw new Error('boom');", /boom/],
  ['answers a text', "return 'no';", /it answered "no", and an object was expected/],
  ['gives a number for a reason', 'return { block: 7 };', /it answered 7 as block, and a text was expected/],
  ['misspells what it answers', "return { blocked: 'no' };", /it answered blocked, and block was expected/],
];

for (const kind of KINDS) {
  for (const [title, body, problem] of WRONG) {
    test(`a ${kind} that ${title} is passed over, and recorded`, async () => {
      const { deps } = await calledWith([hookOf(kind, 'before_tool_call', body)]);
      expect(fieldsOf(deps.records, 'tool.run')).toHaveLength(1);
      expect(fieldsOf(deps.records, 'hook.ended')).toMatchObject([
        { outcome: null, ran: [{ hook: kind, problem: expect.stringMatching(problem) }] },
      ]);
    });
  }
}

test('a module with a mistake of syntax is named by its file', async () => {
  const { deps } = await calledWith([hookOf('module', 'before_tool_call', 'const = 1;')]);
  expect(fieldsOf(deps.records, 'hook.ended')).toMatchObject([
    { ran: [{ problem: expect.stringMatching(/^file:.*[.]mjs cannot be loaded: Unexpected token/) }] },
  ]);
});

test.each(['return false;', 'return {};', 'return data;'])('%s lets the call run, and is no mistake', async (body) => {
  const { deps } = await calledWith([hookOf('module', 'before_tool_call', body)]);
  const ran = fieldsOf(deps.records, 'hook.ended').map((ended) => ended.ran);
  expect(ran).toEqual([[{ hook: 'module', durationMs: expect.any(Number) }]]);
});

test('a hook for other tools is not asked', async () => {
  const { deps } = await calledWith([
    hookOf('module', 'before_tool_call', "return { block: 'no' };", { tools: ['read'] }),
  ]);
  expect(fieldsOf(deps.records, 'hook.ended')).toMatchObject([{ request: 3, outcome: null, ran: [] }]);
});

test('a hook is let go when the session has stopped', async () => {
  let ended = 0;
  await calledWith([{ name: 'h', on: { agent_end: () => {} }, end: () => ended++ }]);
  expect(ended).toBe(1);
});

test('the thread of a module does not outlive the session', async () => {
  const threads = () => process.getActiveResourcesInfo().filter((one) => one === 'MessagePort').length;
  const before = threads();
  await calledWith([hookOf('module', 'on_tool_result', '')]);
  await expect.poll(threads).toBe(before);
});
