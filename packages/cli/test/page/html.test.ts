/** Nothing that stands in a template as a value becomes markup, wherever it stands. */
import { describe, expect, test } from 'vitest';
import { html, joined, shown } from '../../src/page/html.ts';

test.each([
  ['an element', html`<p>${'<b>&"\'</b>'}</p>`, '<p>&lt;b&gt;&amp;&quot;&#39;&lt;/b&gt;</p>'],
  ['an attribute', html`<p title="${'" onclick="x'}">`, '<p title="&quot; onclick=&quot;x">'],
  ['what has no ink, in an attribute', html`<p title="${'a\u202eb\u0000'}">`, '<p title="a&lt;U+202E&gt;b␀">'],
  [
    'what has no ink, in an element',
    html`<p>${shown('a\u202e<\u0000\ud800')}</p>`,
    '<p>a<i>U+202E</i>&lt;<i>␀</i><i>U+D800</i></p>',
  ],
  ['numbers and nothing', html`${1}${null}`, '1'],
  ['markup, alone and several', html`${html`<b>${'<'}</b>`}${[html`<i>`, html`</i>`]}`, '<b>&lt;</b><i></i>'],
  ['pieces with something between them', joined([shown('a'), shown('<')], '<br>'), 'a<br>&lt;'],
])('%s', (_title, { markup }, expected) => {
  expect(markup).toBe(expected);
});

describe('a text that is', () => {
  test.each([
    ['lines with tabs', 'a\n\tb', 'a\n\tb'],
    ['a carriage return', 'a\r\n', 'a<i>␍</i>\n'],
    ['letters of the name of a character', '<U+202E>', '&lt;U+202E&gt;'],
    ['a blank that is none', 'a\u00a0b\u3000', 'a<i>U+00A0</i>b<i>U+3000</i>'],
  ])('%s', (_title, text, markup) => {
    expect(shown(text)).toEqual({ markup });
  });
});
