import { action, describeRows, said, thought } from './rows.ts';

const ls = action('bash', { command: 'ls' });
const repairs = ['dialect:json'];
const LS = '{"tool": "bash", "parameters": {"command": "ls"}}';
const shown = { streams: 'taken back' } as const;

describeRows('dialect json: a reply that is nothing but JSON', [
  ['tool and parameters', LS, 'stop', { actions: [ls], repairs }],
  ['name and arguments', '{"name": "bash", "arguments": {"command": "ls"}}', 'stop', { actions: [ls], repairs }],
  [
    'action and action_input',
    '{"action": "bash", "action_input": {"command": "ls"}}',
    'stop',
    { actions: [ls], repairs },
  ],
  [
    'input, args',
    '[{"tool": "bash", "input": {"command": "ls"}}, {"tool": "bash", "args": {"command": "ls"}}]',
    'stop',
    { actions: [ls, ls], repairs },
  ],
  [
    'a string for what a body would hold',
    '{"action": "bash", "action_input": "ls"}',
    'stop',
    { actions: [ls], repairs },
  ],
  [
    'over lines',
    '\n{\n  "tool": "read",\n  "parameters": {\n    "path": "a.ts",\n    "limit": 5\n  }\n}\n',
    'stop',
    { actions: [action('read', { path: 'a.ts', limit: 5 })], loose: '\n', repairs },
  ],
  ['one behind the other', `${LS}\n${LS}`, 'stop', { actions: [ls, ls], repairs }],
  [
    'other members do not count',
    '{"thought": "look", "tool": "bash", "parameters": {"command": "ls"}, "id": 3}',
    'stop',
    { actions: [ls], repairs },
  ],
  [
    'behind thoughts',
    `<think>Hm.</think>\n\n${LS}\n<thought>Well.</thought>`,
    'stop',
    { thoughts: [thought('Hm.'), said('Well.')], actions: [ls], loose: '\n\n\n', repairs },
  ],
  [
    'a swallowed thought before it',
    `Look.\n</think>\n${LS}`,
    'stop',
    { thoughts: [thought('Look.')], actions: [ls], loose: '\n', repairs },
    shown,
  ],
  ['the only fenced block', `\`\`\`json\n${LS}\n\`\`\``, 'stop', { actions: [ls], repairs }, shown],
  [
    'the only fenced block, amid prose',
    `I look:\n\n\`\`\`json\n${LS}\n\`\`\`\nThen I go on.`,
    'stop',
    { actions: [ls], loose: 'I look:\n\n\nThen I go on.', repairs },
    shown,
  ],
  [
    'Chinese',
    '{"tool": "write", "parameters": {"path": "说明.md", "content": "你好，“世界”"}}',
    'stop',
    { actions: [action('write', { path: '说明.md', content: '你好，“世界”' })], repairs },
  ],
  ['as Python', "{'tool': 'bash', 'parameters': {'command': 'ls',}}", 'stop', { actions: [ls], repairs }],
  [
    'a string holds tags',
    `{"tool": "write", "parameters": {"path": "a", "content": "\n<action tool='ls'/>\n</think><final>x</final>"}}`,
    'stop',
    { actions: [action('write', { path: 'a', content: "\n<action tool='ls'/>\n</think><final>x</final>" })], repairs },
  ],
  [
    'a brace missing',
    '{"tool": "bash", "parameters": {"command": "ls"}',
    'stop',
    { actions: [ls], repairs: ['unclosed', 'dialect:json'] },
  ],
  ['a brace too many', `${LS}}`, 'stop', { actions: [ls], repairs }],
  [
    'cut at the limit',
    '{"tool": "bash", "parameters": {"command": "rm',
    'length',
    { actions: [action('bash', { command: 'rm' }, { error: 'truncated' })], repairs },
  ],
  [
    'in a block, cut at the limit',
    '```json\n{"tool": "bash", "parameters": {"command": "rm',
    'length',
    { actions: [action('bash', { command: 'rm' }, { error: 'truncated' })], repairs },
    shown,
  ],
  [
    'one of an array is unknown',
    '[{"tool": "ls", "parameters": {}}, {"tool": "fly", "parameters": {}}]',
    'stop',
    { actions: [action('ls', {}), action('fly', {}, { error: 'unknown-tool' })], repairs },
  ],
  [
    'a wrong parameter',
    '{"tool": "bash", "parameters": {"cmd": "ls"}}',
    'stop',
    { actions: [action('bash', { cmd: 'ls' }, { error: 'bad-params' })], repairs },
  ],
  ['a final', '{"action": "Final Answer", "action_input": "42."}', 'stop', { final: '42.', repairs }],
  [
    'a final in a block',
    'Thought: I know.\nAction:\n```\n{"action": "Final Answer", "action_input": "42."}\n```',
    'stop',
    { final: '42.', loose: 'Thought: I know.\nAction:\n', repairs },
    shown,
  ],
  ['in the tags of Qwen2.5-Coder', `<tools>\n${LS}\n</tools>`, 'stop', { actions: [ls], loose: '\n\n', repairs }],
  ['in a wrapper that is never closed', `<function_call>${LS}`, 'stop', { actions: [ls], repairs }],
  ['in a wrapper', `<response>\n${LS}\n</response>`, 'stop', { actions: [ls], loose: '\n\n', repairs }],
]);

describeRows('JSON that is text', [
  ['no call', '{"answer": 42}', 'stop', { loose: '{"answer": 42}', error: 'no-element' }],
  [
    'an unknown tool',
    '{"tool": "fly", "parameters": {}}',
    'stop',
    { loose: '{"tool": "fly", "parameters": {}}', error: 'no-element' },
  ],
  [
    'a name and other data',
    '{"name": "bash", "version": "5.2"}',
    'stop',
    { loose: '{"name": "bash", "version": "5.2"}', error: 'no-element' },
  ],
  ['prose before it', `So: ${LS}`, 'stop', { loose: `So: ${LS}`, error: 'no-element' }],
  ['prose on the line before', `So:\n${LS}`, 'stop', { loose: `So:\n${LS}`, error: 'no-element' }],
  [
    'prose behind it',
    `${LS}\nThat lists them.`,
    'stop',
    { loose: `${LS}\nThat lists them.`, error: 'no-element' },
    shown,
  ],
  [
    'an action behind it',
    `${LS}\n<action tool="ls"/>`,
    'stop',
    { actions: [action('ls', {})], loose: `${LS}\n` },
    shown,
  ],
  ['a final behind it', `${LS}\n<final>x</final>`, 'stop', { final: 'x', loose: `${LS}\n` }, shown],
  [
    'in one of two blocks',
    `\`\`\`json\n${LS}\n\`\`\`\n\`\`\`js\nx\n\`\`\``,
    'stop',
    { loose: `\`\`\`json\n${LS}\n\`\`\`\n\`\`\`js\nx\n\`\`\``, error: 'no-element' },
  ],
  [
    'in a block beside an action',
    `\`\`\`json\n${LS}\n\`\`\`\n<action tool="ls"/>`,
    'stop',
    { actions: [action('ls', {})], loose: `\`\`\`json\n${LS}\n\`\`\`\n` },
  ],
  ['in a thought', `<think>${LS}</think><final>x</final>`, 'stop', { thoughts: [thought(LS)], final: 'x' }],
  ['in inline code', `\`${LS}\``, 'stop', { loose: `\`${LS}\``, error: 'no-element' }],
  [
    'broken',
    '{"tool": "bash", "parameters": {"command": "echo "a""}}',
    'stop',
    { loose: '{"tool": "bash", "parameters": {"command": "echo "a""}}', error: 'no-element' },
    shown,
  ],
  [
    'a quote missing',
    `{"tool": "bash", "parameters": {"command": "ls}}\n\nThat lists them.`,
    'stop',
    { loose: `{"tool": "bash", "parameters": {"command": "ls}}\n\nThat lists them.`, error: 'no-element' },
    shown,
  ],
  ['a list of numbers', '[1, 2, 3]', 'stop', { loose: '[1, 2, 3]', error: 'no-element' }],
]);

describeRows('JSON in the only fenced block, cut off', [
  [
    'in a string, at a stop',
    '```json\n{"tool": "bash", "parameters": {"command": "ls',
    'stop',
    { actions: [ls], repairs: ['dialect:json', 'unclosed'] },
    shown,
  ],
  [
    'in a string, at the limit',
    '```json\n{"tool": "bash", "parameters": {"command": "rm',
    'length',
    { actions: [action('bash', { command: 'rm' }, { error: 'truncated' })], repairs },
    shown,
  ],
  [
    'before its brackets, at a stop',
    '```json\n{"tool": "bash", "parameters": {"command": "ls"',
    'stop',
    { actions: [ls], repairs: ['dialect:json', 'unclosed'] },
    shown,
  ],
  [
    'before its brackets, at the limit: more may have been to come',
    '```json\n{"tool": "bash", "parameters": {"command": "ls"}',
    'length',
    { actions: [action('bash', { command: 'ls' }, { error: 'truncated' })], repairs },
    shown,
  ],
  [
    'behind the tool, at the limit',
    '```json\n{"tool": "bash"',
    'length',
    { actions: [action('bash', {}, { error: 'truncated' })], repairs },
    shown,
  ],
  ['in the closing fence, at a stop', `\`\`\`json\n${LS}\n\`\``, 'stop', { actions: [ls], repairs }, shown],
  ['in the closing fence, at the limit', `\`\`\`json\n${LS}\n\``, 'length', { actions: [ls], repairs }, shown],
  [
    'in a final answer, at a stop',
    '```json\n{"action": "Final Answer", "action_input": "It is',
    'stop',
    { final: 'It is', repairs: ['dialect:json', 'unclosed'] },
    shown,
  ],
  [
    'in a final answer, at the limit',
    '```json\n{"action": "Final Answer", "action_input": "It is',
    'length',
    { final: 'It is', repairs, error: 'truncated' },
    shown,
  ],
  ['a brace too many in a closed one', `\`\`\`json\n${LS}}\n\`\`\``, 'stop', { actions: [ls], repairs }, shown],
  [
    'an open string in a closed one is broken',
    '```json\n{"tool": "bash", "parameters": {"command": "ls\n```',
    'stop',
    { loose: '```json\n{"tool": "bash", "parameters": {"command": "ls\n```', error: 'no-element' },
    shown,
  ],
]);

describeRows('several calls in JSON', [
  [
    'parted by semicolons',
    '{"name": "bash", "parameters": {"command": "ls"}}; {"name": "ls", "parameters": {}}',
    'stop',
    { actions: [ls, action('ls', {})], repairs },
  ],
  [
    'parted by commas',
    '{"name": "bash", "parameters": {"command": "ls"}},\n{"name": "ls", "parameters": {}}',
    'stop',
    { actions: [ls, action('ls', {})], repairs },
  ],
  [
    'one behind the other in a fence',
    `\`\`\`json\n${LS}\n{"tool": "ls", "parameters": {}}\n\`\`\``,
    'stop',
    { actions: [ls, action('ls', {})], repairs },
    shown,
  ],
  [
    'a brace missing before the bracket',
    '[{"tool": "bash", "parameters": {"command": "ls"}]',
    'stop',
    { actions: [ls], repairs },
  ],
  [
    'the second one cut at the limit',
    '[{"tool": "ls", "parameters": {}}, {"tool": "bash", "parameters": {"command": "rm',
    'length',
    { actions: [action('ls', {}), action('bash', { command: 'rm' }, { error: 'truncated' })], repairs },
  ],
]);

describeRows('what begins like JSON and calls nothing is not closed either', [
  ['a bracket', '[', 'stop', { loose: '[', error: 'no-element' }],
  ['data', '{"a": 1', 'stop', { loose: '{"a": 1', error: 'no-element' }],
  ['a tool’s name that is cut', '{"name": "ba', 'stop', { loose: '{"name": "ba', error: 'no-element' }],
]);
