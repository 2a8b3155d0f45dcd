import { describe, expect, test } from 'vitest';
import { parseScript } from '../../src/index.ts';

const turn = (inner: string) => `<script>\n<turn>\n${inner}\n</turn>\n</script>`;
const REPLY = '<reply>ok</reply>';

test('a whole script', () => {
  const xml = `<?xml version="1.0"?>
<!-- what the demo plays -->
<script model="small" pace="12 characters every 4 ms">
  <turn>
    <expect in="system">You are</expect>
    <expect not-in="any"><![CDATA[ <error> ]]></expect>
    <expect messages="2"/>
    <expect last-role="user"/>
    <reasoning field="reasoning"> Look. </reasoning>
    <reply finish="length"><![CDATA[
<thought>a && b</thought>
]]></reply>
    <tool-call name="bash">{"command": "a &amp;&amp; b"}</tool-call>
    <tool-call name="ls"/>
    <function-call name="read"><![CDATA[{"path": ]]></function-call>
    <usage input="512" output="17"/>
  </turn>
  <turn><failure status="503">loading &amp; waiting</failure></turn>
</script>`;
  expect(parseScript(xml)).toEqual({
    ok: true,
    script: {
      model: 'small',
      pace: { characters: 12, ms: 4 },
      turns: [
        {
          expectations: [
            { kind: 'contains', where: 'system', text: 'You are' },
            { kind: 'lacks', where: 'any', text: ' <error> ' },
            { kind: 'messages', count: 2 },
            { kind: 'last-role', role: 'user' },
          ],
          answer: {
            kind: 'reply',
            text: '\n<thought>a && b</thought>\n',
            finish: 'length',
            reasoning: { field: 'reasoning', text: 'Look.' },
            toolCalls: [
              { name: 'bash', arguments: '{"command": "a && b"}' },
              { name: 'ls', arguments: '' },
            ],
            functionCall: { name: 'read', arguments: '{"path": ' },
            usage: { input: 512, output: 17 },
          },
        },
        { expectations: [], answer: { kind: 'failure', status: 503, message: 'loading & waiting' } },
      ],
    },
  });
});

test('what is left out', () => {
  expect(parseScript('<script><turn><reply/></turn></script>')).toEqual({
    ok: true,
    script: {
      model: 'scripted',
      pace: { characters: 16, ms: 0 },
      turns: [
        {
          expectations: [],
          answer: {
            kind: 'reply',
            text: '',
            finish: 'stop',
            reasoning: null,
            toolCalls: [],
            functionCall: null,
            usage: null,
          },
        },
      ],
    },
  });
});

describe('the text of a reply', () => {
  test.each([
    ['CDATA to the character, line ends included', '<![CDATA[\n  a\n]]>', '\n  a\n'],
    ['white space around CDATA is layout', '\n  <![CDATA[a]]>\n  ', 'a'],
    ['CDATA sections are joined', '<![CDATA[x]]]]><![CDATA[>y]]>', 'x]]>y'],
    ['markup and references in CDATA are text', '<![CDATA[<b c="d">&amp;&#65;</b>]]>', '<b c="d">&amp;&#65;</b>'],
    ['empty CDATA', '<![CDATA[]]>', ''],
    ['other text is trimmed', '\n  a\n  b  \n', 'a\n  b'],
    [
      'entities and character references are decoded',
      '&lt;a&gt; &amp;amp; &quot;&apos; &#65;&#x1F600;',
      '<a> &amp; "\' A😀',
    ],
    ['a comment is no text', 'a<!-- b -->c', 'ac'],
    ['CRLF is a line end', 'a\r\nb<!---->', 'a\nb'],
  ])('%s', (_, inner, text) => {
    expect(parseScript(turn(`<reply>${inner}</reply>`))).toMatchObject({
      ok: true,
      script: { turns: [{ answer: { text } }] },
    });
  });
});

describe('a bad script says where and what', () => {
  test.each([
    ['nothing', '', 'The script is not well-formed XML: line 1: Start tag expected.'],
    ['no XML', 'hello', "The script is not well-formed XML: line 1: char 'h' is not expected."],
    [
      'a tag not closed',
      '<script>\n<turn>\n</script>',
      "The script is not well-formed XML: line 3: Expected closing tag 'turn' (opened in line 2, col 1) instead of closing tag 'script'.",
    ],
    ['a bare &', turn('<reply>a & b</reply>'), "The script is not well-formed XML: line 3: char '&' is not expected."],
    [
      'two roots',
      '<script/>\n<script/>',
      'The script is not well-formed XML: line 2: <script> stands outside of <script>',
    ],
    ['another root', '<play><turn/></play>', /^line 1: the root should be <script>, not <play>$/m],
    ['no turn', '<script/>', 'line 1: a script needs at least one <turn>'],
    ['a turn without an answer', turn(''), 'line 2: a turn needs exactly one of <reply> and <failure>'],
    [
      'two answers',
      turn(`${REPLY}<failure status="500"/>`),
      'line 2: a turn needs exactly one of <reply> and <failure>',
    ],
    ['an unknown element', turn(`${REPLY}\n<wait/>`), 'line 4: <wait> has no place in <turn>'],
    ['an unknown attribute', turn('<reply end="stop">ok</reply>'), 'line 3: <reply> has no attribute end'],
    ['markup in a reply', turn('<reply>\n<final>x</final></reply>'), 'line 4: <final> has no place in <reply>'],
    ['text between elements', `<script>\n<turn>ok${REPLY}</turn></script>`, 'line 2: <turn> takes no text'],
    [
      'CDATA and text',
      turn('<reply>a<![CDATA[b]]></reply>'),
      'line 3: <reply> holds both CDATA and other text: use one',
    ],
    [
      'a finish unknown',
      turn('<reply finish="end"/>'),
      'line 3: finish="end" should be one of stop, length, content_filter, tool_calls, function_call',
    ],
    [
      'an expect without an attribute',
      turn(`<expect>a</expect>${REPLY}`),
      'line 3: <expect> needs exactly one of in, not-in, messages and last-role',
    ],
    [
      'an expect with two',
      turn(`<expect in="last" not-in="any">a</expect>${REPLY}`),
      'line 3: <expect> needs exactly one of in, not-in, messages and last-role',
    ],
    ['an expect of nothing', turn(`<expect in="last"/>${REPLY}`), 'line 3: <expect> needs the text that is looked for'],
    [
      'a place unknown',
      turn(`<expect in="first">a</expect>${REPLY}`),
      'line 3: in="first" should be one of last, system, any',
    ],
    [
      'a count that is none',
      turn(`<expect messages="two"/>${REPLY}`),
      'line 3: <expect> needs messages to be a number, as in messages="400"',
    ],
    [
      'text beside a count',
      turn(`<expect messages="2">a</expect>${REPLY}`),
      'line 3: <expect messages=…> takes no text',
    ],
    [
      'a role unknown',
      turn(`<expect last-role="tool"/>${REPLY}`),
      'line 3: last-role="tool" should be one of user, assistant, system',
    ],
    [
      'half a usage',
      turn(`${REPLY}<usage input="1"/>`),
      'line 3: <usage> needs output to be a number, as in output="400"',
    ],
    [
      'two usages',
      turn(`${REPLY}<usage input="1" output="1"/>\n<usage input="1" output="1"/>`),
      'line 4: a turn has at most one <usage>',
    ],
    [
      'a call of nothing',
      turn(`${REPLY}<tool-call/>`),
      'line 3: <tool-call> needs the tool\'s name, as in name="bash"',
    ],
    [
      'two of the older calls',
      turn(`${REPLY}<function-call name="ls"/>\n<function-call name="ls"/>`),
      'line 4: a turn has at most one <function-call>',
    ],
    [
      'a call beside a failure',
      turn('<failure status="500"/><tool-call name="ls"/>'),
      'line 3: <tool-call> has no place beside a <failure>',
    ],
    ['a failure that succeeds', turn('<failure status="200"/>'), 'line 3: status should be between 400 and 599'],
    [
      'reasoning beside a failure',
      turn('<failure status="500"/><reasoning>a</reasoning>'),
      'line 3: <reasoning> has no place beside a <failure>',
    ],
    [
      'a pace unknown',
      `<script pace="fast"><turn>${REPLY}</turn></script>`,
      'line 1: pace="fast" should read like "12 characters every 4 ms"',
    ],
    [
      'a pace of nothing',
      `<script pace="0 characters every 4 ms"><turn>${REPLY}</turn></script>`,
      'line 1: pace="0 characters every 4 ms" should read like "12 characters every 4 ms"',
    ],
  ])('%s', (_, xml, message) => {
    const expected = typeof message === 'string' ? message : expect.stringMatching(message);
    expect(parseScript(xml)).toEqual({ ok: false, message: expected });
  });

  test('all that is wrong, in one go', () => {
    expect(parseScript('<script size="1">\n<turn/>\n<turn>\n<reply finish="x"/></turn></script>')).toEqual({
      ok: false,
      message: [
        'line 1: <script> has no attribute size',
        'line 2: a turn needs exactly one of <reply> and <failure>',
        'line 4: finish="x" should be one of stop, length, content_filter, tool_calls, function_call',
      ].join('\n'),
    });
  });
});
