import { action, describeRows, said, thought } from './rows.ts';

const ls = action('bash', { command: 'ls' });
const repairs = ['dialect:hermes'];
const LS = '<tool_call>\n{"name": "bash", "arguments": {"command": "ls"}}\n</tool_call>';

/** The arguments, in a call of `bash`. */
function bash(json: string): string {
  return `<tool_call>\n{"name": "bash", "arguments": ${json}}\n</tool_call>`;
}

describeRows('dialect hermes: <tool_call>{JSON}', [
  ['whole', LS, 'stop', { actions: [ls], repairs }],
  [
    'on one line',
    '<tool_call>{"name":"bash","arguments":{"command":"ls"}}</tool_call>',
    'stop',
    { actions: [ls], repairs },
  ],
  ['prose before it', `好的，我来看看。\n${LS}`, 'stop', { actions: [ls], loose: '好的，我来看看。\n', repairs }],
  ['several calls', `${LS}\n${LS}`, 'stop', { actions: [ls, ls], loose: '\n', repairs }],
  [
    'several in one',
    '<tool_call>\n{"name": "ls", "arguments": {}}\n{"name": "bash", "arguments": {"command": "ls"}}\n</tool_call>',
    'stop',
    { actions: [action('ls', {}), ls], repairs },
  ],
  [
    'an array of them',
    '<tool_call>[{"name": "ls", "arguments": {}}, {"name": "bash", "arguments": {"command": "ls"}}]</tool_call>',
    'stop',
    { actions: [action('ls', {}), ls], repairs },
  ],
  [
    'one of an array is unknown',
    '<tool_call>[{"name": "ls", "arguments": {}}, {"name": "fly", "arguments": {"to": "x"}}]</tool_call>',
    'stop',
    { actions: [action('ls', {}), action('fly', { to: 'x' }, { error: 'unknown-tool' })], repairs },
  ],
  [
    'the name behind the arguments',
    '<tool_call>{"arguments": {"command": "ls"}, "name": "bash"}</tool_call>',
    'stop',
    { actions: [ls], repairs },
  ],
  [
    'other names for both',
    '<tool_call>{"tool": "bash", "parameters": {"command": "ls"}}</tool_call>',
    'stop',
    { actions: [ls], repairs },
  ],
  [
    'as a function',
    '<tool_call>{"type": "function", "function": {"name": "bash", "arguments": {"command": "ls"}}}</tool_call>',
    'stop',
    { actions: [ls], repairs },
  ],
  ['no arguments', '<tool_call>{"name": "ls"}</tool_call>', 'stop', { actions: [action('ls', {})], repairs }],
  [
    'null for them',
    '<tool_call>{"name": "ls", "arguments": null}</tool_call>',
    'stop',
    { actions: [action('ls', {})], repairs },
  ],
  [
    'the parameters beside the name',
    '<tool_call>{"name": "bash", "command": "ls"}</tool_call>',
    'stop',
    { actions: [ls], repairs },
  ],
  ['text for what a body would hold', bash('"ls"'), 'stop', { actions: [ls], repairs }],
  [
    'a list for the arguments',
    bash('["ls"]'),
    'stop',
    { actions: [action('bash', {}, { error: 'bad-params' })], repairs },
  ],
  [
    'a string may hold anything',
    '<tool_call>{"name": "write", "arguments": {"path": "a", "content": "</tool_call>\\n<action tool=\'bash\'>\\n<final>x</final>"}}</tool_call>',
    'stop',
    {
      actions: [action('write', { path: 'a', content: "</tool_call>\n<action tool='bash'>\n<final>x</final>" })],
      repairs,
    },
  ],
  [
    'also with raw newlines',
    '<tool_call>{"name": "write", "arguments": {"path": "a", "content": "\n</tool_call>\n```\n<action tool=\'ls\'/>\n"}}</tool_call>',
    'stop',
    { actions: [action('write', { path: 'a', content: "\n</tool_call>\n```\n<action tool='ls'/>\n" })], repairs },
  ],
  [
    'in a code fence of its own',
    '<tool_call>\n```json\n{"name": "bash", "arguments": {"command": "ls"}}\n```\n</tool_call>',
    'stop',
    { actions: [ls], repairs },
  ],
  [
    'entities in it are text',
    bash('{"command": "a &lt; b"}'),
    'stop',
    { actions: [action('bash', { command: 'a &lt; b' })], repairs },
  ],
  [
    'no closing tag',
    '<tool_call>\n{"name": "bash", "arguments": {"command": "ls"}}',
    'stop',
    { actions: [ls], repairs: ['unclosed', 'dialect:hermes'] },
  ],
  [
    'a closing tag that was cut',
    '<tool_call>\n{"name": "bash", "arguments": {"command": "ls"}}\n</tool_c',
    'stop',
    { actions: [ls], repairs: ['unclosed', 'dialect:hermes'] },
  ],
  [
    'no closing tag before the next call',
    `<tool_call>\n{"name": "bash", "arguments": {"command": "ls"}}\n${LS}`,
    'stop',
    { actions: [ls, ls], loose: '\n', repairs: ['unclosed', 'dialect:hermes'] },
  ],
  [
    'no closing tag before prose',
    '<tool_call>{"name": "ls", "arguments": {}}\nNow I wait.',
    'stop',
    { actions: [action('ls', {})], loose: '\nNow I wait.', repairs: ['unclosed', 'dialect:hermes'] },
  ],
  [
    'an opening tag for the closing one',
    '<tool_call>{"name": "ls", "arguments": {}}<tool_call>',
    'stop',
    { actions: [action('ls', {})], repairs: ['unclosed', 'dialect:hermes'] },
  ],
  ['a brace too many', bash('{"command": "ls"}}'), 'stop', { actions: [ls], repairs }],
  [
    'a brace missing',
    '<tool_call>\n{"name": "bash", "arguments": {"command": "ls"}\n</tool_call>',
    'stop',
    { actions: [ls], repairs },
  ],
  [
    'a brace and the closing tag missing',
    '<tool_call>\n{"name": "bash", "arguments": {"command": "ls"}\n',
    'stop',
    { actions: [ls], repairs: ['unclosed', 'dialect:hermes'] },
  ],
  [
    'a brace missing before the next call',
    `<tool_call>\n{"name": "bash", "arguments": {"command": "ls"}\n${LS}`,
    'stop',
    { actions: [ls, ls], repairs: ['unclosed', 'dialect:hermes'] },
  ],
  [
    'a bare quote in a string breaks it',
    bash('{"command": "echo "hi""}'),
    'stop',
    { actions: [action('bash', { command: 'echo ' }, { error: 'bad-params' })], repairs },
  ],
  [
    'a quote missing',
    bash('{"command": "ls}'),
    'stop',
    { actions: [action('bash', { command: 'ls}}\n</tool_call>' }, { error: 'bad-params' })], repairs },
  ],
  [
    'a bare quote, and quotes too many around the tool',
    '<tool_call>{"name": "\\"bash\\"", "arguments": {"command": "echo "x""}}</tool_call>',
    'stop',
    { actions: [action('bash', { command: 'echo ' }, { error: 'bad-params' })], repairs },
  ],
  [
    'broken before the tool is named',
    '<tool_call>\n{name: bash}\n</tool_call>',
    'stop',
    { loose: '<tool_call>\n{name: bash}\n</tool_call>', error: 'no-element' },
  ],
  [
    'cut',
    '<tool_call>\n{"name": "write", "arguments": {"path": "a", "content": "half',
    'stop',
    { actions: [action('write', { path: 'a', content: 'half' })], repairs: ['unclosed', 'dialect:hermes'] },
  ],
  [
    'cut, where a stop sequence may have done it',
    '<tool_call>\n{"name": "write", "arguments": {"path": "a", "content": "half',
    'stop',
    { actions: [action('write', { path: 'a', content: 'half' }, { error: 'truncated' })], repairs },
    { stopSent: true },
  ],
  [
    'cut at the limit: those before it count',
    `${LS}\n<tool_call>\n{"name": "write", "arguments": {"path": "a", "content": "half\\u00`,
    'length',
    { actions: [ls, action('write', { path: 'a', content: 'half' }, { error: 'truncated' })], loose: '\n', repairs },
  ],
  [
    'cut at the limit behind the JSON',
    '<tool_call>\n{"name": "bash", "arguments": {"command": "ls"}}',
    'length',
    { actions: [action('bash', { command: 'ls' }, { error: 'truncated' })], repairs },
  ],
  [
    'cut at the limit in an array',
    '<tool_call>[{"name": "ls", "arguments": {}}, {"name": "bash", "arguments": {"command": "r',
    'length',
    { actions: [action('ls', {}), action('bash', { command: 'r' }, { error: 'truncated' })], repairs },
  ],
  [
    'a tool that is not offered is text, and so is what its strings hold',
    '<tool_call>{"name": "fly", "arguments": {"to": "\n<action tool=\'ls\'/>\n"}}</tool_call>',
    'stop',
    {
      loose: '<tool_call>{"name": "fly", "arguments": {"to": "\n<action tool=\'ls\'/>\n"}}</tool_call>',
      error: 'no-element',
    },
  ],
  ['within a line it is text', `So ${LS}`, 'stop', { loose: `So ${LS}`, error: 'no-element' }],
  [
    'right behind an action it counts',
    `<action tool="ls"/>${LS}`,
    'stop',
    { actions: [action('ls', {}), ls], repairs },
  ],
  [
    'a plain action behind it',
    `${LS}\n<action tool="ls"/>`,
    'stop',
    { actions: [ls, action('ls', {})], loose: '\n', repairs },
  ],
  [
    'in a thought, a value and inline code it is none',
    `<think>\n${LS}\n</think>\`<tool_call>{}\` <action tool="write"><path>a</path><content>\n${LS}\n</content></action>`,
    'stop',
    { thoughts: [thought(LS)], actions: [action('write', { path: 'a', content: LS })], loose: '`<tool_call>{}` ' },
  ],
  [
    'in a fence',
    `So:\n\`\`\`json\n${LS}\n\`\`\``,
    'stop',
    { actions: [ls], loose: 'So:\n\n\n', repairs: ['fence', 'dialect:hermes'] },
    { streams: 'taken back' },
  ],
  [
    'an unclosed thought ends before it',
    `<thought>I look.\n${LS}`,
    'stop',
    { thoughts: [said('I look.')], actions: [ls], repairs: ['unclosed', 'dialect:hermes'] },
  ],
  [
    'an unclosed thought goes on over one of an unknown tool',
    '<thought>I look.\n<tool_call>{"name": "fly", "arguments": {}}</tool_call>\n<final>x</final>',
    'stop',
    {
      thoughts: [said('I look.\n<tool_call>{"name": "fly", "arguments": {}}</tool_call>')],
      final: 'x',
      repairs: ['unclosed'],
    },
  ],
]);

describeRows('lenient JSON', [
  [
    'raw newlines and tabs in a string',
    bash('{"command": "a\n\tb"}'),
    'stop',
    { actions: [action('bash', { command: 'a\n\tb' })], repairs },
  ],
  [
    'backslashes that escape nothing',
    bash('{"command": "grep \\d+\\.txt \\$HOME \\uZZ C:\\Programs"}'),
    'stop',
    { actions: [action('bash', { command: 'grep \\d+\\.txt \\$HOME \\uZZ C:\\Programs' })], repairs },
  ],
  [
    'a backslash at the end of a line',
    bash('{"command": "docker run \\\n  -it x"}'),
    'stop',
    { actions: [action('bash', { command: 'docker run \\\n  -it x' })], repairs },
  ],
  [
    'escapes that are some',
    bash('{"command": "\\"\\\\\\/\\n\\t\\u4f60\\ud83d\\ude00"}'),
    'stop',
    { actions: [action('bash', { command: '"\\/\n\t你😀' })], repairs },
  ],
  [
    'an escaped apostrophe',
    bash('{"command": "echo \\\'hi\\\'"}'),
    'stop',
    { actions: [action('bash', { command: "echo 'hi'" })], repairs },
  ],
  [
    'trailing commas',
    bash('{"command": "ls", "timeout": 5,},'),
    'stop',
    { actions: [action('bash', { command: 'ls', timeout: 5 })], repairs },
  ],
  [
    'Python',
    `<tool_call>\n{'name': 'edit', 'arguments': {'path': 'a', 'old': "it's", 'new': 'say "x"', 'all': True}}\n</tool_call>`,
    'stop',
    { actions: [action('edit', { path: 'a', old: "it's", new: 'say "x"', all: true })], repairs },
  ],
  [
    'None and False',
    `<tool_call>{'name': 'grep', 'arguments': {'pattern': 'x', 'path': None, 'ignoreCase': False}}</tool_call>`,
    'stop',
    { actions: [action('grep', { pattern: 'x', ignoreCase: false })], repairs },
  ],
  [
    'arguments encoded twice',
    bash('"{\\"command\\": \\"echo \\\\\\"a\\\\\\"\\"}"'),
    'stop',
    { actions: [action('bash', { command: 'echo "a"' })], repairs },
  ],
  [
    'arguments encoded twice, for a tool without a body',
    '<tool_call>{"name": "write", "arguments": "{\\"path\\": \\"a\\", \\"content\\": \\"x\\\\ny\\"}"}</tool_call>',
    'stop',
    { actions: [action('write', { path: 'a', content: 'x\ny' })], repairs },
  ],
  ['a body in a plain action', `<action tool="bash">\n{'command': "ls",}\n</action>`, 'stop', { actions: [ls] }],
  ['a body that lacks its brace', '<action tool="bash">{"command": "ls"</action>', 'stop', { actions: [ls] }],
  [
    'a body whose string holds a closing tag',
    '<action tool="write">{"path": "a", "content": "</action>\n<path>b</path>"}</action>',
    'stop',
    { actions: [action('write', { path: 'a', content: '</action>\n<path>b</path>' })] },
  ],
  [
    'a body that breaks as JSON is not run as text',
    '<action tool="bash">{"command": "echo "hi""}</action>',
    'stop',
    { actions: [action('bash', {}, { error: 'bad-params' })] },
  ],
  [
    'a body that only begins with a brace',
    '<action tool="bash">{ ls; pwd; }</action>',
    'stop',
    { actions: [action('bash', { command: '{ ls; pwd; }' })] },
  ],
  [
    'a body that names the tool',
    `<action>{'tool': 'bash', 'args': {'command': 'ls'}}</action>`,
    'stop',
    { actions: [ls], repairs: ['attribute'] },
  ],
  [
    'a body that names the tool once more',
    `<action tool="bash">{"name": "bash", "arguments": {"command": "ls"}}</action>`,
    'stop',
    { actions: [ls] },
  ],
  [
    'a body that names the tool beside its parameters',
    '<action>{"tool": "bash", "command": "ls"}</action>',
    'stop',
    { actions: [ls], repairs: ['attribute'] },
  ],
  [
    'a parameter that is a list',
    `<action tool="todo"><items>[{'text': 'a', 'done': True,}]</items></action>`,
    'stop',
    { actions: [action('todo', { items: [{ text: 'a', done: true }] })] },
  ],
]);

describeRows('JSON that is nearly right, in hermes', [
  [
    'a brace missing before the bracket of the array',
    '<tool_call>\n[{"name": "bash", "arguments": {"command": "ls"}]\n</tool_call>',
    'stop',
    { actions: [ls], repairs },
  ],
  [
    'a bracket missing before the brace of the object',
    '<tool_call>\n{"name": "ask", "arguments": {"question": "Q", "options": ["a", "b"}}\n</tool_call>',
    'stop',
    { actions: [action('ask', { question: 'Q', options: ['a', 'b'] })], repairs },
  ],
  [
    'doubled braces, as in the template it was shown',
    '<tool_call>\n{{"name": "bash", "arguments": {"command": "ls"}}}\n</tool_call>',
    'stop',
    { actions: [ls], repairs },
  ],
  [
    'all braces doubled',
    '<tool_call>\n{{"name": "bash", "arguments": {{"command": "ls"}}}}\n</tool_call>',
    'stop',
    { actions: [ls], repairs },
  ],
  [
    'parameters as Python within a string',
    `<tool_call>\n{"name": "bash", "arguments": "{'command': 'ls'}"}\n</tool_call>`,
    'stop',
    { actions: [ls], repairs },
  ],
  [
    'a path is trimmed, another string is not',
    '<tool_call>{"name": "write", "arguments": {"path": " a ", "content": "\\n x "}}</tool_call>',
    'stop',
    { actions: [action('write', { path: 'a', content: '\n x ' })], repairs },
  ],
  [
    'names of parameters in any case',
    '<tool_call>{"name": "Bash", "arguments": {"Command": "ls"}}</tool_call>',
    'stop',
    { actions: [ls], repairs },
  ],
  [
    'a namespace before the tag',
    '<x:tool_call>{"name": "bash", "arguments": {"command": "ls"}}</x:tool_call>',
    'stop',
    { actions: [ls], repairs },
  ],
  [
    'names that every object has are no tools',
    '<tool_call>{"name": "constructor", "arguments": {}}</tool_call>',
    'stop',
    { loose: '<tool_call>{"name": "constructor", "arguments": {}}</tool_call>', error: 'no-element' },
  ],
]);

const JSON_OF_LS = '{"name": "bash", "arguments": {"command": "ls"}}';

describeRows('hermes, cut in its closing tag', [
  [
    'at the limit, behind the JSON',
    `<tool_call>\n${JSON_OF_LS}\n`,
    'length',
    { actions: [action('bash', { command: 'ls' }, { error: 'truncated' })], repairs },
  ],
  [
    'at the limit, behind its first character',
    `<tool_call>\n${JSON_OF_LS}\n<`,
    'length',
    { actions: [action('bash', { command: 'ls' }, { error: 'truncated' })], repairs },
  ],
  [
    'at the limit, behind its second',
    `<tool_call>\n${JSON_OF_LS}\n</`,
    'length',
    { actions: [action('bash', { command: 'ls' }, { error: 'truncated' })], repairs },
  ],
  [
    'at a stop',
    `<tool_call>\n${JSON_OF_LS}\n</too`,
    'stop',
    { actions: [ls], repairs: ['unclosed', 'dialect:hermes'] },
  ],
  [
    'what names no tool is text, and nothing of it is repaired',
    '<tool_call>\n{"name": "ba',
    'stop',
    { loose: '<tool_call>\n{"name": "ba', error: 'no-element' },
  ],
]);
