import { action, describeRows, thought } from './rows.ts';

const ls = action('bash', { command: 'ls' });
const repairs = ['dialect:invoke'];
const LS = '<invoke name="bash">\n<parameter name="command">ls</parameter>\n</invoke>';

describeRows('dialect invoke', [
  ['whole', `<function_calls>\n${LS}\n</function_calls>`, 'stop', { actions: [ls], loose: '\n\n', repairs }],
  ['without what stands around', LS, 'stop', { actions: [ls], repairs }],
  [
    'with a namespace',
    '<x:function_calls>\n<x:invoke name="bash">\n<x:parameter name="command">ls</x:parameter>\n</x:invoke>\n</x:function_calls>',
    'stop',
    { actions: [ls], loose: '\n\n', repairs },
  ],
  [
    'with MiniMax’s namespace around it',
    `<minimax:tool_call>\n${LS}\n</minimax:tool_call>`,
    'stop',
    { actions: [ls], loose: '\n\n', repairs },
  ],
  [
    'with MiniMax’s namespace around it, which closes the call',
    '<minimax:tool_call>\n<invoke name="bash">\n<parameter name="command">ls</parameter>\n</minimax:tool_call>',
    'stop',
    { actions: [ls], loose: '\n', repairs: ['unclosed', 'dialect:invoke'] },
  ],
  [
    'with DeepSeek’s marks, doubled or with another bar',
    '<｜｜DSML｜｜invoke name="ls"><｜｜DSML｜｜parameter name="path">a</｜｜DSML｜｜parameter></｜｜DSML｜｜invoke>\n<‖DSML‖invoke name="ls"/>',
    'stop',
    { actions: [action('ls', { path: 'a' }), action('ls', {})], loose: '\n', repairs },
  ],
  [
    'with DeepSeek’s marks, and types',
    '<｜DSML｜function_calls>\n<｜DSML｜invoke name="read">\n<｜DSML｜parameter name="path" string="true">a.ts</｜DSML｜parameter>\n<｜DSML｜parameter name="limit" string="false">5</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
    'stop',
    { actions: [action('read', { path: 'a.ts', limit: 5 })], loose: '\n\n', repairs },
  ],
  [
    'several in one',
    `<function_calls>\n${LS}\n<invoke name="read"><parameter name="path">a</parameter></invoke>\n</function_calls>`,
    'stop',
    { actions: [ls, action('read', { path: 'a' })], loose: '\n\n\n', repairs },
  ],
  ['no parameters', '<invoke name="ls">\n</invoke>', 'stop', { actions: [action('ls', {})], repairs }],
  ['an empty tag', '<invoke name="ls"/>', 'stop', { actions: [action('ls', {})], repairs }],
  [
    'a name in single quotes',
    "<invoke name='bash'><parameter name='command'>ls</parameter></invoke>",
    'stop',
    { actions: [ls], repairs },
  ],
  ['JSON for the parameters', '<invoke name="bash">{"command": "ls"}</invoke>', 'stop', { actions: [ls], repairs }],
  [
    'a list in JSON',
    '<invoke name="ask"><parameter name="question">Which?</parameter><parameter name="options">["a", "b"]</parameter></invoke>',
    'stop',
    { actions: [action('ask', { question: 'Which?', options: ['a', 'b'] })], repairs },
  ],
  [
    'a list as Python writes it',
    `<invoke name="ask"><parameter name="question">Which?</parameter><parameter name="options">['a', 'b',]</parameter></invoke>`,
    'stop',
    { actions: [action('ask', { question: 'Which?', options: ['a', 'b'] })], repairs },
  ],
  [
    'a value that quotes a call',
    `<invoke name="write"><parameter name="path">a</parameter><parameter name="content">${LS}</parameter></invoke>`,
    'stop',
    { actions: [action('write', { path: 'a', content: LS })], repairs },
  ],
  [
    'no closing tag of a parameter before an unknown one',
    '<invoke name="bash"><parameter name="command">ls</parameter>\n<parameter name="description">List</parameter></invoke>',
    'stop',
    { actions: [action('bash', { command: 'ls', description: 'List' }, { error: 'bad-params' })], repairs },
  ],
  [
    'no closing tag of the call',
    '<function_calls>\n<invoke name="bash">\n<parameter name="command">ls</parameter>\n</function_calls>',
    'stop',
    { actions: [ls], loose: '\n', repairs: ['unclosed', 'dialect:invoke'] },
  ],
  [
    'no closing tag of the call before the next',
    `<invoke name="bash">\n<parameter name="command">ls</parameter>\n${LS}`,
    'stop',
    { actions: [ls, ls], repairs: ['unclosed', 'dialect:invoke'] },
  ],
  [
    'cut',
    '<invoke name="bash"><parameter name="command">ls',
    'stop',
    { actions: [ls], repairs: ['unclosed', 'dialect:invoke'] },
  ],
  [
    'cut at the limit behind the parameter',
    '<function_calls>\n<invoke name="bash">\n<parameter name="command">ls</parameter>',
    'length',
    { actions: [action('bash', { command: 'ls' }, { error: 'truncated' })], loose: '\n', repairs },
  ],
  [
    'a tool that is not offered is text',
    '<function_calls>\n<invoke name="fly">\n</invoke>\n</function_calls>',
    'stop',
    { loose: '<function_calls>\n<invoke name="fly">\n</invoke>\n</function_calls>', error: 'no-element' },
  ],
  ['beside a plain action', `<action tool="ls"/>${LS}`, 'stop', { actions: [action('ls', {}), ls], repairs }],
  [
    'in a thought it is thought',
    `<think>${LS}</think><final>No.</final>`,
    'stop',
    { thoughts: [thought(LS)], final: 'No.' },
  ],
  [
    'in inline code it is text',
    `\`<invoke name="ls"/>\`\n<final>x</final>`,
    'stop',
    { final: 'x', loose: '`<invoke name="ls"/>`\n' },
  ],
  [
    'invented results end the reply',
    `${LS}\n<observation>\na\n</observation>\n${LS}`,
    'stop',
    { actions: [ls], loose: '\n', repairs: ['dialect:invoke', 'forged-observation'] },
  ],
  [
    'Chinese',
    '<invoke name="grep"><parameter name="pattern">错误|失败</parameter><parameter name="path">源码</parameter></invoke>',
    'stop',
    { actions: [action('grep', { pattern: '错误|失败', path: '源码' })], repairs },
  ],
]);

describeRows('invoke in tags of other names', [
  [
    'tool_call with a namespace around it',
    '<minimax:tool_call>\n<invoke name="bash">\n<parameter name="command">ls</parameter>\n</invoke>\n</minimax:tool_call>',
    'stop',
    { actions: [ls], loose: '\n\n', repairs },
  ],
  [
    'the same behind a thought that is not closed',
    '<think>\nHm.\n<minimax:tool_call>\n<invoke name="bash">\n<parameter name="command">ls</parameter>\n</invoke>\n</minimax:tool_call>',
    'stop',
    { thoughts: [thought('Hm.')], actions: [ls], loose: '\n\n', repairs: ['unclosed', ...repairs] },
  ],
  [
    'its closing tag ends a call that has none',
    '<minimax:tool_call>\n<invoke name="bash">\n<parameter name="command">ls</parameter>\n</minimax:tool_call>',
    'stop',
    { actions: [ls], loose: '\n', repairs: ['unclosed', ...repairs] },
  ],
  [
    'around an unknown tool it is text',
    '<minimax:tool_call>\n<invoke name="fly"/>\n</minimax:tool_call>',
    'stop',
    { loose: '<minimax:tool_call>\n<invoke name="fly"/>\n</minimax:tool_call>', error: 'no-element' },
  ],
  [
    'a cut closing tag of what stands around is no text',
    '<function_calls>\n<invoke name="bash">\n<parameter name="command">ls</parameter>\n</invoke>\n</function_ca',
    'stop',
    { actions: [ls], loose: '\n\n', repairs },
  ],
  [
    'nor is it with a namespace',
    '<｜DSML｜function_calls>\n<｜DSML｜invoke name="ls">\n</｜DSML｜invoke>\n</｜DSML｜function_ca',
    'stop',
    { actions: [action('ls', {})], loose: '\n\n', repairs },
  ],
  [
    'behind other text it is text',
    '<invoke name="ls"/> and </fun',
    'stop',
    { actions: [action('ls', {})], loose: ' and </fun', repairs },
  ],
  [
    'a call in a value',
    '<invoke name="write">\n<parameter name="path">a</parameter>\n<parameter name="content">\n<invoke name="bash">\n<parameter name="command">ls</parameter>\n</invoke>\n</parameter>\n</invoke>',
    'stop',
    {
      actions: [
        action('write', {
          path: 'a',
          content: '<invoke name="bash">\n<parameter name="command">ls</parameter>\n</invoke>',
        }),
      ],
      repairs,
    },
  ],
]);
