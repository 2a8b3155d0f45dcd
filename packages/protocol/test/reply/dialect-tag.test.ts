import { action, describeRows, said, thought } from './rows.ts';

const ls = action('bash', { command: 'ls' });
const repairs = ['dialect:tag'];

describeRows('dialect tag: the tool as the element', [
  ['parameters inside', '<bash><command>ls</command></bash>', 'stop', { actions: [ls], repairs }],
  [
    'text for its body',
    '<bash>\nls -la\n</bash>',
    'stop',
    { actions: [action('bash', { command: 'ls -la' })], repairs },
  ],
  ['JSON in it', '<bash>{"command": "ls"}</bash>', 'stop', { actions: [ls], repairs }],
  ['empty, and in capitals', '<LS/>', 'stop', { actions: [action('ls', {})], repairs }],
  [
    'an attribute is a parameter',
    '<read path="a.ts" limit="5"/>',
    'stop',
    { actions: [action('read', { path: 'a.ts', limit: 5 })], repairs: ['dialect:tag', 'attribute'] },
  ],
  [
    'an attribute never names another tool',
    '<ls tool="bash" path="src"/>',
    'stop',
    { actions: [action('ls', { path: 'src' })], repairs: ['dialect:tag', 'attribute'] },
  ],
  [
    'several, one right behind the other',
    '<read><path>a</path></read><read><path>b</path></read>\n<ls/>',
    'stop',
    {
      actions: [action('read', { path: 'a' }), action('read', { path: 'b' }), action('ls', {})],
      loose: '\n',
      repairs,
    },
  ],
  [
    'among plain actions and prose',
    '我先看看。\n<action tool="ls"/>\n<bash><command>echo 你好</command></bash>',
    'stop',
    {
      actions: [action('ls', {}), action('bash', { command: 'echo 你好' })],
      loose: '我先看看。\n\n',
      repairs,
    },
  ],
  [
    'a value may hold its own tags',
    '<write><path>d.md</path><content>use <write> and </write>, or </content> here</content></write>',
    'stop',
    { actions: [action('write', { path: 'd.md', content: 'use <write> and </write>, or </content> here' })], repairs },
  ],
  [
    'a value may hold a whole call',
    '<write><path>d.md</path><content>\n<write><path>x</path><content>y</content></write>\n</content></write>',
    'stop',
    {
      actions: [action('write', { path: 'd.md', content: '<write><path>x</path><content>y</content></write>' })],
      repairs,
    },
  ],
  [
    'a parameter with the name of a tool',
    '<edit><path>a</path><old>x</old><new>y</new></edit>',
    'stop',
    { actions: [action('edit', { path: 'a', old: 'x', new: 'y' })], repairs },
  ],
  [
    'entities and CDATA as in the plain form',
    '<bash><command>a &amp;&amp; b</command></bash><bash><command><![CDATA[ a ]]></command></bash>',
    'stop',
    {
      actions: [
        action('bash', { command: 'a && b' }, { asWritten: { command: 'a &amp;&amp; b' } }),
        action('bash', { command: ' a ' }),
      ],
      repairs: ['dialect:tag', 'entities'],
    },
  ],
  ['no closing tag', '<bash><command>ls</command>', 'stop', { actions: [ls], repairs: ['unclosed', 'dialect:tag'] }],
  [
    'a closing tag that was cut',
    '<bash><command>ls</command></ba',
    'stop',
    { actions: [ls], repairs: ['unclosed', 'dialect:tag'] },
  ],
  [
    'no closing tag of the parameter, and another call',
    '<bash><command>ls</bash>\n<bash><command>pwd</bash>',
    'stop',
    {
      actions: [ls, action('bash', { command: 'pwd' })],
      loose: '\n',
      repairs: ['unclosed', 'dialect:tag'],
    },
  ],
  [
    'cut at the limit',
    '<bash><command>ls</command></bash>\n<bash><command>rm -r',
    'length',
    { actions: [ls, action('bash', { command: 'rm -r' }, { error: 'truncated' })], loose: '\n', repairs },
  ],
  [
    'an unknown parameter',
    '<bash><command>ls</command><cwd>/tmp</cwd></bash>',
    'stop',
    { actions: [action('bash', { command: 'ls' }, { error: 'bad-params' })], repairs },
  ],
  [
    'a tool that is not offered is text',
    '<teleport><where>home</where></teleport>',
    'stop',
    { loose: '<teleport><where>home</where></teleport>', error: 'no-element' },
  ],
  [
    'within a line it is text',
    'You could write <bash><command>ls</command></bash> here.',
    'stop',
    { loose: 'You could write <bash><command>ls</command></bash> here.', error: 'no-element' },
  ],
  ['indented it counts', '  <bash><command>ls</command></bash>', 'stop', { actions: [ls], loose: '  ', repairs }],
  [
    'in inline code it is text',
    '`<bash>ls</bash>` runs it.',
    'stop',
    { loose: '`<bash>ls</bash>` runs it.', error: 'no-element' },
  ],
  [
    'in a fence it is peeled off',
    '```xml\n<bash><command>ls</command></bash>\n```',
    'stop',
    { actions: [ls], loose: '\n\n', repairs: ['fence', 'dialect:tag'] },
    { streams: 'taken back' },
  ],
  [
    'in a fence beside an action it is an example',
    '```xml\n<bash><command>reboot</command></bash>\n```\n<action tool="ls"/>',
    'stop',
    {
      actions: [action('ls', {})],
      loose: '```xml\n<bash><command>reboot</command></bash>\n```\n',
    },
  ],
  [
    'in a thought it is thought, in a value it is value',
    '<think>\n<bash><command>reboot</command></bash>\n</think><action tool="write"><path>a</path><content>\n<bash>ls</bash>\n</content></action>',
    'stop',
    {
      thoughts: [thought('<bash><command>reboot</command></bash>')],
      actions: [action('write', { path: 'a', content: '<bash>ls</bash>' })],
    },
  ],
  [
    'an unclosed thought ends before it',
    '<thought>I look.\n<bash><command>ls</command></bash>',
    'stop',
    { thoughts: [said('I look.')], actions: [ls], repairs: ['unclosed', 'dialect:tag'] },
  ],
  [
    'a final behind it came too early',
    '<bash><command>ls</command></bash>\n<final>Done.</final>',
    'stop',
    { actions: [ls], loose: '\n', repairs: ['dialect:tag', 'premature-final'] },
  ],
]);
