import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { headText } from '../../src/history/format.ts';
import { encodeRecord, type Link } from '../../src/history/record.ts';
import type { Json } from '../../src/json.ts';

const AT = 1_795_155_038_123;
const ISO = '2026-11-20T06:10:38.123Z';

function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}

function link(more: Partial<Link> = {}): Link {
  return { n: 7, previous: 'before', hash: sha256, salt: () => 'abcd', ...more };
}

describe('headText', () => {
  it('declares XML 1.0, and names the format and the session', () => {
    expect(headText({ session: 'a "b" <c>' })).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>\n<history format="1" session="a &quot;b&quot; &lt;c&gt;">',
    );
  });
});

describe('encodeRecord', () => {
  const deep = (levels: number): Json => (levels === 0 ? 'end' : { a: deep(levels - 1) });
  const FIELDS: readonly (readonly [title: string, fields: { readonly [key: string]: Json }, body: string])[] = [
    ['no field', {}, '/>'],
    ['a string', { status: 'ok' }, '>\n  <status>ok</status>\n</event>'],
    ['an empty string', { text: '' }, '>\n  <text></text>\n</event>'],
    ['a number', { id: -0.5 }, '>\n  <id type="number">-0.5</id>\n</event>'],
    ['minus zero', { id: -0 }, '>\n  <id type="number">-0</id>\n</event>'],
    ['true', { done: true }, '>\n  <done type="boolean">true</done>\n</event>'],
    ['null', { usage: null }, '>\n  <usage type="null"/>\n</event>'],
    ['undefined', { gone: undefined as unknown as Json, kept: 'x' }, '>\n  <kept>x</kept>\n</event>'],
    [
      'an object',
      { usage: { input: 12, output: 3 } },
      '>\n  <usage>\n    <input type="number">12</input>\n    <output type="number">3</output>\n  </usage>\n</event>',
    ],
    ['an empty object', { details: {} }, '>\n  <details type="object"/>\n</event>'],
    [
      'an array',
      { tools: ['ls', ['cat']] },
      '>\n  <tools type="array">\n    <item>ls</item>\n    <item type="array">\n      <item>cat</item>\n    </item>\n  </tools>\n</event>',
    ],
    ['an empty array', { tools: [] }, '>\n  <tools type="array"/>\n</event>'],
    ['a key with a blank', { 'a b': 1 }, '>\n  <entry key="a b" type="number">1</entry>\n</event>'],
    ['an empty key', { '': 'x' }, '>\n  <entry key="">x</entry>\n</event>'],
    ['a key that XML reserves', { xmlns: 'x' }, '>\n  <entry key="xmlns">x</entry>\n</event>'],
    ['a key that is our own name', { entry: 'x' }, '>\n  <entry key="entry">x</entry>\n</event>'],
    ['a key that objects have', { constructor: 'x' }, '>\n  <entry key="constructor">x</entry>\n</event>'],
    ['a text with colours', { text: '\u001B[0m' }, '>\n  <text as="escaped">\\u001B[0m</text>\n</event>'],
  ];

  it.each(FIELDS)('writes %s', (_title, fields, body) => {
    const opening = `<event n="7" type="tool.ended" at="${ISO}"`;
    const hash = sha256(`before${opening}${body}`);
    expect(encodeRecord({ kind: 'event', type: 'tool.ended', at: AT, fields }, link())).toEqual({
      text: `${opening} hash="${hash}"${body}`,
      hash,
    });
  });

  it('writes a state with its value', () => {
    const { text } = encodeRecord({ kind: 'state', type: 'acting', at: AT, fields: {} }, link());
    expect(text.replace(/hash="\w+"/, 'hash=""')).toBe(`<state n="7" value="acting" at="${ISO}" hash=""/>`);
  });

  it('writes what is nested too deep as JSON', () => {
    const { text } = encodeRecord({ kind: 'note', type: 'x', at: AT, fields: { a: deep(100) } }, link());
    expect(text.match(/<a/g)?.length).toBe(64);
    expect(text).toContain(`<a type="json">${JSON.stringify(deep(37))}</a>`);
  });

  it('lets a long text into the hash by a salted hash of its own', () => {
    const [first, second] = ['x'.repeat(257), '<&'.repeat(200)];
    const fields = { first, kept: 'y'.repeat(256), second };
    const salts = ['aa', 'bb'].values();
    const salt = (): string => salts.next().value ?? '';
    const opening = `<event n="7" type="t" at="${ISO}"`;
    const firstHash = sha256(`aa${first}`);
    const secondHash = sha256(`bb<![CDATA[${second}]]>`);
    const body = (one: string, two: string, oneSalt: string, twoSalt: string): string =>
      `>\n  <first sha256="${firstHash}"${oneSalt}>${one}</first>\n  <kept>${fields.kept}</kept>\n` +
      `  <second as="cdata" sha256="${secondHash}"${twoSalt}>${two}</second>\n</event>`;
    const hash = sha256(`before${opening}${body('', '', '', '')}`);
    expect(encodeRecord({ kind: 'event', type: 't', at: AT, fields }, link({ salt }))).toEqual({
      text: `${opening} hash="${hash}"${body(first, `<![CDATA[${second}]]>`, ' salt="aa"', ' salt="bb"')}`,
      hash,
    });
  });
});
