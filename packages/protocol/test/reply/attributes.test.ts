import { action, describeRows } from './rows.ts';

const ls = action('bash', { command: 'ls' });

function bash(tag: string): string {
  return `<action ${tag}><command>ls</command></action>`;
}

describeRows('the tool of an action', [
  ['in double quotes', bash('tool="bash"'), 'stop', { actions: [ls] }],
  ['in single quotes', bash("tool='bash'"), 'stop', { actions: [ls] }],
  ['without quotes', bash('tool=bash'), 'stop', { actions: [ls] }],
  ['with white space around the equals sign', bash('tool = "bash" '), 'stop', { actions: [ls] }],
  ['over lines', bash('\n  tool="bash"\n'), 'stop', { actions: [ls] }],
  ['in any case', bash('TOOL=" Bash "'), 'stop', { actions: [ls] }],
  ['by name', bash('name="bash"'), 'stop', { actions: [ls], repairs: ['attribute'] }],
  ['tool before name', bash('name="read" tool="bash"'), 'stop', { actions: [ls] }],
  [
    'in a JSON body',
    '<action>{"name": "bash", "arguments": {"command": "ls"}}</action>',
    'stop',
    { actions: [ls], repairs: ['attribute'] },
  ],
  [
    'in a JSON body without arguments',
    '<action>{"name": "ls"}</action>',
    'stop',
    { actions: [action('ls', {})], repairs: ['attribute'] },
  ],
  [
    'in a JSON body whose arguments are none',
    '<action>{"name": "ls", "arguments": [1]}</action>',
    'stop',
    {
      actions: [action('ls', {}, { error: 'bad-params' })],
      repairs: ['attribute'],
    },
  ],
  [
    'nowhere',
    '<action><command>ls</command></action>',
    'stop',
    { actions: [action('', { command: 'ls' }, { error: 'bad-params' })] },
  ],
  ['nowhere, without a body', '<action/>', 'stop', { actions: [action('', {}, { error: 'bad-params' })] }],
  ['empty', bash('tool=""'), 'stop', { actions: [action('', { command: 'ls' }, { error: 'bad-params' })] }],
  [
    'not offered',
    bash('tool="fly"'),
    'stop',
    { actions: [action('fly', { command: 'ls' }, { error: 'unknown-tool' })] },
  ],
  [
    'a quote that is not closed ends at the first > of its line',
    '<action tool="bash>\n<command>ls</command>\n</action>',
    'stop',
    { actions: [ls] },
  ],
  ['the same on one line', '<action tool="ls></action>\n', 'stop', { actions: [action('ls', {})], loose: '\n' }],
  ['the same in a self-closing tag', '<action tool="ls/>\n', 'stop', { actions: [action('ls', {})], loose: '\n' }],
  [
    'a quote that is closed on a later line',
    '<action tool="bash" command="cat <<E\na > b\nE"/>',
    'stop',
    {
      actions: [action('bash', { command: 'cat <<E\na > b\nE' })],
      repairs: ['attribute'],
    },
  ],
  [
    'a quote that is closed nowhere, with a tag on the next line',
    '<action tool="bash\n<command>ls</command>\n</action>',
    'stop',
    {
      loose: '<action tool="bash\n<command>ls</command>\n</action>',
      error: 'no-element',
    },
  ],
  [
    'the bracket of the tag on the next line',
    '<action tool="bash\n>\n<command>ls</command>\n</action>',
    'stop',
    { actions: [ls] },
  ],
  [
    'a > in quotes',
    '<action tool="grep" pattern="a>b"/>',
    'stop',
    { actions: [action('grep', { pattern: 'a>b' })], repairs: ['attribute'] },
  ],
  [
    'a quote of the other kind in quotes',
    `<action tool="bash" command="echo 'a'"/>`,
    'stop',
    { actions: [action('bash', { command: "echo 'a'" })], repairs: ['attribute'] },
  ],
  [
    'a < outside of quotes is no tag',
    '<action tool=bash <b>',
    'stop',
    { loose: '<action tool=bash <b>', error: 'no-element' },
  ],
  ['with a quote too many', bash('tool=bash"'), 'stop', { actions: [ls] }],
  ['in typographic quotes', bash('tool=“bash”'), 'stop', { actions: [ls] }],
  ['quoted twice', bash(`tool="'bash'"`), 'stop', { actions: [ls] }],
  [
    'a name that ends with a quote of its own',
    '<action tool=\'say "x"\'/>',
    'stop',
    { actions: [action('say "x"', {})] },
    { tools: [{ name: 'say "x"', description: '', parameters: { type: 'object', properties: {} } }] },
  ],
]);

describeRows('parameters as attributes', [
  [
    'in a self-closing tag',
    '<action tool="read" path="a.ts" limit="5"/>',
    'stop',
    { actions: [action('read', { path: 'a.ts', limit: 5 })], repairs: ['attribute'] },
  ],
  [
    'beside elements',
    '<action tool="write" path="f"><content>a</content></action>',
    'stop',
    { actions: [action('write', { path: 'f', content: 'a' })], repairs: ['attribute'] },
  ],
  [
    'beside a body',
    '<action tool="bash" timeout=5>ls</action>',
    'stop',
    { actions: [action('bash', { command: 'ls', timeout: 5 })], repairs: ['attribute'] },
  ],
  [
    'beside a JSON body',
    '<action tool="bash" timeout="5">{"command": "ls"}</action>',
    'stop',
    { actions: [action('bash', { command: 'ls', timeout: 5 })], repairs: ['attribute'] },
  ],
  [
    'in any case',
    '<action tool="grep" PATTERN="a" ignorecase="true"/>',
    'stop',
    { actions: [action('grep', { pattern: 'a', ignoreCase: true })], repairs: ['attribute'] },
  ],
  [
    'entities as in XML',
    '<action tool="bash" command="echo &quot;a&quot; &amp;&amp; b && c &#65;"/>',
    'stop',
    {
      actions: [action('bash', { command: 'echo "a" && b && c A' })],
      repairs: ['attribute'],
    },
  ],
  ['unknown ones are ignored', '<action id="1" tool="ls" x></action>', 'stop', { actions: [action('ls', {})] }],
  [
    'an empty optional one is absent',
    '<action tool="ls" path=""/>',
    'stop',
    { actions: [action('ls', {})], repairs: ['attribute'] },
  ],
  [
    'the same as an element once more',
    '<action tool="read" path=" a "><path>a</path></action>',
    'stop',
    { actions: [action('read', { path: 'a' })], repairs: ['attribute'] },
  ],
  [
    'another value than the element',
    '<action tool="read" path="a"><path>b</path></action>',
    'stop',
    { actions: [action('read', { path: 'a' }, { error: 'bad-params' })], repairs: ['attribute'] },
  ],
  [
    'another value than the JSON body',
    '<action tool="read" path="a">{"path": "b"}</action>',
    'stop',
    { actions: [action('read', { path: 'a' }, { error: 'bad-params' })], repairs: ['attribute'] },
  ],
  [
    'another value than the body',
    '<action tool="bash" command="pwd">ls</action>',
    'stop',
    { actions: [action('bash', { command: 'pwd' }, { error: 'bad-params' })], repairs: ['attribute'] },
  ],
  [
    'the same as the body',
    '<action tool="bash" command="ls">\nls\n</action>',
    'stop',
    { actions: [ls], repairs: ['attribute'] },
  ],
]);

describeRows('a parameter twice', [
  [
    'the same is one',
    '<action tool="read"><path>a</path><limit>1</limit><path>\na\n</path></action>',
    'stop',
    { actions: [action('read', { path: 'a', limit: 1 })] },
  ],
  [
    'another value',
    '<action tool="read"><path>a</path><limit>1</limit><path>b</path></action>',
    'stop',
    { actions: [action('read', { path: 'a', limit: 1 }, { error: 'bad-params' })] },
  ],
  [
    'blanks make another value of a string',
    '<action tool="bash"><command>a</command><timeout>1</timeout><command> a</command></action>',
    'stop',
    {
      actions: [action('bash', { command: 'a', timeout: 1 }, { error: 'bad-params' })],
    },
  ],
  [
    'of the same name in another case, in JSON',
    '<action tool="read">{"path": "a", "PATH": "b"}</action>',
    'stop',
    { actions: [action('read', { path: 'a' }, { error: 'bad-params' })] },
  ],
  [
    'the same in two attributes, borders aside',
    '<action tool="read" path="a" PATH=" a "/>',
    'stop',
    { actions: [action('read', { path: 'a' })], repairs: ['attribute'] },
  ],
  [
    'another value in two attributes',
    '<action tool="read" path="a" path="b"/>',
    'stop',
    { actions: [action('read', { path: 'a' }, { error: 'bad-params' })], repairs: ['attribute'] },
  ],
  ['an unknown attribute may differ', '<action tool="ls" id="1" id="2"/>', 'stop', { actions: [action('ls', {})] }],
]);
