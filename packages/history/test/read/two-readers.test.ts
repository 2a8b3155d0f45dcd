/**
 * A record has two readers: the quick one for what is written, and fast-xml-parser for all else. What the quick one reads,
 * it reads as the other would; where it cannot be sure of that it gives null.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { decodeRecord, readElement } from '@tagma/protocol';
import { describe, expect, it } from 'vitest';
import { dice } from '../../../../test/chance.ts';
import { loadParser } from '../../src/read/parse.ts';

const whole = await loadParser(() => null);

/** What the quick reader makes of it, and what the whole parser does; null where the quick one leaves it to that. */
function both(text: string): { readonly quick: unknown; readonly whole: unknown } | null {
  const bytes = Buffer.from(text);
  const element = readElement(bytes.toString('utf8'));
  return element === null ? null : { quick: decodeRecord(element), whole: whole(bytes) };
}

function recordWith(body: string, opening = 'event n="1" type="x" at="2026-11-20T06:10:38.123Z" hash="00"'): string {
  return `<${opening}>\n  ${body}\n</event>`;
}

describe('left to the whole parser', () => {
  const NAMES = ['constructor', 'prototype', '__proto__', 'toString', 'hasOwnProperty', 'valueOf', '__defineGetter__'];

  const ROWS: readonly (readonly [title: string, body: string])[] = [
    ['a carriage return in a section', '<a as="cdata"><![CDATA[one\rtwo]]></a>'],
    ['a line ended by two characters in a section', '<a as="cdata"><![CDATA[one\r\ntwo]]></a>'],
    ['a bare ampersand in a text', '<a>this & that</a>'],
    ['a bare ampersand in an attribute', '<entry key="this & that">x</entry>'],
    ['a reference without its end', '<a>&lt</a>'],
    ['a reference that only a DTD declares', '<a>&nbsp;</a>'],
    ['a reference to a character that XML forbids', '<a>&#0;</a>'],
    ['a reference to half a character', '<a>&#xD800;</a>'],
    ['a reference to no character', '<a>&#1114112;</a>'],
    ['a reference in hexadecimal', '<a>&#x41;</a>'],
    ['a text of blanks', '<a>  </a>'],
    ['an attribute that is never written', '<a constructor="x">y</a>'],
    ['an attribute that begins with a digit', '<a 1a="x">y</a>'],
    ['a raw > in an attribute', '<entry key="a>b">x</entry>'],
    ['a name that XML reserves', '<xmlns>x</xmlns>'],
    ['a name longer than any that is written', `<${'a'.repeat(101)}>x</${'a'.repeat(101)}>`],
    ...NAMES.map((name) => [`an element called ${name}`, `<${name}>x</${name}>`] as const),
    ...NAMES.map((name) => [`an attribute called ${name}`, `<a ${name}="x">y</a>`] as const),
  ];

  it.each(ROWS)('%s', (_title, body) => {
    expect(both(recordWith(body))).toBe(null);
  });
});

const GOLDEN = fileURLToPath(new URL('../../../../history/golden/', import.meta.url));
const RECORDS = readdirSync(GOLDEN).flatMap((name) =>
  readFileSync(`${GOLDEN}${name}`, 'utf8')
    .replace('\n</history>\n', '')
    .split(/\n(?=<(?:event|state|effect|note) n=")/)
    .slice(1),
);
const MUTATED = 10_000;
const CHANGES_MAX = 3;

/** Put in anywhere. */
const PIECES = [
  ...[
    '<',
    '>',
    '/',
    '&',
    '"',
    "'",
    '=',
    ' ',
    '\t',
    '\n',
    '\r',
    '\r\n',
    '\\',
    ';',
    ']',
    ']]>',
    '\0',
    '\u0085',
    '\u2028',
  ],
  ...['&amp;', '&lt;', '&#13;', '&#0;', '&#x1F600;', '&nbsp;', '&;', '&#;', '&amp', '\uFFFE', '\u{1F600}', '\uFEFF'],
  ...['<![CDATA[', '<![CDATA[x]]>', '<!-- x -->', '<?x y?>', '<a/>', '<a>', '</a>', '\n  <a>x</a>', '<!DOCTYPE x>'],
  ...['constructor', '__proto__', 'toString', ' toString="x"', ' type="number"', ' as="escaped"', ' key="a"', ' n="2"'],
  ...['\n  <constructor>x</constructor>', '\n  <__proto__>x</__proto__>', '\n  <entry key="__proto__">x</entry>'],
];

function mutated(seed: number): string {
  const roll = dice(seed + 1);
  let text = RECORDS[roll(RECORDS.length)] ?? '';
  for (let change = 1 + roll(CHANGES_MAX); change > 0; change--) {
    const at = roll(text.length + 1);
    const length = roll(8);
    const piece = PIECES[roll(PIECES.length)] ?? '';
    const other = roll(text.length + 1);
    const name = /<(\w+)[^>]*>[^<]*<\/\1>/.exec(text.slice(at))?.[1];
    switch (roll(5)) {
      case 0:
        text = text.slice(0, at) + piece + text.slice(at);
        break;
      case 1:
        text = text.slice(0, at) + piece + text.slice(at + length);
        break;
      case 2:
        text = text.slice(0, at) + text.slice(at + length);
        break;
      case 3:
        text = text.slice(0, at) + text.slice(other, other + 8 * length) + text.slice(at);
        break;
      default:
        // Both tags of an element get another name.
        if (name !== undefined && /^\w+$/.test(piece)) text = text.replaceAll(new RegExp(`\\b${name}\\b`, 'g'), piece);
    }
  }
  return text;
}

it('every record of the golden histories is read by both, and the same', () => {
  for (const text of RECORDS) {
    const read = both(text);
    expect(read).not.toBe(null);
    expect(read?.quick).toStrictEqual(read?.whole);
  }
});

it(`what is read of ${MUTATED} mutated records is what the whole parser reads`, () => {
  let read = 0;
  for (let seed = 0; seed < MUTATED; seed++) {
    const text = mutated(seed);
    const found = both(text);
    if (found === null) continue;
    read += 1;
    expect({ seed, text, record: found.quick }).toStrictEqual({ seed, text, record: found.whole });
  }
  // Else nothing would have been compared.
  expect(read).toBeGreaterThan(MUTATED / 20);
});
