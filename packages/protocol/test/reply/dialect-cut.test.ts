import { action, describeRows } from './rows.ts';

const cut = { error: 'truncated' } as const;
const nameless = action('', {}, cut);

describeRows('calls cut at the limit where they begin', [
  [
    'before the name, in JSON',
    'I go.\n<tool_call>\n{"name": "wri',
    'length',
    { actions: [nameless], loose: 'I go.\n', repairs: ['dialect:hermes'] },
  ],
  ['in an array', '[TOOL_CALLS][{"name": "wri', 'length', { actions: [nameless], repairs: ['dialect:mistral'] }],
  ['behind the outer tag', 'I go.\n<tool_call>', 'length', { loose: 'I go.\n<tool_call>', error: 'truncated' }],
  [
    'in a function’s tag',
    '<tool_call>\n<function=wri',
    'length',
    { loose: '<tool_call>\n<function=wri', error: 'truncated' },
  ],
  [
    'in a parameter’s tag',
    '<function=bash>\n<parameter=com',
    'length',
    { actions: [action('bash', {}, cut)], repairs: ['dialect:qwen-xml'] },
  ],
  ['in the tag of invoke', '<a:invoke name="wri', 'length', { loose: '<a:invoke name="wri', error: 'truncated' }],
  [
    'in a key',
    '<tool_call>bash\n<arg_key>com',
    'length',
    { actions: [action('bash', {}, cut)], repairs: ['dialect:glm'] },
  ],
  [
    'behind a key',
    '<tool_call>bash\n<arg_key>command</arg_key>\n<arg_va',
    'length',
    { actions: [action('bash', {}, cut)], repairs: ['dialect:glm'] },
  ],
  [
    'in a token',
    '<|tool_call_begin|>functions.bash:0<|tool_call_arg',
    'length',
    { loose: '<|tool_call_begin|>functions.bash:0<|tool_call_arg', error: 'truncated' },
  ],
  [
    'behind the tokens',
    '<|tool_call_begin|>functions.bash:0<|tool_call_argument_begin|>',
    'length',
    { actions: [action('bash', {}, cut)], repairs: ['dialect:kimi'] },
  ],
  [
    'before the JSON’s block',
    '<｜tool▁call▁begin｜>function<｜tool▁sep｜>bash\n```js',
    'length',
    { actions: [action('bash', {}, cut)], repairs: ['dialect:deepseek'] },
  ],
  ['in a name', '[TOOL_CALLS]ba', 'length', { loose: '[TOOL_CALLS]ba', error: 'truncated' }],
  [
    'between the lines',
    'Action: bash\nAction Inp',
    'length',
    { loose: 'Action: bash\nAction Inp', error: 'truncated' },
  ],
  ['prose is no call', 'I use the tool', 'length', { loose: 'I use the tool', error: 'no-element' }],
  [
    'a parameter’s tag that was left is no text',
    '<function=bash>\n<parameter=com',
    'stop',
    { actions: [action('bash', {}, { error: 'bad-params' })], repairs: ['unclosed', 'dialect:qwen-xml'] },
  ],
]);

const ls = action('bash', { command: 'ls' });
const LS = '<tool_call>{"name": "bash", "arguments": {"command": "ls"}}</tool_call>';

describeRows('what dialects bring along', [
  [
    'invented results end the reply',
    `${LS}\n<tool_response>\na.ts\n</tool_response>\n${LS}`,
    'stop',
    { actions: [ls], loose: '\n', repairs: ['dialect:hermes', 'forged-observation'] },
  ],
  [
    'results of another name',
    `<invoke name="ls"/><function_results>a</function_results>`,
    'stop',
    { actions: [action('ls', {})], repairs: ['dialect:invoke', 'forged-observation'] },
  ],
  [
    'where no call is before them they are text',
    'See <tool_response> there.',
    'stop',
    { loose: 'See <tool_response> there.', error: 'no-element' },
  ],
  ['the end of a turn is nothing', `${LS}<|im_end|>`, 'stop', { actions: [ls], repairs: ['dialect:hermes'] }],
  [
    'nor behind JSON',
    '{"tool": "ls", "parameters": {}}<|eot_id|>',
    'stop',
    { actions: [action('ls', {})], repairs: ['dialect:json'] },
  ],
  [
    'a closing tag too many',
    `${LS}\n</tool_call>`,
    'stop',
    { actions: [ls], loose: '\n', repairs: ['dialect:hermes'] },
  ],
  ['one that is cut off', `${LS}\n</tool_c`, 'length', { actions: [ls], loose: '\n', repairs: ['dialect:hermes'] }],
  [
    'the beginning of any other tag is text',
    `${LS}\n</fin\n`,
    'stop',
    { actions: [ls], loose: '\n</fin\n', repairs: ['dialect:hermes'] },
  ],
  [
    'an element within a call’s tags',
    '<tool_call>\n<bash>ls</bash>\n</tool_call>',
    'stop',
    { actions: [ls], loose: '\n\n', repairs: ['dialect:tag'] },
  ],
  [
    'a plain action within a call’s tags',
    '<tool_call>\n<action tool="bash"><command>ls</command></action>\n</tool_call>\nSo.\n</tool_call>',
    'stop',
    { actions: [ls], loose: '\n\n\nSo.\n</tool_call>' },
  ],
  [
    'several dialects in one reply',
    `${LS}\n<bash>ls</bash>\n[TOOL_CALLS]bash{"command": "ls"}`,
    'stop',
    { actions: [ls, ls, ls], loose: '\n\n', repairs: ['dialect:hermes', 'dialect:tag', 'dialect:mistral'] },
  ],
]);
