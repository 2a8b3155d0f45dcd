import { action, describeRows } from './rows.ts';

const ls = action('bash', { command: 'ls' });

describeRows('bodies', [
  ['plain text is the body parameter', '<action tool="bash">ls</action>', 'stop', { actions: [ls] }],
  ['its layout is taken away', '<action tool="bash">\nls\n</action>', 'stop', { actions: [ls] }],
  [
    'a body that is a path is trimmed',
    '<action tool="read"> a.ts </action>',
    'stop',
    { actions: [action('read', { path: 'a.ts' })] },
  ],
  [
    'a JSON object is the parameters',
    '<action tool="bash">{"command": "ls", "timeout": 5}</action>',
    'stop',
    { actions: [action('bash', { command: 'ls', timeout: 5 })] },
  ],
  ['JSON over lines', '<action tool="bash">\n{\n  "command": "ls"\n}\n</action>', 'stop', { actions: [ls] }],
  [
    'JSON in a code fence',
    '<action tool="bash">\n```json\n{"command": "ls"}\n```\n</action>',
    'stop',
    { actions: [ls] },
  ],
  [
    'JSON in a code fence that breaks is not run as text',
    '<action tool="bash">```\n{"command": "echo "a""}\n```</action>',
    'stop',
    { actions: [action('bash', {}, { error: 'bad-params' })] },
  ],
  [
    'any other text in a code fence is as it stands',
    '<action tool="ask">\n```\n{ a }\n```\n</action>',
    'stop',
    { actions: [action('ask', { question: '```\n{ a }\n```' })] },
  ],
  [
    'JSON values are coerced: a string for a number, a number for a string',
    '<action tool="bash">{"command": 7, "timeout": "5"}</action>',
    'stop',
    { actions: [action('bash', { command: '7', timeout: 5 })] },
  ],
  [
    'a null or empty optional in JSON is absent',
    '<action tool="grep">{"pattern": "a", "path": null, "glob": "", "ignoreCase": "null"}</action>',
    'stop',
    { actions: [action('grep', { pattern: 'a' })] },
  ],
  [
    'the word null for a string in JSON is a word',
    '<action tool="grep">{"pattern": "a", "glob": "null"}</action>',
    'stop',
    { actions: [action('grep', { pattern: 'a', glob: 'null' })] },
  ],
  [
    'JSON text for an array is read',
    '<action tool="ask">{"question": "q", "options": "[\\"a\\"]"}</action>',
    'stop',
    { actions: [action('ask', { question: 'q', options: ['a'] })] },
  ],
  [
    'a JSON array is text',
    '<action tool="bash">[ -f a ]</action>',
    'stop',
    { actions: [action('bash', { command: '[ -f a ]' })] },
  ],
  [
    'braces that are no JSON are text',
    '<action tool="bash">{ ls; }</action>',
    'stop',
    { actions: [action('bash', { command: '{ ls; }' })] },
  ],
  [
    'tags in the strings of a JSON body are no parameters',
    '<action tool="write">{"path": "i.svg", "content": "<svg><path d=\\"M0\\"/></svg>"}</action>',
    'stop',
    { actions: [action('write', { path: 'i.svg', content: '<svg><path d="M0"/></svg>' })] },
  ],
  ['an action without a body', '<action tool="ls"></action>', 'stop', { actions: [action('ls', {})] }],
  ['a self-closing action', '<action tool="ls"/>', 'stop', { actions: [action('ls', {})] }],
  ['a self-closing action with a blank', '<action tool="ls" />', 'stop', { actions: [action('ls', {})] }],
  ['a blank body is none', '<action tool="ls"> \n </action>', 'stop', { actions: [action('ls', {})] }],
  [
    'a blank body of a tool that needs its parameter',
    '<action tool="bash"> </action>',
    'stop',
    { actions: [action('bash', {}, { error: 'bad-params' })] },
  ],
  [
    'a body that is one unknown element is no text',
    '<action tool="bash"><cmd>ls</cmd></action>',
    'stop',
    { actions: [action('bash', {}, { error: 'bad-params' })] },
  ],
  [
    'a body that is several unknown elements is no text',
    '<action tool="bash">\n<cmd>ls</cmd>\n<cwd>/tmp</cwd>\n</action>',
    'stop',
    { actions: [action('bash', {}, { error: 'bad-params' })] },
  ],
  [
    'a body that holds an element among text is text',
    '<action tool="bash">echo <b>x</b></action>',
    'stop',
    { actions: [action('bash', { command: 'echo <b>x</b>' })] },
  ],
  [
    'a body of nested elements of one name is no text',
    '<action tool="grep"><div><div>a</div></div></action>',
    'stop',
    { actions: [action('grep', {}, { error: 'bad-params' })] },
  ],
  [
    'text for a tool without a body parameter',
    '<action tool="write">hello</action>',
    'stop',
    { actions: [action('write', {}, { error: 'bad-params' })] },
  ],
  [
    'an unknown element beside known ones',
    '<action tool="bash"><command>ls</command><cwd>/tmp</cwd></action>',
    'stop',
    { actions: [action('bash', { command: 'ls' }, { error: 'bad-params' })] },
  ],
  [
    'an unknown element before known ones',
    '<action tool="bash"><cwd>/tmp</cwd><command>ls</command></action>',
    'stop',
    { actions: [action('bash', { command: 'ls' }, { error: 'bad-params' })] },
  ],
  [
    'an unknown member in JSON',
    '<action tool="bash">{"command": "ls", "cwd": "/tmp"}</action>',
    'stop',
    { actions: [action('bash', { command: 'ls', cwd: '/tmp' }, { error: 'bad-params' })] },
  ],
  [
    'members that every object has are unknown ones',
    '<action tool="ls">{"constructor": 1}</action>',
    'stop',
    { actions: [action('ls', { constructor: 1 } as never, { error: 'bad-params' })] },
  ],
  [
    'a prototype in JSON gives no parameters',
    '<action tool="bash">{"__proto__": {"command": "rm -rf ~"}}</action>',
    'stop',
    {
      actions: [action('bash', Object.fromEntries([['__proto__', { command: 'rm -rf ~' }]]), { error: 'bad-params' })],
    },
  ],
  [
    'an object for a string in JSON',
    '<action tool="bash">{"command": {"a": 1}}</action>',
    'stop',
    { actions: [action('bash', { command: { a: 1 } }, { error: 'bad-params' })] },
  ],
  [
    'a body may quote an action',
    '<action tool="bash">\ncat > x <<EOF\n<action tool="read">\n<path>a</path>\n</action>\nEOF\n</action>',
    'stop',
    {
      actions: [action('bash', { command: 'cat > x <<EOF\n<action tool="read">\n<path>a</path>\n</action>\nEOF' })],
    },
  ],
  [
    'a body that quotes only an opening tag',
    `<action tool="bash">echo '<action tool="ls">'</action>`,
    'stop',
    { actions: [action('bash', { command: `echo '<action tool="ls">'` })] },
  ],
  [
    'a body whose closing tag was left out',
    '<action tool="bash">ls\n<action tool="read"><path>a</path></action>',
    'stop',
    {
      actions: [ls, action('read', { path: 'a' })],
      repairs: ['unclosed'],
    },
  ],
  [
    'an action at the start of the body, and a parameter behind it',
    '<action tool="bash">\n<action tool="ls"/>\n<command>pw',
    'stop',
    { actions: [action('bash', { command: 'pw' }, { error: 'bad-params' })], repairs: ['unclosed'] },
  ],
  [
    'bodies whose closing tags were all left out',
    '<action tool="read">a\n<action tool="read">b\n<action tool="read">c',
    'stop',
    {
      actions: [action('read', { path: 'a' }), action('read', { path: 'b' }), action('read', { path: 'c' })],
      repairs: ['unclosed'],
    },
  ],
]);
