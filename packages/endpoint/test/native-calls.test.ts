/** Calls in the fields of the message, as servers really send them: they come out whole and in order. */
import { describe, expect, test } from 'vitest';
import { ask, whole } from './ask.ts';
import { event, JSON_TYPE, SSE, serve } from './serve.ts';

const bash = { name: 'bash', arguments: '{"command": "ls"}' };
const ls = { name: 'ls', arguments: '{"path": "a"}' };
const nativeCall = (call: object) => ({ id: 'a', type: 'function', function: call });

/** One delta for each of these lists of pieces. */
const calls = (...deltas: readonly (readonly object[])[]) => deltas.map((tool_calls) => event({ tool_calls }));

describe('streamed', () => {
  test.each<readonly [title: string, events: readonly string[], expected: object]>([
    [
      'by the book: index, id and name first, then the arguments in pieces',
      calls(
        [{ index: 0, id: 'a', type: 'function', function: { name: 'bash', arguments: '' } }],
        [{ index: 0, function: { arguments: '{"comm' } }],
        [{ index: 0, function: { arguments: 'and": "ls"}' } }],
        [{ index: 1, id: 'b', type: 'function', function: { name: 'ls', arguments: '{"path"' } }],
        [{ index: 1, function: { arguments: ': "a"}' } }],
      ),
      { toolCalls: [bash, ls] },
    ],
    [
      'pieces of two calls by turns',
      calls(
        [
          { index: 0, id: 'a', function: { name: 'bash', arguments: '{"command"' } },
          { index: 1, id: 'b', function: { name: 'ls', arguments: '' } },
        ],
        [{ index: 1, function: { arguments: '{"path": ' } }],
        [{ index: 0, function: { arguments: ': "ls"}' } }],
        [{ index: 1, function: { arguments: '"a"}' } }],
      ),
      { toolCalls: [bash, ls] },
    ],
    [
      'a name in pieces',
      calls(
        [{ index: 0, id: 'a', function: { name: 'ba' } }],
        [{ index: 0, function: { name: 'sh' } }],
        [{ index: 0, function: { arguments: bash.arguments } }],
      ),
      { toolCalls: [bash] },
    ],
    [
      'id and name once more in each piece',
      calls(
        [{ index: 0, id: 'a', function: { name: 'bash', arguments: '{"command"' } }],
        [{ index: 0, id: 'a', function: { name: 'bash', arguments: ': "ls"}' } }],
      ),
      { toolCalls: [bash] },
    ],
    [
      'another id in each piece',
      calls(
        [{ index: 0, id: 'a', function: { name: 'bash', arguments: '{"command"' } }],
        [{ index: 0, id: 'b', function: { name: null, arguments: ': "ls"}' } }],
      ),
      { toolCalls: [bash] },
    ],
    ['whole, without index', calls([nativeCall(bash)], [{ id: 'b', function: ls }]), { toolCalls: [bash, ls] }],
    ['whole, without index or id', calls([{ function: ls }, { function: ls }]), { toolCalls: [ls, ls] }],
    [
      'whole, all of the same index',
      calls([{ index: 0, id: 'a', function: ls }], [{ index: 0, id: 'b', function: ls }]),
      { toolCalls: [ls, ls] },
    ],
    [
      'whole, all of the same index, without id',
      calls([{ index: 0, function: bash }], [{ index: 0, function: ls }]),
      { toolCalls: [bash, ls] },
    ],
    [
      'in pieces, without index',
      calls(
        [{ id: 'a', function: { name: 'bash', arguments: '' } }],
        [{ function: { arguments: '{"command": ' } }],
        [{ id: 'a', function: { arguments: '"ls"}' } }],
        [{ id: 'b', function: ls }],
      ),
      { toolCalls: [bash, ls] },
    ],
    [
      'an object for the arguments',
      calls([{ index: 0, function: { name: 'ls', arguments: { path: 'a' } } }]),
      { toolCalls: [{ name: 'ls', arguments: '{"path":"a"}' }] },
    ],
    ['no function around name and arguments', calls([{ index: 0, ...bash }]), { toolCalls: [bash] }],
    [
      'no arguments',
      calls([{ index: 0, id: 'a', function: { name: 'ls' } }]),
      { toolCalls: [{ name: 'ls', arguments: '' }] },
    ],
    ['no name', calls([{ index: 0, function: { arguments: '{}' } }]), { toolCalls: [{ name: '', arguments: '{}' }] }],
    [
      'the older field, in pieces',
      [
        event({ function_call: { name: 'bash', arguments: '{"command": ' } }),
        event({ function_call: { arguments: '"ls"}' } }),
      ],
      { functionCall: bash },
    ],
    ['behind text', [event({ content: 'T' }), ...calls([nativeCall(ls)])], { text: 'T', toolCalls: [ls] }],
    ['null for both', [event({ content: 'T', tool_calls: null, function_call: null })], { text: 'T' }],
    ['nothing in them', [event({ content: 'T', tool_calls: [], function_call: {} }), ...calls([{}])], { text: 'T' }],
    ['what is none', [event({ content: 'T', tool_calls: ['ls', 1], function_call: 'ls' })], { text: 'T' }],
  ])('%s', async (_, events, expected) => {
    const server = await serve((response) => {
      response.writeHead(200, SSE).end(`${events.join('')}${event({}, 'tool_calls')}data: [DONE]\n\n`);
    });
    expect((await ask(server)).completion).toEqual(whole(expected));
  });

  test('cut by the limit: what came is there', async () => {
    const server = await serve((response) => {
      const [cut = ''] = calls([{ index: 0, function: { name: 'bash', arguments: '{"comm' } }]);
      response.writeHead(200, SSE).end(cut + event({}, 'length'));
    });
    const toolCalls = [{ name: 'bash', arguments: '{"comm' }];
    expect((await ask(server)).completion).toEqual(whole({ toolCalls, finish: 'length' }));
  });

  test('cut with the connection: what came is kept with the fault', async () => {
    const server = await serve((response) => {
      response.writeHead(200, SSE).write(calls([nativeCall(ls)]).join(''), () => response.destroy());
    });
    expect((await ask(server)).completion).toMatchObject({
      ok: false,
      toolCalls: [ls],
      fault: { kind: 'network' },
    });
  });

  test('count as the beginning of a reply: from then on the shorter limit holds', async () => {
    const server = await serve((response) => {
      response.writeHead(200, SSE).write(calls([nativeCall(ls)]).join(''));
    });
    const { completion } = await ask({ ...server, limits: { idleMs: 30 } });
    expect(completion).toMatchObject({ ok: false, toolCalls: [ls], fault: { kind: 'timeout' } });
  });

  test('thousands of calls are read in no more time than they take to come', async () => {
    const count = 50_000;
    const storm = Array.from({ length: count }, (_, index) => ({ index, id: `c${index}`, function: ls }));
    const server = await serve((response) => {
      response.writeHead(200, SSE).end(calls(storm).join('') + event({}, 'stop'));
    });
    const { completion } = await ask(server);
    expect(completion.toolCalls?.length).toBe(count);
  });
});

describe('in the message of a server that does not stream', () => {
  test.each<readonly [title: string, message: object, expected: object]>([
    [
      'several, and no content',
      { content: null, tool_calls: [nativeCall(bash), { id: 'b', function: ls }] },
      { toolCalls: [bash, ls] },
    ],
    [
      'all of the same id',
      { content: '', tool_calls: [nativeCall(ls), nativeCall(ls), nativeCall(bash)] },
      { toolCalls: [ls, ls, bash] },
    ],
    ['the older field', { content: null, function_call: bash }, { functionCall: bash }],
  ])('%s', async (_, message, expected) => {
    const server = await serve((response) => {
      const choices = [{ message: { role: 'assistant', ...message }, finish_reason: 'tool_calls' }];
      response.writeHead(200, JSON_TYPE).end(JSON.stringify({ choices }));
    });
    expect((await ask(server)).completion).toEqual(whole(expected));
  });
});
