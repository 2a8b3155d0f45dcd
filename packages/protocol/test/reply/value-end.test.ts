import { action, describeRows, said } from './rows.ts';

function write(content: string): string {
  return `<action tool="write"><path>f</path><content>${content}</content></action>`;
}

function written(content: string) {
  return action('write', { path: 'f', content });
}

const ls = action('bash', { command: 'ls' });
const pwd = action('bash', { command: 'pwd' });
const readA = action('read', { path: 'a' });

describeRows('values that quote closing tags', [
  ['a closer followed by text is value', write('a</content> b'), 'stop', { actions: [written('a</content> b')] }],
  [
    'a closer followed by an unknown element is value',
    write('a</content><b>c</b>'),
    'stop',
    { actions: [written('a</content><b>c</b>')] },
  ],
  [
    'a closer followed by its own name again is value',
    write('a</content><content>b'),
    'stop',
    { actions: [written('a</content><content>b')] },
  ],
  [
    'a closer followed by the end of the action ends',
    write('a</content></action>b'),
    'stop',
    { actions: [written('a')], loose: 'b</content></action>' },
  ],
  [
    'a closer followed by another parameter ends',
    '<action tool="edit"><path>f</path><old>a</old>\n<new>b</new></action>',
    'stop',
    {
      actions: [action('edit', { path: 'f', old: 'a', new: 'b' })],
    },
  ],
  ['the end of the action alone is value', write('a</action>b'), 'stop', { actions: [written('a</action>b')] }],
  [
    'a whole action is value',
    write('\nUse\n<action tool="bash">\n<command>ls</command>\n</action>\n'),
    'stop',
    {
      actions: [written('Use\n<action tool="bash">\n<command>ls</command>\n</action>')],
    },
  ],
  [
    'a whole action of the same tool is value',
    write('as in <action tool="write"><path>x</path><content>y</content></action>!'),
    'stop',
    {
      actions: [written('as in <action tool="write"><path>x</path><content>y</content></action>!')],
    },
  ],
  [
    'several actions, one in the other',
    write('<action tool="write"><content><action tool="bash">ls</action></content></action> z'),
    'stop',
    {
      actions: [written('<action tool="write"><content><action tool="bash">ls</action></content></action> z')],
    },
  ],
  [
    'an action of an unknown tool opens no level',
    write('<action tool="nope"><content>x</content></action>'),
    'stop',
    {
      actions: [written('<action tool="nope"><content>x')],
      loose: '</content></action>',
    },
  ],
  [
    'an opening tag that is not closed opens no level',
    write('x <action tool="bash'),
    'stop',
    { actions: [written('x <action tool="bash')] },
  ],
  [
    'an opening tag of a known tool alone',
    write('The <action tool="bash"> tag opens.'),
    'stop',
    { actions: [written('The <action tool="bash"> tag opens.')] },
  ],
  [
    'an opening tag of a known tool alone, and another action behind',
    `${write('The <action tool="bash"> tag.')}\n<action tool="read"><path>a</path></action>`,
    'stop',
    {
      actions: [written('The <action tool="bash"> tag.'), readA],
      loose: '\n',
    },
  ],
  [
    'a closing and an opening tag in inline code',
    write('Close with `</action>`, open with `<action tool="bash">`.'),
    'stop',
    {
      actions: [written('Close with `</action>`, open with `<action tool="bash">`.')],
    },
  ],
  [
    'a self-closing action in a value',
    write('see <action tool="ls"/> there'),
    'stop',
    { actions: [written('see <action tool="ls"/> there')] },
  ],
  [
    'a closer and an end that text stands between',
    write('a</content> b</action> c'),
    'stop',
    { actions: [written('a</content> b</action> c')] },
  ],
  [
    'a quoted action whose own value is not closed, and an opening tag alone',
    write('<action tool="write"><content>x</action> and the <action tool="bash"> tag'),
    'stop',
    { actions: [written('<action tool="write"><content>x</action> and the <action tool="bash"> tag')] },
  ],
  [
    'white space of any script between the closer and the end',
    '<action tool="write"><path>f</path><content>a</content>\u3000\u00a0</action>b</content></action>',
    'stop',
    { actions: [written('a')], loose: 'b</content></action>' },
  ],
  ['a closer with white space', write('a</ content\n> b'), 'stop', { actions: [written('a</ content\n> b')] }],
]);

describeRows('closing tags that were left out', [
  [
    'no closer of its own before the end of the action',
    '<action tool="bash"><command>ls</action>',
    'stop',
    { actions: [ls], repairs: ['unclosed'] },
  ],
  [
    'prose behind the closer, and the next action at the start of a line',
    '<action tool="bash">\n<command>ls</command>\nNow the other:\n<action tool="read"><path>a</path></action>',
    'length',
    { actions: [ls, action('read', { path: 'a' })], repairs: ['unclosed'] },
  ],
  [
    'the last closer before the end of the action',
    '<action tool="bash"><command>ls</command> # list</action>',
    'stop',
    { actions: [ls] },
  ],
  [
    'the last of several closers',
    '<action tool="bash"><command>ls</command> and</command> x</action>',
    'stop',
    {
      actions: [action('bash', { command: 'ls</command> and' })],
    },
  ],
  [
    'a closer behind the end of the action does not count',
    '<action tool="bash"><command>ls</command> x</action> Mind </command>.',
    'stop',
    {
      actions: [ls],
      loose: ' Mind </command>.',
    },
  ],
  [
    'neither closer nor end',
    '<action tool="bash"><command>ls -la',
    'stop',
    { actions: [action('bash', { command: 'ls -la' })], repairs: ['unclosed'] },
  ],
  [
    'a closer, but no end of the action',
    '<action tool="bash"><command>ls</command>',
    'stop',
    { actions: [ls], repairs: ['unclosed'] },
  ],
  [
    'a closer and text, but no end of the action',
    '<action tool="bash"><command>ls</command> so',
    'stop',
    { actions: [ls], repairs: ['unclosed'] },
  ],
  [
    'the next action shows the end',
    '<action tool="bash"><command>ls</action>\n<action tool="read"><path>a</path></action>',
    'stop',
    {
      actions: [ls, readA],
      loose: '\n',
      repairs: ['unclosed'],
    },
  ],
  [
    'the next action on the same line',
    '<action tool="bash"><command>ls</action> <action tool="bash"><command>pwd</command></action>',
    'stop',
    {
      actions: [ls, pwd],
      loose: ' ',
      repairs: ['unclosed'],
    },
  ],
  [
    'the next action behind words on the same line',
    '<action tool="bash"><command>ls</action> then <action tool="bash"><command>pwd</command></action>',
    'stop',
    {
      actions: [ls, pwd],
      loose: ' then ',
      repairs: ['unclosed'],
    },
  ],
  [
    'the next action is self-closing',
    '<action tool="bash"><command>ls</action>\n<action tool="ls"/>',
    'length',
    {
      actions: [ls, action('ls', {})],
      loose: '\n',
      repairs: ['unclosed'],
    },
  ],
  [
    'a whole row of them',
    '<action tool="bash"><command>ls</action>\n<action tool="bash"><command>pwd</action>\n<action tool="read"><path>a</action>',
    'stop',
    {
      actions: [ls, pwd, readA],
      loose: '\n\n',
      repairs: ['unclosed'],
    },
  ],
  [
    'the next action of an unknown tool shows nothing',
    '<action tool="bash"><command>ls</action>\n<action tool="nope"><command>x</command></action>',
    'stop',
    {
      actions: [action('bash', { command: 'ls</action>\n<action tool="nope"><command>x' })],
    },
  ],
  [
    'a required parameter would be missing',
    '<action tool="edit"><path>f</path>\n<old>a\n<new>b</new>\n</action>',
    'stop',
    {
      actions: [action('edit', { path: 'f', old: 'a', new: 'b' })],
      repairs: ['unclosed'],
    },
  ],
  [
    'a required parameter would be missing, and the next action follows',
    '<action tool="edit"><path>f</path>\n<old>a\n<new>b</new>\n</action>\n<action tool="read"><path>a</path></action>',
    'stop',
    {
      actions: [action('edit', { path: 'f', old: 'a', new: 'b' }), readA],
      loose: '\n',
      repairs: ['unclosed'],
    },
  ],
  [
    'a parameter that is there already is not the missing one',
    '<action tool="edit"><path>f</path><old>a\n<path>g</path>\n<new>b</new></action>',
    'stop',
    { actions: [action('edit', { path: 'f', old: 'a\n<path>g</path>', new: 'b' })], repairs: ['unclosed'] },
  ],
  [
    'the required parameter does not stand at the start of a line',
    '<action tool="edit"><path>f</path><old>a <new>b</new></action>',
    'stop',
    {
      actions: [action('edit', { path: 'f', old: 'a <new>b</new>' }, { error: 'bad-params' })],
      repairs: ['unclosed'],
    },
  ],
  [
    'nothing would be missing: the parameter in the value is value',
    '<action tool="grep"><pattern>a\n<glob>b</glob>\n</action>',
    'stop',
    {
      actions: [action('grep', { pattern: 'a\n<glob>b</glob>' })],
      repairs: ['unclosed'],
    },
  ],
  [
    'a required parameter in the attributes is not missing',
    '<action tool="write" path="f"><content>a\n<path d="M0"/>\n</action>',
    'stop',
    {
      actions: [action('write', { path: 'f', content: 'a\n<path d="M0"/>' })],
      repairs: ['unclosed', 'attribute'],
    },
  ],
  [
    'a path ends where the next parameter opens',
    '<action tool="write">\n<path>f\n  <content>a</content>\n</action>',
    'stop',
    {
      actions: [written('a')],
      repairs: ['unclosed'],
    },
  ],
  [
    'a number and a boolean do too',
    '<action tool="edit"><all>true\n<path>f</path><old>a</old><new>b</new></action><action tool="bash"><timeout>5\n<command>ls</command></action>',
    'stop',
    {
      actions: [
        action('edit', { path: 'f', old: 'a', new: 'b', all: true }),
        action('bash', { command: 'ls', timeout: 5 }),
      ],
      repairs: ['unclosed'],
    },
  ],
  [
    'a path with a closer ends there, whatever stands before the next parameter',
    '<action tool="write"><path>f</path> (new)\n<content>a</content></action>',
    'stop',
    { actions: [written('a')] },
  ],
  [
    'a path ends at the end of the action',
    '<action tool="read"><path>a</action> and </path> so',
    'stop',
    {
      actions: [readA],
      loose: ' and </path> so',
      repairs: ['unclosed'],
    },
  ],
  [
    'the end of the action was left out behind a closed parameter',
    '<action tool="bash"><command>ls</command>\n<action tool="read"><path>a</path></action>',
    'stop',
    {
      actions: [ls, readA],
      repairs: ['unclosed'],
    },
  ],
  [
    'the same for every action',
    '<action tool="bash"><command>ls</command>\n<action tool="bash"><command>pwd</command>\n<action tool="ls"/>',
    'stop',
    {
      actions: [ls, pwd, action('ls', {})],
      repairs: ['unclosed'],
    },
  ],
  [
    'the same for every action of a path',
    '<action tool="read"><path>a</path>\n<action tool="read"><path>b</path>\n',
    'stop',
    {
      actions: [readA, action('read', { path: 'b' })],
      repairs: ['unclosed'],
    },
  ],
  [
    'the same for a path, before a tool that is not offered',
    '<action tool="read"><path>a</path>\n<action tool="nope"><path>b</path></action>',
    'stop',
    { actions: [readA, action('nope', { path: 'b' }, { error: 'unknown-tool' })], repairs: ['unclosed'] },
  ],
  [
    'a stray closer in the next action does not count',
    '<action tool="bash"><command>ls</command>\n<action tool="bash">x</command></action>',
    'stop',
    { actions: [ls, action('bash', { command: 'x</command>' })], repairs: ['unclosed'] },
  ],
  [
    'not at the start of a line: an element that is no parameter',
    '<action tool="bash"><command>ls</command> <action tool="bash"><command>pwd</command></action>',
    'stop',
    { actions: [action('bash', { command: 'ls' }, { error: 'bad-params' })] },
  ],
  [
    'a quoted pair at the start of a line, and the real end behind',
    write('x</content>\n<action tool="bash">\n<command>ls</command>\n</action>\n'),
    'stop',
    {
      actions: [written('x</content>\n<action tool="bash">\n<command>ls</command>\n</action>')],
    },
  ],
  [
    'parameters of a tool that is not offered',
    '<action tool="nope"><path>a</path><content>b</content></action><action tool="nope"><path>c</path></action>',
    'stop',
    {
      actions: [
        action('nope', { path: 'a', content: 'b' }, { error: 'unknown-tool' }),
        action('nope', { path: 'c' }, { error: 'unknown-tool' }),
      ],
    },
  ],
  [
    'of an action, before a final at the start of a line',
    '<action tool="bash"><command>ls</command>\n<final>Done.</final>',
    'stop',
    { actions: [ls], repairs: ['unclosed', 'premature-final'] },
  ],
  [
    'of an action, before a thought and the next action',
    '<action tool="bash"><command>ls</command>\n<thought>t</thought>\n<action tool="bash"><command>pwd</command></action>',
    'stop',
    { thoughts: [said('t')], actions: [ls, pwd], loose: '\n', repairs: ['unclosed'] },
  ],
  [
    'of a plain body, before a final at the start of a line',
    '<action tool="bash">\nls\n<final>Done.</final>',
    'stop',
    { actions: [ls], repairs: ['unclosed', 'premature-final'] },
  ],
  [
    'of a plain body that the limit may have cut: what follows may be its own',
    '<action tool="bash">cat <<E\n<final>x</final>\nE',
    'length',
    { actions: [action('bash', { command: 'cat <<E\n<final>x</final>\nE' }, { error: 'truncated' })] },
  ],
  [
    'none: a plain body that holds a final at the start of a line',
    '<action tool="bash">cat <<E\n<final>x</final>\nE\n</action>',
    'stop',
    { actions: [action('bash', { command: 'cat <<E\n<final>x</final>\nE' })] },
  ],
  [
    'none: a final inside of an action is an unknown parameter',
    '<action tool="bash"><command>ls</command>\n<final>x</final>\n</action>',
    'stop',
    { actions: [action('bash', { command: 'ls' }, { error: 'bad-params' })] },
  ],
  [
    'a path before its own name in a value',
    '<action tool="write"><path>f\n<content>\n<path>g</path>\n</content>\n</action>',
    'stop',
    { actions: [written('<path>g</path>')], repairs: ['unclosed'] },
  ],
  [
    'of every parameter in two actions',
    '<action tool="edit"><path>f</path><old>x\n<new>y\n</action>\n<action tool="edit"><path>g\n<old>z\n<new>w\n</action>',
    'stop',
    {
      actions: [action('edit', { path: 'f', old: 'x', new: 'y' }), action('edit', { path: 'g', old: 'z', new: 'w' })],
      loose: '\n',
      repairs: ['unclosed'],
    },
  ],
  [
    'behind a section of CDATA that quotes the next parameter',
    '<action tool="edit"><path>f</path><old><![CDATA[x\n<new>q]]>\n<new>y</new></action>',
    'stop',
    { actions: [action('edit', { path: 'f', old: 'x\n<new>q', new: 'y' })], repairs: ['unclosed'] },
  ],
  [
    'of an escaped value before a required one, in lines that end with CR LF',
    '<action tool="edit">\r\n<path>f</path>\r\n<old>\r\na &lt; b\r\n<new>\r\nc\r\n</new>\r\n</action>',
    'stop',
    {
      actions: [action('edit', { path: 'f', old: 'a < b', new: 'c' }, { asWritten: { old: 'a &lt; b' } })],
      repairs: ['unclosed', 'entities'],
    },
  ],
]);

describeRows('pieces of closing tags at the end', [
  ['of the parameter', '<action tool="bash"><command>ls</comm', 'stop', { actions: [ls], repairs: ['unclosed'] }],
  [
    'of the parameter, complete but for the bracket',
    '<action tool="bash"><command>ls\n</command ',
    'stop',
    { actions: [ls], repairs: ['unclosed'] },
  ],
  [
    'of the parameter, with a blank in the name: kept',
    '<action tool="bash"><command>ls</comm ',
    'stop',
    { actions: [action('bash', { command: 'ls</comm ' })], repairs: ['unclosed'] },
  ],
  [
    'of the action, inside the parameter',
    '<action tool="bash"><command>ls</act',
    'stop',
    { actions: [ls], repairs: ['unclosed'] },
  ],
  [
    'of the action, behind the parameter',
    '<action tool="bash"><command>ls</command></a',
    'stop',
    { actions: [ls], repairs: ['unclosed'] },
  ],
  ['of the action, behind a body', '<action tool="bash">ls</action', 'stop', { actions: [ls], repairs: ['unclosed'] }],
  ['of the final', '<final>Done.\n</fi', 'stop', { final: 'Done.', repairs: ['unclosed'] }],
  [
    'of a thought, under any of its names',
    '<thought>So</thi',
    'stop',
    { thoughts: [{ text: 'So', written: true }], repairs: ['unclosed'], error: 'no-element' },
  ],
  ['no letter: kept', '<final>a </', 'stop', { final: 'a </', repairs: ['unclosed'] }],
  ['another name: kept', '<final>a </b', 'stop', { final: 'a </b', repairs: ['unclosed'] }],
  ['a closer of another element: kept', '<final>a</action', 'stop', { final: 'a</action', repairs: ['unclosed'] }],
  ['in the middle of the text: kept', '<final>a</fin b</final>', 'stop', { final: 'a</fin b' }],
  ['at the limit too', '<final>Done.</fin', 'length', { final: 'Done.', error: 'truncated' }],
]);
