import { action, describeRows, thought } from './rows.ts';

const ls = action('bash', { command: 'ls' });
const repairs = ['dialect:qwen-xml'];
const LS = '<function=bash>\n<parameter=command>\nls\n</parameter>\n</function>';

describeRows('dialect qwen-xml: <function=NAME>', [
  ['whole', `<tool_call>\n${LS}\n</tool_call>`, 'stop', { actions: [ls], loose: '\n\n', repairs }],
  ['without the outer tags', LS, 'stop', { actions: [ls], repairs }],
  [
    'without the outer opening tag',
    `I look.\n\n${LS}\n</tool_call>`,
    'stop',
    { actions: [ls], loose: 'I look.\n\n\n', repairs },
  ],
  ['without the outer closing tag', `<tool_call>\n${LS}`, 'stop', { actions: [ls], loose: '\n', repairs }],
  [
    'on one line',
    '<tool_call><function=bash><parameter=command>ls</parameter></function></tool_call>',
    'stop',
    { actions: [ls], repairs },
  ],
  [
    'names in attributes',
    '<function name="read"><param name="path">a.ts</param><parameter name="limit">5</parameter></function>',
    'stop',
    { actions: [action('read', { path: 'a.ts', limit: 5 })], repairs },
  ],
  [
    'names in quotes',
    '<function="bash"><parameter="command">ls</parameter></function>',
    'stop',
    { actions: [ls], repairs },
  ],
  [
    'closing tags that repeat the name',
    '<function=edit>\n<parameter=path>a</parameter=path>\n<parameter=old>x</parameter=old>\n<parameter=new>\n</parameter>\n</parameter=new>\n</function=edit>',
    'stop',
    { actions: [action('edit', { path: 'a', old: 'x', new: '</parameter>' })], repairs },
  ],
  ['JSON for the parameters', '<function=bash>{"command": "ls"}</function>', 'stop', { actions: [ls], repairs }],
  [
    'JSON that holds its closing tag',
    '<function=write>\n{"path": "a", "content": "</function>\\n<parameter=path>"}\n</function>',
    'stop',
    { actions: [action('write', { path: 'a', content: '</function>\n<parameter=path>' })], repairs },
  ],
  [
    'no parameters',
    '<tool_call>\n<function=ls>\n</function>\n</tool_call>',
    'stop',
    { actions: [action('ls', {})], loose: '\n\n', repairs },
  ],
  [
    'several functions in one call',
    `<tool_call>\n${LS}\n<function=read><parameter=path>a</parameter></function>\n</tool_call>`,
    'stop',
    { actions: [ls, action('read', { path: 'a' })], loose: '\n\n\n', repairs },
  ],
  [
    'several calls',
    `<tool_call>\n${LS}\n</tool_call>\n<tool_call>\n${LS}\n</tool_call>`,
    'stop',
    { actions: [ls, ls], loose: '\n\n\n\n\n', repairs },
  ],
  [
    'a value is verbatim',
    '<function=write>\n<parameter=path>\na.c\n</parameter>\n<parameter=content>\nif (a < b && c) {\n  x = "</parameter>";\n}\n\n</parameter>\n</function>',
    'stop',
    { actions: [action('write', { path: 'a.c', content: 'if (a < b && c) {\n  x = "</parameter>";\n}\n' })], repairs },
  ],
  [
    'a value that quotes a whole call',
    `<function=write><parameter=path>a.md</parameter><parameter=content>\n<tool_call>\n${LS}\n</tool_call>\n<tool_call>\n${LS}\n</tool_call>\n</parameter></function>`,
    'stop',
    {
      actions: [
        action('write', {
          path: 'a.md',
          content: `<tool_call>\n${LS}\n</tool_call>\n<tool_call>\n${LS}\n</tool_call>`,
        }),
      ],
      repairs,
    },
  ],
  [
    'entities that are consistent are decoded',
    '<function=bash><parameter=command>a &lt; b</parameter></function>',
    'stop',
    {
      actions: [action('bash', { command: 'a < b' }, { asWritten: { command: 'a &lt; b' } })],
      repairs: ['dialect:qwen-xml', 'entities'],
    },
  ],
  [
    'no closing tag of the last parameter',
    '<tool_call>\n<function=bash>\n<parameter=command>\nls\n</function>\n</tool_call>',
    'stop',
    { actions: [ls], loose: '\n\n', repairs: ['unclosed', 'dialect:qwen-xml'] },
  ],
  [
    'no closing tag of the function',
    '<tool_call>\n<function=bash>\n<parameter=command>\nls\n</parameter>\n</tool_call>',
    'stop',
    { actions: [ls], loose: '\n', repairs: ['unclosed', 'dialect:qwen-xml'] },
  ],
  [
    'no closing tag of a path',
    '<function=write>\n<parameter=path>\na.txt\n<parameter=content>\nx\n</parameter>\n</function>',
    'stop',
    { actions: [action('write', { path: 'a.txt', content: 'x' })], repairs: ['unclosed', 'dialect:qwen-xml'] },
  ],
  [
    'no closing tag before a parameter that would be missing',
    '<function=edit>\n<parameter=path>a</parameter>\n<parameter=old>\nx\n<parameter=new>\ny\n</parameter>\n</function>',
    'stop',
    { actions: [action('edit', { path: 'a', old: 'x', new: 'y' })], repairs: ['unclosed', 'dialect:qwen-xml'] },
  ],
  [
    'no closing tags, and the next call',
    `<tool_call>\n<function=bash>\n<parameter=command>\nls\n</function>\n</tool_call>\n<tool_call>\n${LS}\n</tool_call>`,
    'stop',
    { actions: [ls, ls], loose: '\n\n\n\n\n', repairs: ['unclosed', 'dialect:qwen-xml'] },
  ],
  [
    'nothing closed at all',
    '<tool_call>\n<function=bash>\n<parameter=command>\nls',
    'stop',
    { actions: [ls], loose: '\n', repairs: ['unclosed', 'dialect:qwen-xml'] },
  ],
  [
    'a closing tag that was cut',
    '<tool_call><function=bash><parameter=command>ls</param',
    'stop',
    { actions: [ls], repairs: ['unclosed', 'dialect:qwen-xml'] },
  ],
  [
    'cut at the limit',
    `<tool_call>\n${LS}\n</tool_call>\n<tool_call>\n<function=write>\n<parameter=path>\na\n</parameter>\n<parameter=content>\nhal`,
    'length',
    {
      actions: [ls, action('write', { path: 'a', content: 'hal' }, { error: 'truncated' })],
      loose: '\n\n\n\n',
      repairs,
    },
  ],
  [
    'parameters by their own names',
    '<function=bash>\n<command>ls</command>\n<timeout>5</timeout>\n</function>',
    'stop',
    { actions: [action('bash', { command: 'ls', timeout: 5 })], repairs },
  ],
  [
    'an unknown parameter behind a known one',
    '<function=bash><parameter=command>ls</parameter><parameter=cwd>/tmp</parameter></function>',
    'stop',
    { actions: [action('bash', { command: 'ls', cwd: '/tmp' }, { error: 'bad-params' })], repairs },
  ],
  [
    'a parameter twice',
    '<function=bash><parameter=command>ls</parameter><parameter=command>pwd</parameter></function>',
    'stop',
    { actions: [action('bash', { command: 'ls' }, { error: 'bad-params' })], repairs },
  ],
  [
    'an unknown function is text',
    '<tool_call>\n<function=fly>\n</function>\n</tool_call>',
    'stop',
    { loose: '<tool_call>\n<function=fly>\n</function>\n</tool_call>', error: 'no-element' },
  ],
  ['within a line it is text', `So ${LS}`, 'stop', { loose: `So ${LS}`, error: 'no-element' }],
  [
    'in a thought, in a value, in inline code it is none',
    `<think>${LS}</think>\`<function=bash>\` <action tool="write"><path>a</path><content>\n${LS}\n</content></action>`,
    'stop',
    {
      thoughts: [thought(LS)],
      actions: [action('write', { path: 'a', content: LS })],
      loose: '`<function=bash>` ',
    },
  ],
  [
    'in a fence',
    `\`\`\`xml\n<tool_call>\n${LS}\n</tool_call>\n\`\`\``,
    'stop',
    { actions: [ls], loose: '\n\n\n\n', repairs: ['fence', 'dialect:qwen-xml'] },
    { streams: 'taken back' },
  ],
  [
    'an unclosed thought ends before the outer tag',
    `<think>Hm.\n<tool_call>\n${LS}\n</tool_call>`,
    'stop',
    { thoughts: [thought('Hm.')], actions: [ls], loose: '\n\n', repairs: ['unclosed', 'dialect:qwen-xml'] },
  ],
  [
    'Chinese',
    '好的，写文件。\n<tool_call>\n<function=write>\n<parameter=path>\n说明.md\n</parameter>\n<parameter=content>\n# 标题\n内容：<标签> & 符号\n</parameter>\n</function>\n</tool_call>',
    'stop',
    {
      actions: [action('write', { path: '说明.md', content: '# 标题\n内容：<标签> & 符号' })],
      loose: '好的，写文件。\n\n\n',
      repairs,
    },
  ],
]);

describeRows('qwen-xml, left open', [
  [
    'the ends of a call left out before the next',
    '<tool_call>\n<function=bash>\n<parameter=command>\nls\n</parameter>\n<tool_call>\n<function=ls>\n</function>\n</tool_call>',
    'stop',
    { actions: [ls, action('ls', {})], loose: '\n\n\n', repairs: ['unclosed', ...repairs] },
  ],
  [
    'a piece of the next parameter’s tag, at the limit, is no value',
    '<function=write>\n<parameter=path>\na\n</parameter>\n<param',
    'length',
    { actions: [action('write', { path: 'a' }, { error: 'truncated' })], repairs },
  ],
  [
    'a cut closing tag of what stands around is no text',
    '<tool_call>\n<function=bash>\n<parameter=command>\nls\n</parameter>\n</function>\n</tool_c',
    'stop',
    { actions: [ls], loose: '\n\n', repairs },
  ],
]);
