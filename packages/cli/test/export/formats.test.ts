/** Every form of an export over every golden session: it is whole, and none loses a record. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { planTakeOut, readHistory } from '@tagma/history';
import { expect, test } from 'vitest';
import { FORMAT_NAMES, type Format } from '../../src/export/format-names.ts';
import { FORMATS } from '../../src/export/formats.ts';

const GOLDEN = fileURLToPath(new URL('../../../../history/golden/', import.meta.url));
const NAMES = readdirSync(GOLDEN).filter((name) => name.endsWith('.xml'));

async function exported(format: Format, file: string): Promise<string> {
  const plan = await planTakeOut(file, []);
  if (!plan.ok) throw new Error(plan.error.message);
  const chunks: Buffer[] = [];
  for await (const chunk of FORMATS[format](file, plan)) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString();
}

/** How many records, or what else tells that it is whole. */
const WHOLE: { readonly [format in Format]: (text: string, file: string) => unknown } = {
  md: (text) => text.startsWith('# Session `golden`\n'),
  html: (text) => new Set(text.match(/ id="r\d+"/g)).size,
  json: (text) => JSON.parse(text).records.length,
  jsonl: (text) =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)).length,
  atif: (text) => JSON.parse(text).schema_version,
  xml: (text, file) => text === readFileSync(file, 'utf8'),
};

test.each(NAMES.flatMap((name) => FORMAT_NAMES.map((format) => [name, format] as const)))(
  '%s as %s',
  async (name, format) => {
    const file = `${GOLDEN}${name}`;
    const read = await readHistory(file);
    const count = read.ok ? read.records.length : 0;
    const expected = { md: true, html: count, json: count, jsonl: count, atif: 'ATIF-v1.5', xml: true }[format];
    expect(WHOLE[format](await exported(format, file), file)).toEqual(expected);
  },
);
