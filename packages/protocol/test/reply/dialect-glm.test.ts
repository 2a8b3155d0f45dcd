import { action, describeRows, thought } from './rows.ts';

const ls = action('bash', { command: 'ls' });
const repairs = ['dialect:glm'];
const LS = '<tool_call>bash<arg_key>command</arg_key><arg_value>ls</arg_value></tool_call>';

describeRows('dialect glm: pairs of keys and values', [
  ['on one line', LS, 'stop', { actions: [ls], repairs }],
  [
    'over lines',
    '<tool_call>bash\n<arg_key>command</arg_key>\n<arg_value>ls</arg_value>\n</tool_call>',
    'stop',
    { actions: [ls], repairs },
  ],
  [
    'several parameters',
    '<tool_call>read\n<arg_key>path</arg_key>\n<arg_value>a.ts</arg_value>\n<arg_key>limit</arg_key>\n<arg_value>5</arg_value>\n</tool_call>',
    'stop',
    { actions: [action('read', { path: 'a.ts', limit: 5 })], repairs },
  ],
  ['none', '<tool_call>ls</tool_call>', 'stop', { actions: [action('ls', {})], repairs }],
  ['several calls', `${LS}\n${LS}`, 'stop', { actions: [ls, ls], loose: '\n', repairs }],
  [
    'a value is verbatim',
    '<tool_call>write<arg_key>path</arg_key><arg_value>a</arg_value><arg_key>content</arg_key><arg_value>\nif (a < b) {\n  "</arg_value>"\n}\n</arg_value></tool_call>',
    'stop',
    { actions: [action('write', { path: 'a', content: 'if (a < b) {\n  "</arg_value>"\n}' })], repairs },
  ],
  [
    'a value that quotes a call',
    `<tool_call>write<arg_key>path</arg_key><arg_value>a</arg_value><arg_key>content</arg_key><arg_value>${LS}</arg_value></tool_call>`,
    'stop',
    { actions: [action('write', { path: 'a', content: LS })], repairs },
  ],
  [
    'no opening tag of the value',
    '<tool_call>bash<arg_key>command</arg_key>ls -la</arg_value></tool_call>',
    'stop',
    { actions: [action('bash', { command: 'ls -la' })], repairs },
  ],
  [
    'a closing tag too many',
    '<tool_call>bash<arg_key>command</arg_key></arg_key><arg_value>ls</arg_value></tool_call>',
    'stop',
    { actions: [ls], repairs },
  ],
  [
    'a closing tag and nothing to close',
    '<tool_call>ls</arg_value></tool_call>',
    'stop',
    { actions: [action('ls', {})], repairs },
  ],
  [
    'an unknown key',
    '<tool_call>bash<arg_key>command</arg_key><arg_value>ls</arg_value><arg_key>cwd</arg_key><arg_value>/</arg_value></tool_call>',
    'stop',
    { actions: [action('bash', { command: 'ls', cwd: '/' }, { error: 'bad-params' })], repairs },
  ],
  [
    'no closing tag of the value',
    '<tool_call>bash\n<arg_key>command</arg_key>\n<arg_value>ls\n</tool_call>',
    'stop',
    { actions: [ls], repairs: ['unclosed', 'dialect:glm'] },
  ],
  [
    'no closing tag of the call before the next',
    `<tool_call>bash\n<arg_key>command</arg_key>\n<arg_value>ls</arg_value>\n${LS}`,
    'stop',
    { actions: [ls, ls], repairs: ['unclosed', 'dialect:glm'] },
  ],
  [
    'cut',
    '<tool_call>bash\n<arg_key>command</arg_key>\n<arg_value>ls</arg_va',
    'stop',
    { actions: [ls], repairs: ['unclosed', 'dialect:glm'] },
  ],
  [
    'cut at the limit',
    '<tool_call>write<arg_key>path</arg_key><arg_value>a</arg_value><arg_key>content</arg_key><arg_value>hal',
    'length',
    { actions: [action('write', { path: 'a', content: 'hal' }, { error: 'truncated' })], repairs },
  ],
  ['JSON behind the name', '<tool_call>bash\n{"command": "ls"}\n</tool_call>', 'stop', { actions: [ls], repairs }],
  [
    'a tool that is not offered is text',
    '<tool_call>fly\n<arg_key>to</arg_key>\n<arg_value>x</arg_value>\n</tool_call>',
    'stop',
    { loose: '<tool_call>fly\n<arg_key>to</arg_key>\n<arg_value>x</arg_value>\n</tool_call>', error: 'no-element' },
  ],
  [
    'a word behind the name is prose',
    '<tool_call>bash is a tool',
    'stop',
    { loose: '<tool_call>bash is a tool', error: 'no-element' },
  ],
  [
    'a value without its opening tag that begins like one',
    '<tool_call>bash\n<arg_key>command</arg_key>\n<a\n</b></arg_value>\n</tool_call>',
    'stop',
    { actions: [action('bash', { command: '<a\n</b>' })], repairs },
  ],
  [
    'a value that quotes a call without its end',
    '<tool_call>bash\n<arg_key>command</arg_key>\n<arg_value>a\n<tool_call>ls\n<arg_key>path</arg_key>\n<arg_value>b</arg_value></arg_value>\n</tool_call>',
    'length',
    {
      actions: [
        action('bash', {
          command: 'a\n<tool_call>ls\n<arg_key>path</arg_key>\n<arg_value>b</arg_value>',
        }),
      ],
      repairs,
    },
  ],
  ['within a line it is text', `So ${LS}`, 'stop', { loose: `So ${LS}`, error: 'no-element' }],
  [
    'in a thought it is thought',
    `<think>\n${LS}\n</think>\n${LS}`,
    'stop',
    { thoughts: [thought(LS)], actions: [ls], loose: '\n', repairs },
  ],
  [
    'an unclosed thought ends before it',
    `<think>看看\n${LS}`,
    'stop',
    { thoughts: [thought('看看')], actions: [ls], repairs: ['unclosed', 'dialect:glm'] },
  ],
  [
    'Chinese, beside a plain action',
    '<action tool="ls"/>\n<tool_call>bash\n<arg_key>command</arg_key>\n<arg_value>echo "你好，世界"</arg_value>\n</tool_call>',
    'stop',
    { actions: [action('ls', {}), action('bash', { command: 'echo "你好，世界"' })], loose: '\n', repairs },
  ],
]);
