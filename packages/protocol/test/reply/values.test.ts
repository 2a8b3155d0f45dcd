import { action, describeRows } from './rows.ts';

function write(content: string): string {
  return `<action tool="write"><path>f</path><content>${content}</content></action>`;
}

function written(content: string) {
  return { actions: [action('write', { path: 'f', content })] };
}

describeRows('values', [
  ['a value on one line is what stands there', write('let x = 1;'), 'stop', written('let x = 1;')],
  ['bare < and & need no escape', write('if (a < b && c > d) x &= y;'), 'stop', written('if (a < b && c > d) x &= y;')],
  ['blanks at the borders are kept', write('  a  '), 'stop', written('  a  ')],
  ['a value of blanks alone is kept', write('   '), 'stop', written('   ')],
  ['an empty required value is empty', write(''), 'stop', written('')],
  [
    'an element without a closing tag is empty',
    '<action tool="write"><path>f</path><content/></action>',
    'stop',
    written(''),
  ],
  ['one newline at each border is layout', write('\na\n'), 'stop', written('a')],
  ['a second newline is value', write('\n\na\n\n'), 'stop', written('\na\n')],
  ['one newline alone is layout', write('\n'), 'stop', written('')],
  ['two newlines are both layout', write('\n\n'), 'stop', written('')],
  ['three newlines are a line', write('\n\n\n'), 'stop', written('\n')],
  ['indentation inside is kept', write('\n    a\n  b\n'), 'stop', written('    a\n  b')],
  ['the indentation of the closing tag is layout', write('\n    a\n  '), 'stop', written('    a')],
  ['a tab before the closing tag is layout', write('\na\n\t'), 'stop', written('a')],
  ['blanks at the end of the last line of text are value', write('\na  '), 'stop', written('a  ')],
  ['CRLF at the borders is layout', write('\r\na\r\nb\r\n'), 'stop', written('a\r\nb')],
  ['CRLF alone is layout', write('\r\n'), 'stop', written('')],
  ['a carriage return without a newline is value', write('a\rb\r'), 'stop', written('a\rb\r')],
  ['other white space at the border is value', write('\u00a0a\u3000'), 'stop', written('\u00a0a\u3000')],
  [
    'markup is value',
    write('<div class="a"><p>x</p><br/></div>'),
    'stop',
    written('<div class="a"><p>x</p><br/></div>'),
  ],
  ['a comment is value', write('<!-- </content> is quoted -->'), 'stop', written('<!-- </content> is quoted -->')],
  [
    'a fence is value',
    write('\n```xml\n<action tool="ls"/>\n```\n'),
    'stop',
    written('```xml\n<action tool="ls"/>\n```'),
  ],
  ['a lone backtick is value', write('echo `date'), 'stop', written('echo `date')],
  ['a thought in a value is value', write('<think>x</think>'), 'stop', written('<think>x</think>')],
  [
    'an observation in a value is value',
    write('<observation>x</observation>'),
    'stop',
    written('<observation>x</observation>'),
  ],
  ['NUL and lone surrogates are value', write('a\0b\ud800c\udfff'), 'stop', written('a\0b\ud800c\udfff')],
  ['characters outside of the basic plane are value', write('😀 漢字 عربى'), 'stop', written('😀 漢字 عربى')],
  [
    'a path is trimmed',
    '<action tool="read"><path>\n  src/a.ts \n</path></action>',
    'stop',
    { actions: [action('read', { path: 'src/a.ts' })] },
  ],
  [
    'a path by its format is trimmed, another string is not',
    '<action tool="note"><message> a </message><file> b </file></action>',
    'stop',
    { actions: [action('note', { message: ' a ', file: 'b' })] },
  ],
  [
    'numbers and booleans are trimmed and coerced',
    '<action tool="edit"><path>f</path><old>a</old><new>b</new><all> TRUE\n</all></action>',
    'stop',
    { actions: [action('edit', { path: 'f', old: 'a', new: 'b', all: true })] },
  ],
  [
    'a number may be signed, broken and with an exponent',
    '<action tool="read"><path>f</path><offset>-1.5e2</offset><limit> 7. </limit></action>',
    'stop',
    { actions: [action('read', { path: 'f', offset: -150, limit: 7 })] },
  ],
  [
    'an empty or null optional parameter is absent',
    '<action tool="grep"><pattern>a</pattern><path> </path><glob>null</glob><ignoreCase></ignoreCase></action>',
    'stop',
    { actions: [action('grep', { pattern: 'a' })] },
  ],
  [
    'an optional string of blanks is no empty one',
    '<action tool="grep"><pattern>a</pattern><glob> </glob></action>',
    'stop',
    { actions: [action('grep', { pattern: 'a', glob: ' ' })] },
  ],
  [
    'null for a required string is the word',
    '<action tool="bash"><command>null</command></action>',
    'stop',
    { actions: [action('bash', { command: 'null' })] },
  ],
  [
    'an array and an object are JSON',
    '<action tool="note"><message>m</message><extra>\n{"a": [1, null]}\n</extra></action><action tool="ask"><question>q</question><options>["a"]</options></action>',
    'stop',
    {
      actions: [
        action('note', { message: 'm', extra: { a: [1, null] } }),
        action('ask', { question: 'q', options: ['a'] }),
      ],
    },
  ],
  [
    'a value of an enumeration may have layout around it',
    '<action tool="note"><message>m</message><kind>\n info\n</kind></action>',
    'stop',
    { actions: [action('note', { message: 'm', kind: 'info' })] },
  ],
  [
    'parameter tags may be in any case, with attributes, and take the spelling of the schema',
    '<ACTION TOOL="Grep"><Pattern type="string">a</PATTERN ><IGNORECASE>true</ignorecase\n></Action >',
    'stop',
    { actions: [action('grep', { pattern: 'a', ignoreCase: true })] },
  ],
  [
    'text between parameters is no value',
    '<action tool="write">first <path>f</path> then\n<content>a</content>.</action>',
    'stop',
    written('a'),
  ],
  [
    'a parameter may be named like an element of the protocol',
    '<action tool="note"><message>m</message></action>',
    'stop',
    { actions: [action('note', { message: 'm' })] },
  ],
]);

describeRows('values in CDATA', [
  ['a section is its content, exactly', write('<![CDATA[ a\n]]>'), 'stop', written(' a\n')],
  ['white space around sections is not value', write('\n  <![CDATA[a]]> \n <![CDATA[b]]>\n'), 'stop', written('ab')],
  [
    'closers in a section end nothing',
    write('<![CDATA[a</content></action>b]]>'),
    'stop',
    written('a</content></action>b'),
  ],
  [
    'closers in a later section end nothing',
    write('<![CDATA[a]]>\n<![CDATA[</content></action>]]>'),
    'stop',
    written('a</content></action>'),
  ],
  ['a ]]> is split between two sections', write('<![CDATA[a]]]]><![CDATA[>b]]>'), 'stop', written('a]]>b')],
  ['brackets before the end of a section are value', write('<![CDATA[a[0]]]]>'), 'stop', written('a[0]]')],
  ['an empty section is an empty value', write('<![CDATA[]]>'), 'stop', written('')],
  [
    'a section is not the whole value: all is verbatim',
    write('<![CDATA[a]]>b'),
    'stop',
    written('<![CDATA[a]]>b'),
    { streams: 'taken back' },
  ],
  ['a section behind text is text', write('<a><![CDATA[x]]></a>'), 'stop', written('<a><![CDATA[x]]></a>')],
  [
    'a section behind text protects nothing',
    '<action tool="bash"><command>x <![CDATA[</command></action>',
    'stop',
    { actions: [action('bash', { command: 'x <![CDATA[' })] },
  ],
  ['entities in a section are text', write('<![CDATA[a &lt; b]]>'), 'stop', written('a &lt; b')],
  ['the start of a section in lower case is text', write('<![cdata[a]]>'), 'stop', written('<![cdata[a]]>')],
  [
    'a path in a section is not trimmed, an empty or null optional one is there',
    '<action tool="grep"><pattern><![CDATA[]]></pattern><path><![CDATA[ a ]]></path><glob><![CDATA[null]]></glob></action>',
    'stop',
    { actions: [action('grep', { pattern: '', path: ' a ', glob: 'null' })] },
  ],
  [
    'an empty optional string in a section is empty, not absent',
    '<action tool="grep"><pattern>a</pattern><glob><![CDATA[]]></glob></action>',
    'stop',
    { actions: [action('grep', { pattern: 'a', glob: '' })] },
  ],
  [
    'a tag that begins in a section cannot take its end',
    write('<![CDATA[x <action ]]>'),
    'stop',
    written('x <action '),
  ],
  ['a quote that opens in a section cannot take its end', write('<![CDATA[<path a="]]>'), 'stop', written('<path a="')],
  [
    'a quote that opens in a section cannot take its end, even if it is closed later on the line',
    `${write('<![CDATA[<path a="]]>')} It says "x">.`,
    'stop',
    { ...written('<path a="'), loose: ' It says "x">.' },
  ],
  [
    'a section left open holds what there is',
    '<action tool="write"><path>f</path><content><![CDATA[a</content></action>',
    'stop',
    { actions: [action('write', { path: 'f', content: 'a</content></action>' })], repairs: ['unclosed'] },
  ],
  [
    'a section left open holds its line of parameters too',
    '<action tool="edit"><path>f</path><old><![CDATA[a\n<new>b</new>\n</action>',
    'stop',
    {
      actions: [action('edit', { path: 'f', old: 'a\n<new>b</new>\n</action>' }, { error: 'bad-params' })],
      repairs: ['unclosed'],
    },
  ],
  [
    'a piece of a closing tag in a section left open is value',
    '<action tool="bash"><command><![CDATA[a</comm',
    'stop',
    { actions: [action('bash', { command: 'a</comm' })], repairs: ['unclosed'] },
  ],
  [
    'a piece of a closing tag behind a section is none',
    '<action tool="bash"><command><![CDATA[a]]></comm',
    'stop',
    { actions: [action('bash', { command: 'a' })], repairs: ['unclosed'] },
  ],
  [
    'a body in a section',
    '<action tool="bash"><![CDATA[echo "</action>"]]></action>',
    'stop',
    { actions: [action('bash', { command: 'echo "</action>"' })] },
  ],
  [
    'a final in a section',
    '<final><![CDATA[Write </final> at the end. ]]></final>',
    'stop',
    { final: 'Write </final> at the end. ' },
  ],
  [
    'a thought in a section',
    '<thought><![CDATA[</think> <action tool="ls"/>]]></thought><final>x</final>',
    'stop',
    { thoughts: [{ text: '</think> <action tool="ls"/>', written: true }], final: 'x' },
  ],
]);

function run(command: string): string {
  return `<action tool="bash"><command>${command}</command></action>`;
}

function decoded(command: string, asWritten: string) {
  return { actions: [action('bash', { command }, { asWritten: { command: asWritten } })], repairs: ['entities'] };
}

function verbatim(command: string) {
  return { actions: [action('bash', { command })] };
}

describeRows('entities', [
  [
    'a value that is escaped throughout is decoded',
    run('cd a &amp;&amp; ls'),
    'stop',
    decoded('cd a && ls', 'cd a &amp;&amp; ls'),
  ],
  [
    'quotes and apostrophes go along',
    run('&quot;a&quot; &lt; &apos;b&apos;'),
    'stop',
    decoded('"a" < \'b\'', '&quot;a&quot; &lt; &apos;b&apos;'),
  ],
  ['character references go along', run('&#65;&#x42; &gt; x'), 'stop', decoded('AB > x', '&#65;&#x42; &gt; x')],
  ['what is escaped twice is decoded once', run('&amp;lt;'), 'stop', decoded('&lt;', '&amp;lt;')],
  ['layout is taken away before', run('\na &lt; b\n'), 'stop', decoded('a < b', 'a &lt; b')],
  ['a bare < keeps all as it is', run('a &lt; b <c'), 'stop', verbatim('a &lt; b <c')],
  ['a bare & keeps all as it is', run('a &lt; b && c'), 'stop', verbatim('a &lt; b && c')],
  ['a bare > does not', run('a &lt; b > c'), 'stop', decoded('a < b > c', 'a &lt; b > c')],
  ['an entity of HTML keeps all as it is', run('a &lt; b&nbsp;c'), 'stop', verbatim('a &lt; b&nbsp;c')],
  ['an entity in capitals is none of XML', run('&LT;a'), 'stop', verbatim('&LT;a')],
  ['quotes alone are not enough', run('echo &quot;a&quot;'), 'stop', verbatim('echo &quot;a&quot;')],
  ['a reference alone is not enough', run('&#65;'), 'stop', verbatim('&#65;')],
  ['a reference beyond Unicode is none', run('&#x110000; &lt;'), 'stop', verbatim('&#x110000; &lt;')],
  [
    'each value is judged by itself',
    '<action tool="edit"><path>f</path><old>a &lt; b</old><new>a <= b</new></action>',
    'stop',
    {
      actions: [action('edit', { path: 'f', old: 'a < b', new: 'a <= b' }, { asWritten: { old: 'a &lt; b' } })],
      repairs: ['entities'],
    },
  ],
  [
    'a JSON value that is JSON as written is not decoded',
    '<action tool="ask"><question>q</question><options>["a &amp; b"]</options></action>',
    'stop',
    {
      actions: [action('ask', { question: 'q', options: ['a &amp; b'] })],
    },
  ],
  [
    'a JSON value that is JSON once decoded is',
    '<action tool="ask"><question>q</question><options>[&quot;a &amp; b&quot;]</options></action>',
    'stop',
    {
      actions: [
        action('ask', { question: 'q', options: ['a & b'] }, { asWritten: { options: '[&quot;a &amp; b&quot;]' } }),
      ],
      repairs: ['entities'],
    },
  ],
  [
    'nothing is decoded in a JSON body',
    '<action tool="bash">{"command": "a &amp; b"}</action>',
    'stop',
    verbatim('a &amp; b'),
  ],
  [
    'a plain body is a value',
    '<action tool="bash">a &amp;&amp; b</action>',
    'stop',
    decoded('a && b', 'a &amp;&amp; b'),
  ],
  [
    'a thought and a final are as written',
    '<thought>a &lt; b</thought><final>a &amp; b</final>',
    'stop',
    {
      thoughts: [{ text: 'a &lt; b', written: true }],
      final: 'a &amp; b',
    },
  ],
]);
