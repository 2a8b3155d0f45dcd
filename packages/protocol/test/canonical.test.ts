import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseReply, type Spoken, type ToolSpec, writeReply } from '../src/index.ts';
import { anyText } from './reply/noise.ts';
import { TOOLS } from './reply/tools.ts';

const NOTHING: Spoken = { thoughts: [], actions: [], final: null };

function withCommand(command: string): Spoken {
  return { ...NOTHING, actions: [{ tool: 'bash', params: { command } }] };
}

describe('the canonical form', () => {
  test.each<readonly [string, Spoken, string]>([
    ['nothing', NOTHING, ''],
    ['a final', { ...NOTHING, final: 'Done.' }, '<final>Done.</final>'],
    ['a final over lines', { ...NOTHING, final: '- a\n- b' }, '<final>\n- a\n- b\n</final>'],
    ['an empty final', { ...NOTHING, final: '' }, '<final></final>'],
    [
      'a final that names actions',
      { ...NOTHING, final: 'Use </action> &lt; so.' },
      '<final>Use </action> &lt; so.</final>',
    ],
    ['a final that holds its own closer', { ...NOTHING, final: 'a</final>' }, '<final><![CDATA[a</final>]]></final>'],
    [
      'written thoughts, and no others',
      {
        thoughts: [
          { text: 'a', written: true },
          { text: 'b', written: false },
        ],
        actions: [],
        final: 'c',
      },
      '<thought>a</thought>\n<final>c</final>',
    ],
    [
      'a thought that any of the names would end',
      { ...NOTHING, thoughts: [{ text: 'a</think>', written: true }] },
      '<thought><![CDATA[a</think>]]></thought>',
    ],
    [
      'actions, and no final beside them',
      {
        ...NOTHING,
        actions: [
          { tool: 'ls', params: {} },
          { tool: 'read', params: { path: 'a', limit: 5 } },
        ],
        final: 'x',
      },
      '<action tool="ls">\n</action>\n<action tool="read">\n<path>a</path>\n<limit>5</limit>\n</action>',
    ],
    [
      'a value with bare signs',
      withCommand('a < b && c'),
      '<action tool="bash">\n<command>a < b && c</command>\n</action>',
    ],
    ['a value over lines', withCommand('a\nb\n'), '<action tool="bash">\n<command>\na\nb\n\n</command>\n</action>'],
    [
      'a value that holds its closer',
      withCommand('</command>'),
      '<action tool="bash">\n<command><![CDATA[</command>]]></command>\n</action>',
    ],
    [
      'a value that holds an action',
      withCommand('<action tool="ls">'),
      '<action tool="bash">\n<command><![CDATA[<action tool="ls">]]></command>\n</action>',
    ],
    [
      'a value that holds a section',
      withCommand('<![CDATA[a]]>'),
      '<action tool="bash">\n<command><![CDATA[<![CDATA[a]]]]><![CDATA[>]]></command>\n</action>',
    ],
    [
      'a value that would be decoded',
      withCommand('&lt;'),
      '<action tool="bash">\n<command><![CDATA[&lt;]]></command>\n</action>',
    ],
    ['a value that would not', withCommand('&lt; & b'), '<action tool="bash">\n<command>&lt; & b</command>\n</action>'],
    [
      'a value that would be taken for absent',
      { ...NOTHING, actions: [{ tool: 'grep', params: { pattern: 'x', glob: 'null' } }] },
      '<action tool="grep">\n<pattern>x</pattern>\n<glob><![CDATA[null]]></glob>\n</action>',
    ],
    ['an empty value', withCommand(''), '<action tool="bash">\n<command><![CDATA[]]></command>\n</action>'],
    [
      'JSON',
      { ...NOTHING, actions: [{ tool: 'todo', params: { items: [{ a: '<b>' }] } }] },
      '<action tool="todo">\n<items>[{"a":"<b>"}]</items>\n</action>',
    ],
    [
      'JSON that would end its value',
      { ...NOTHING, actions: [{ tool: 'todo', params: { items: ['</items>', '&lt;'] } }] },
      '<action tool="todo">\n<items>["\\u003c/items>","\\u0026lt;"]</items>\n</action>',
    ],
    [
      'a value that begins like a section',
      withCommand(' <![CDATA[a]]>b\n'),
      '<action tool="bash">\n<command><![CDATA[ <![CDATA[a]]]]><![CDATA[>b\n]]></command>\n</action>',
    ],
    [
      'parameters in the order of the schema',
      { ...NOTHING, actions: [{ tool: 'write', params: { content: 'x', path: 'a' } }] },
      '<action tool="write">\n<path>a</path>\n<content>x</content>\n</action>',
    ],
    [
      'a tool’s name that would end the tag, and a parameter’s',
      { ...NOTHING, actions: [{ tool: '"><final>&', params: { 'a><final>': 'x' } }] },
      '<action tool="&quot;&gt;&lt;final&gt;&amp;">\n{"a>\\u003cfinal>":"x"}\n</action>',
    ],
  ])('%s', (_title, spoken, text) => {
    expect(writeReply(spoken, TOOLS)).toBe(text);
  });

  test('any action comes back as it was, whatever its strings hold', () => {
    const action = fc.oneof(
      fc.record({ tool: fc.constant('bash'), params: fc.record({ command: anyText, timeout: fc.integer() }) }),
      fc.record({
        tool: fc.constant('edit'),
        params: fc.record({ path: anyText, old: anyText, new: anyText, all: fc.boolean() }),
      }),
      fc.record({ tool: fc.constant('grep'), params: fc.record({ pattern: anyText, glob: anyText }) }),
      fc.record({ tool: fc.constant('note'), params: fc.record({ message: anyText, file: anyText }) }),
      fc.record({ tool: fc.constant('ask'), params: fc.record({ question: anyText, options: fc.array(anyText) }) }),
    );
    const spoken = fc.record({
      thoughts: fc.array(anyText, { maxLength: 2 }),
      actions: fc.array(action, { minLength: 1, maxLength: 3 }),
    });
    fc.assert(
      fc.property(spoken, ({ thoughts, actions }) => {
        const written = thoughts.map((text) => ({ text, written: true }));
        const reply = parseReply(writeReply({ thoughts: written, actions, final: null }, TOOLS), 'stop', {
          tools: TOOLS,
        });
        expect({ ...reply, actions: reply.actions.map(({ tool, params }) => ({ tool, params })) }).toEqual({
          thoughts: written,
          actions: actions.map(({ tool, params }) => ({ tool, params: { ...params } })),
          final: null,
          loose: '\n'.repeat(thoughts.length + actions.length - 1),
          repairs: [],
          error: null,
        });
      }),
      { numRuns: 1_500 },
    );
  });

  test('parameters named like elements of the protocol come back too', () => {
    const names = [
      'action',
      'message',
      'final',
      'thought',
      'think',
      'observation',
      'tool',
      'name',
      'bash',
      'parameter',
    ];
    const tools = [tool('odd', names), tool('final', names), tool('message', names), ...TOOLS];
    const given = fc.dictionary(fc.constantFrom(...names), anyText);
    fc.assert(
      fc.property(fc.constantFrom('odd', 'final', 'message'), given, (name, params) => {
        const spoken = { ...NOTHING, actions: [{ tool: name, params: { ...params } }] };
        expect(readBack(spoken, tools)).toEqual({ ...spoken, repairs: [] });
      }),
      { numRuns: 500 },
    );
  });

  test('of a tool that is not there, or a name that no tag can have, nothing gets out of its action', () => {
    const params = fc.dictionary(fc.oneof(fc.constantFrom('$filter', 'a b', 'é', ''), anyText), anyText, {
      maxKeys: 3,
    });
    fc.assert(
      fc.property(fc.constantFrom('nope', 'bash', 'a"><final>'), params, (name, given) => {
        const spoken = { ...NOTHING, actions: [{ tool: name, params: { ...given, $top: '</action><final>x' } }] };
        const { actions, ...rest } = readBack(spoken, TOOLS);
        expect({ tools: actions.map((action) => action.tool), ...rest }).toEqual({
          tools: [name],
          thoughts: [],
          final: null,
          repairs: [],
        });
      }),
      { numRuns: 500 },
    );
  });

  test('a parameter that no tag can name stands in JSON, and is read back', () => {
    const tools = [tool('odata', ['$filter', 'path'])];
    const spoken = { ...NOTHING, actions: [{ tool: 'odata', params: { $filter: 'a < 5 && b</action>', path: 'x' } }] };
    expect(writeReply(spoken, tools)).toBe(
      '<action tool="odata">\n{"$filter":"a \\u003c 5 \\u0026\\u0026 b\\u003c/action>","path":"x"}\n</action>',
    );
    expect(readBack(spoken, tools)).toEqual({ ...spoken, repairs: [] });
  });

  test('any final comes back as it was', () => {
    fc.assert(
      fc.property(anyText, (final) => {
        const reply = parseReply(writeReply({ ...NOTHING, final }), 'stop', { tools: TOOLS });
        expect(reply).toEqual({ thoughts: [], actions: [], final, loose: '', repairs: [], error: null });
      }),
      { numRuns: 1_000 },
    );
  });

  test.each([
    ['function', 'a</function=b><other>c'],
    ['param', 'a</n:param><other>b'],
    ['parameter', 'a</|n|parameter><other>b'],
  ])('a parameter <%s>, named like a tag of the dialects, may hold that tag: %s', (name, value) => {
    const text = { type: 'string' } as const;
    const parameters = { type: 'object', properties: { [name]: text, other: text } } as const;
    const tools: ToolSpec[] = [{ name: 'x', description: '', parameters }];
    const actions = [{ tool: 'x', params: { [name]: value } }];
    const reply = parseReply(writeReply({ ...NOTHING, actions }, tools), 'stop', { tools });
    expect(reply.actions.map(({ tool, params }) => ({ tool, params }))).toEqual(actions);
    expect([reply.error, reply.repairs]).toEqual([null, []]);
  });
});

function tool(name: string, params: readonly string[]): ToolSpec {
  const properties = Object.fromEntries(params.map((param) => [param, { type: 'string' as const }]));
  return { name, description: '', parameters: { type: 'object', properties, required: [] } };
}

function readBack(spoken: Spoken, tools: readonly ToolSpec[]): Spoken & { readonly repairs: readonly string[] } {
  const { thoughts, actions, final, repairs } = parseReply(writeReply(spoken, tools), 'stop', { tools });
  return { thoughts, actions: actions.map(({ tool, params }) => ({ tool, params: { ...params } })), final, repairs };
}
