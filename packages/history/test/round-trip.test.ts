/** What is written comes back, by this project's reader and by parsers that know nothing of it. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeEntities, encodeRecord, type Json, type JsonObject } from '@tagma/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadParser } from '../src/parse.ts';
import { sha256 } from '../src/sha256.ts';
import { HOSTILE_TEXTS } from './hostile-texts.ts';
import { AT } from './sample.ts';
import { temporaryFolder } from './temporary.ts';

const parse = await loadParser();
const LINK = { n: 1, previous: '', hash: sha256, salt: () => '00' };

function encoded(fields: JsonObject): string {
  return encodeRecord({ kind: 'event', type: 'x', at: AT, fields }, LINK).text;
}

function readBack(fields: JsonObject): unknown {
  const record = parse(Buffer.from(encoded(fields)));
  return record.ok ? record.fields : record.message;
}

const anyString = fc.oneof(
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 400 }).map((units) => String.fromCharCode(...units)),
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc
    .array(fc.constantFrom(...HOSTILE_TEXTS.filter((text) => text.length < 300)), { maxLength: 8 })
    .map((a) => a.join('')),
);

describe('the reader', () => {
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
