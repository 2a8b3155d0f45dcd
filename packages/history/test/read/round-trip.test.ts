/** What is written comes back, by this project's reader and by parsers that know nothing of it. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeEntities, encodeRecord, type Json, type JsonObject, readElement } from '@tagma/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadParser } from '../../src/read/parse.ts';
import { sha256 } from '../../src/sha256.ts';
import { HOSTILE_TEXTS } from '../hostile-texts.ts';
import { AT } from '../sample.ts';
import { temporaryFolder } from '../temporary.ts';

/** What is written is all read by the quick way; what it does not read is no record. */
const quick = await loadParser((text) => {
  const element = readElement(text);
  if (element === null) throw new Error(`not read: ${text.slice(0, 200)}`);
  return element;
});
/** The whole parser, for all. */
const whole = await loadParser(() => null);
const LINK = { n: 1, previous: '', hash: sha256, salt: () => '00' };

function encoded(fields: JsonObject): string {
  return encodeRecord({ kind: 'event', type: 'x', at: AT, fields }, LINK).text;
}

const anyString = fc.oneof(
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 400 }).map((units) => String.fromCharCode(...units)),
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc
    .array(fc.constantFrom(...HOSTILE_TEXTS.filter((text) => text.length < 300)), { maxLength: 8 })
    .map((a) => a.join('')),
);

describe.each([
  { reader: 'the reader of what is written', parse: quick },
  { reader: 'the whole parser', parse: whole },
])('$reader', ({ parse }) => {
  function readBack(fields: JsonObject): unknown {
    const record = parse(Buffer.from(encoded(fields)));
    return record.ok ? record.fields : record.message;
  }

  it.each(HOSTILE_TEXTS.map((text) => [JSON.stringify(text).slice(0, 40), text]))('gives back %s', (_title, text) => {
    const fields = { text, list: [text, { text }], [text]: text };
    expect(readBack(fields)).toStrictEqual(fields);
  });

  it('gives back any string of any code units', () => {
    fc.assert(
      fc.property(anyString, (text) => {
        expect(readBack({ text })).toStrictEqual({ text });
      }),
      { numRuns: 300 },
    );
  });

  it('gives back any plain data', () => {
    const { tree } = fc.letrec<{ tree: Json }>((tie) => ({
      tree: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        anyString,
        fc.double(),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('tree'), { maxLength: 4 }),
        fc.dictionary(fc.oneof(anyString, fc.constantFrom('__proto__', 'item', 'type', 'toString')), tie('tree'), {
          maxKeys: 4,
          noNullPrototype: true,
        }),
      ),
    }));
    fc.assert(
      fc.property(tree, (value) => {
        expect(readBack({ value })).toStrictEqual({ value });
      }),
      { numRuns: 300 },
    );
  });

  it.each([0, -0, 0.1 + 0.2, 5e-324, Number.MAX_VALUE, 2 ** 53, -1e21, 1e-7])('gives back the number %d', (value) => {
    expect(readBack({ value })).toStrictEqual({ value });
  });

  it('gives back a value nested deeper than parsers allow', () => {
    let value: Json = 'core';
    for (let level = 0; level < 500; level++) value = level % 2 === 0 ? [value] : { level: value };
    expect(readBack({ value })).toStrictEqual({ value });
  });

  it('writes the same again from what it has read', () => {
    fc.assert(
      fc.property(fc.dictionary(anyString, fc.jsonValue() as fc.Arbitrary<Json>), (fields) => {
        const text = encoded(fields);
        const record = parse(Buffer.from(text));
        expect(record.ok && encodeRecord(record, LINK).text).toBe(text);
      }),
      { numRuns: 100 },
    );
  });
});

it.each([
  ['a blank more', '<event n="1"  at="x"/>'],
  ['an attribute twice', '<event n="1" n="2"/>'],
  ['a raw line break in an attribute', '<event n="1\n"/>'],
  ['text beside elements', '<event n="1">\n  <a>x</a>y\n</event>'],
  ['another indent', '<event n="1">\n <a>x</a>\n</event>'],
  ['a comment', '<event n="1"><!-- --></event>'],
  ['two sections', '<a><![CDATA[x]]><![CDATA[y]]></a>'],
  ['a raw carriage return', '<a>\r</a>'],
  ['an end of a section in text', '<a>]]></a>'],
  ['another closing tag', '<a>x</b>'],
  ['no closing tag', '<a>x'],
  ['something behind it', '<a/> '],
  ['no element', 'a'],
])('what is not written is left to the whole parser: %s', (_title, text) => {
  expect(readElement(text)).toBe(null);
});

/** Prints the parsed texts of all `<text>` elements of the file, as a JSON array. */
const PYTHON = `
import json, sys, xml.etree.ElementTree as tree
print(json.dumps([e.text or '' for e in tree.parse(sys.argv[1]).getroot().iter('text')]))
`;

function isInstalled(command: string): boolean {
  return spawnSync(command, ['--version']).status === 0;
}

describe('another parser', () => {
  /** All texts in one document; what a parser gives for each is decoded by the form that its attribute names. */
  function documentOf(texts: readonly string[]): { file: string; forms: string[] } {
    const file = join(temporaryFolder(), 'texts.xml');
    const records = texts.map((text) => encoded({ text }));
    writeFileSync(file, `<?xml version="1.0" encoding="UTF-8"?>\n<history>\n${records.join('\n')}\n</history>\n`);
    return { file, forms: records.map((record) => / as="(\w+)"/.exec(record)?.[1] ?? 'entities') };
  }

  function decoded(parsed: readonly string[], forms: readonly string[]): string[] {
    return parsed.map((text, index) =>
      forms[index] === 'escaped'
        ? text.replace(/\\(?:\\|u([0-9A-F]{4}))/g, (_, hex?: string) =>
            hex === undefined ? '\\' : String.fromCharCode(Number.parseInt(hex, 16)),
          )
        : text,
    );
  }

  it.skipIf(!isInstalled('xmllint'))('gives back the same texts: libxml2', () => {
    const { file, forms } = documentOf(HOSTILE_TEXTS);
    // Canonical XML writes each text with the same few references, whatever form it had.
    const { stdout, stderr, status } = spawnSync('xmllint', ['--c14n', file], { encoding: 'utf8', maxBuffer: 1 << 26 });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const texts = [...stdout.matchAll(/<text(?: [^>]*)?>([^<]*)<\/text>/g)].map(([, text = '']) =>
      decodeEntities(text),
    );
    expect(decoded(texts, forms)).toStrictEqual([...HOSTILE_TEXTS]);
  });

  it.skipIf(!isInstalled('python3'))('gives back the same texts: expat', () => {
    const { file, forms } = documentOf(HOSTILE_TEXTS);
    const { stdout, stderr } = spawnSync('python3', ['-c', PYTHON, file], { encoding: 'utf8', maxBuffer: 1 << 26 });
    expect(stderr).toBe('');
    expect(decoded(JSON.parse(stdout) as string[], forms)).toStrictEqual([...HOSTILE_TEXTS]);
  });
});
