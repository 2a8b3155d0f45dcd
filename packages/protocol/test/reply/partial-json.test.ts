/**
 * Calls in JSON while they stream: whatever of the JSON has come, what can be shown of it is a beginning of what it becomes.
 * The rows are those of partial JSON in other agents (PJSON-001 to 008), in every dialect that writes JSON.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { feedReply, type PartialReply, parseReply, partialReply, startReply } from '../../src/index.ts';
import { expectBeginning, partialsOf } from './rows.ts';
import { TOOLS } from './tools.ts';

type Shown = PartialReply['actions'];

/** What stands before the parameters of a tool, and behind them. */
type Dialect = readonly [title: string, before: (tool: string) => string, behind: string];

const DIALECTS: readonly Dialect[] = [
  ['plain', (tool) => `<action tool="${tool}">`, '</action>'],
  ['tag', (tool) => `<${tool}>`, ''],
  ['hermes', (tool) => `<tool_call>\n{"name": "${tool}", "arguments": `, '}\n</tool_call>'],
  ['hermes in an array', (tool) => `<tool_call>[{"name": "${tool}", "arguments": `, '}]</tool_call>'],
  ['qwen-xml', (tool) => `<function=${tool}>`, '</function>'],
  ['invoke', (tool) => `<invoke name="${tool}">`, '</invoke>'],
  ['json', (tool) => `{"tool": "${tool}", "parameters": `, '}'],
  ['json in an array', (tool) => `[{"name": "${tool}", "arguments": `, '}]'],
  ['react', (tool) => `Action: ${tool}\nAction Input: `, ''],
  ['react in a fence', (tool) => `Action: ${tool}\nAction Input:\n\`\`\`json\n`, '\n```'],
  ['kimi', (tool) => `<|tool_call_begin|>functions.${tool}:0<|tool_call_argument_begin|>`, '<|tool_call_end|>'],
  ['deepseek', (tool) => `<｜tool▁call▁begin｜>${tool}<｜tool▁sep｜>`, '<｜tool▁call▁end｜>'],
  [
    'deepseek in a fence',
    (tool) => `<｜tool▁call▁begin｜>function<｜tool▁sep｜>${tool}\n\`\`\`json\n`,
    '\n```<｜tool▁call▁end｜>',
  ],
  ['mistral', (tool) => `[TOOL_CALLS]${tool}[ARGS]`, ''],
  ['mistral in an array', (tool) => `[TOOL_CALLS][{"name": "${tool}", "arguments": `, '}]'],
];

function shownOf(pieces: readonly string[]): Shown {
  const scan = startReply({ tools: TOOLS });
  for (const piece of pieces) feedReply(scan, piece);
  return partialReply(scan).actions;
}

describe.each(DIALECTS)('partial JSON: %s', (_title, before, behind) => {
  test.each<readonly [string, string, string, { readonly [name: string]: string }]>([
    ['whole (PJSON-001)', 'read', '{"path": "a", "limit": 5}', { path: 'a', limit: '5' }],
    ['an open string (PJSON-002)', 'read', '{"path": "/src/ma', { path: '/src/ma' }],
    ['an open object (PJSON-003)', 'edit', '{"path": "a", "old": "b"', { path: 'a', old: 'b' }],
    ['a number that may go on is no value yet', 'read', '{"path": "a", "limit": 5', { path: 'a' }],
    ['nested (PJSON-004)', 'todo', '{"items": [{"a": {"b": "c', { items: '[{"a":{"b":"c"}}]' }],
    ['an array (PJSON-005)', 'ask', '{"options": ["a", "b", "c', { options: '["a","b","c"]' }],
    ['nothing in it yet (PJSON-006)', 'ls', '{', {}],
    ['behind a comma (PJSON-008)', 'read', '{"path": "a", "limit": 5,', { path: 'a', limit: '5' }],
    ['an escape that is not complete', 'read', '{"path": "a\\u00', { path: 'a' }],
    ['a name in capitals', 'read', '{"PATH": "a', { path: 'a' }],
    ['null is nothing', 'read', '{"path": "a", "limit": null,', { path: 'a' }],
  ])('%s', (_row, tool, json, params) => {
    expect(shownOf([before(tool) + json])).toEqual([{ tool, params }]);
  });

  test('in three pieces (PJSON-007)', () => {
    expect(shownOf([`${before('read')}{"pa`, 'th": "a', '.ts", "limit'])).toEqual([
      { tool: 'read', params: { path: 'a.ts' } },
    ]);
  });

  test('what is shown at every character is a beginning of what is meant', () => {
    const text = fc.oneof(
      fc.string(),
      fc.constantFrom('a\n"b" \\d {[</', '</action>', '```\nx\n```', 'é\u2028😀\ud800'),
    );
    fc.assert(
      fc.property(text, text, fc.boolean(), (content, path, escaped) => {
        const json = JSON.stringify({ content, path });
        const isRaw = !escaped && !(content + path).includes('\\');
        const written = isRaw ? json.replaceAll('\\n', '\n') : json.replaceAll('/', '\\/');
        const reply = before('write') + written + behind;
        const { actions } = parseReply(reply, 'stop', { tools: TOOLS });
        expect(actions.map((action) => action.params)).toEqual([{ content, path: path.trim() }]);
        for (const partial of partialsOf(reply, { tools: TOOLS })) {
          for (const { params } of partial.actions) expect(content.startsWith(params.content ?? '')).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });
});

test('nothing at all shows nothing (PJSON-006)', () => {
  expect(shownOf([''])).toEqual([]);
});

test('parameters that are written as JSON twice are shown as they come', () => {
  const before = '<tool_call>{"name": "write", "arguments": "{\\"path\\": \\"a\\", \\"content\\": \\"b ';
  expect(shownOf([before])).toEqual([{ tool: 'write', params: { path: 'a', content: 'b ' } }]);
});

test('of several calls, each is shown as it comes', () => {
  const text = '[TOOL_CALLS][{"name": "ls", "arguments": {}}, {"name": "read", "arguments": {"path": "a"}}]';
  const reply = parseReply(text, 'stop', { tools: TOOLS });
  for (const partial of partialsOf(text, { tools: TOOLS })) expectBeginning(partial, reply);
  expect(shownOf([text.slice(0, -4)])).toEqual([
    { tool: 'ls', params: {} },
    { tool: 'read', params: { path: 'a' } },
  ]);
});

test('a quote too many around the tool does not hide the call', () => {
  expect(shownOf(['<tool_call>{"name": "\\"ls\\"", "arguments": {"path": "a'])).toEqual([
    { tool: 'ls', params: { path: 'a' } },
  ]);
});
