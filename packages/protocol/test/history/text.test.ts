import { describe, expect, it } from 'vitest';
import { decodeAttribute, decodeEntities, decodeText, encodeAttribute, encodeText } from '../../src/history/text.ts';

const MARKUP = '<thought>Look first.</thought>\n<action tool="ls"><path>src</path></action>\n';

const FORMS: readonly (readonly [title: string, text: string, form: string, content: string])[] = [
  ['nothing', '', 'entities', ''],
  ['plain words', 'all 12 tests pass', 'entities', 'all 12 tests pass'],
  ['a little markup', 'a < b && c > d', 'entities', 'a &lt; b &amp;&amp; c > d'],
  ['a carriage return', 'a\r\nb', 'entities', 'a&#13;\nb'],
  ['the end of a section', 'a]]>b', 'entities', 'a]]&gt;b'],
  ['an entity as text', '&lt;', 'entities', '&amp;lt;'],
  ['white space alone', ' \n\t', 'entities', '&#32;&#10;&#9;'],
  ['a backslash alone is no escape', 'C:\\u0041', 'entities', 'C:\\u0041'],
  ['a short text of tags', '<a><b><c><d><e>', 'entities', '&lt;a>&lt;b>&lt;c>&lt;d>&lt;e>'],
  ['much markup', MARKUP, 'cdata', `<![CDATA[${MARKUP}]]>`],
  ['much markup with a carriage return', `${MARKUP}\r`, 'entities', `${MARKUP.replaceAll('<', '&lt;')}&#13;`],
  ['much markup with the end of a section', `${MARKUP}]]>`, 'entities', `${MARKUP.replaceAll('<', '&lt;')}]]&gt;`],
  ['much markup with a closed record', `${MARKUP}</event>`, 'entities', `${MARKUP}</event>`.replaceAll('<', '&lt;')],
  [
    'much markup with a record',
    `${MARKUP}\n<Effect n="1"`,
    'entities',
    `${MARKUP}\n<Effect n="1"`.replaceAll('<', '&lt;'),
  ],
  ['much markup with NUL', `${MARKUP}\0`, 'escaped', `${MARKUP.replaceAll('<', '&lt;')}\\u0000`],
  ['terminal colours', '\u001B[31mred\\n', 'escaped', '\\u001B[31mred\\\\n'],
  ['lone surrogates', '\uDC00\uD800', 'escaped', '\\uDC00\\uD800'],
  ['a pair of surrogates', '\u{1F600}', 'entities', '\u{1F600}'],
  ['what is no character', '\uFFFE\uFFFF', 'escaped', '\\uFFFE\\uFFFF'],
];

describe('encodeText', () => {
  it.each(FORMS)('%s', (_title, text, form, content) => {
    expect(encodeText(text)).toEqual({ form, content });
  });
});

describe('decodeText', () => {
  it('turns back only what was escaped', () => {
    expect(decodeText('escaped', '\\u001B[31m\\\\n \\\\u0041 \\x')).toBe('\u001B[31m\\n \\u0041 \\x');
    expect(decodeText('entities', '\\u001B\\\\')).toBe('\\u001B\\\\');
    expect(decodeText('cdata', '\\u001B\\\\')).toBe('\\u001B\\\\');
  });
});

describe('decodeEntities', () => {
  it.each([
    ['the five of XML', '&lt;&gt;&amp;&quot;&apos;', '<>&"\''],
    ['decimal and hexadecimal', '&#13;&#xd;&#x1F600;', '\r\r\u{1F600}'],
    ['each once', '&amp;lt;', '&lt;'],
    ['none that XML does not know', '&nbsp;&#x110000;&#;&', '&nbsp;&#x110000;&#;&'],
  ])('resolves %s', (_title, text, expected) => {
    expect(decodeEntities(text)).toBe(expected);
  });
});

describe('encodeAttribute', () => {
  it.each([
    ['plain', 'tool.ended', 'tool.ended'],
    ['markup and quotes', '<a href="x">&', '&lt;a href=&quot;x&quot;&gt;&amp;'],
    ['white space that a parser would turn into blanks', 'a\tb\nc\rd e', 'a&#9;b&#10;c&#13;d e'],
    ['backslashes and what XML forbids', 'a\\b\0\uD800', 'a\\\\b\\u0000\\uD800'],
  ])('%s', (_title, value, expected) => {
    expect(encodeAttribute(value)).toBe(expected);
    expect(decodeAttribute(decodeEntities(expected))).toBe(value);
  });
});
