/** The tables of docs/faults.md are those of the code. `UPDATE_FAULTS=1 npm test -- test/faults-page` writes them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../packages/build/workspace.mjs';
import { REFUSED_FIELDS } from '../packages/endpoint/src/adaptation.ts';
import { OVERFLOW_WORDS } from '../packages/endpoint/src/overflow.ts';
import { REFUSALS } from '../packages/endpoint/src/refusals.ts';
import { ENDPOINT_FAULTS } from '../packages/testing/src/index.ts';

const FILE = join(ROOT, 'docs', 'faults.md');

const TABLES: readonly (readonly [name: string, head: readonly string[], rows: readonly (readonly string[])[]])[] = [
  ['refusals', ['what the server says', 'kind'], REFUSALS.map(({ title, kind }) => [title, `\`${kind}\``])],
  [
    'overflow',
    ['server', 'in words like', 'names the window'],
    OVERFLOW_WORDS.map(({ servers, pattern, example }) => [
      servers,
      `\`${example.replaceAll('`', "'")}\``,
      pattern.exec(example)?.groups?.window === undefined ? '' : 'yes',
    ]),
  ],
  [
    'fields',
    ['server', 'in words like'],
    REFUSED_FIELDS.map(({ servers, example }) => [servers, `\`${example.replaceAll('`', "'")}\``]),
  ],
  ['faults', ['`--fault`', 'the server'], ENDPOINT_FAULTS.map(({ name, does }) => [`\`${name}\``, does])],
];

const mark = (name: string) => `<!-- ${name} -->`;

function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

test.each(TABLES)('the table of %s', (name, head, rows) => {
  const page = readFileSync(FILE, 'utf8');
  const place = new RegExp(`${mark(name)}\n\n?((?:\\|.*\n)*)\n*`);
  const expected = tableOf(head, rows);
  if (process.env.UPDATE_FAULTS) {
    writeFileSync(
      FILE,
      page.replace(place, () => `${mark(name)}\n\n${expected}\n\n`),
    );
  } else {
    expect(place.exec(page)?.[1]?.trimEnd()).toBe(expected);
  }
});

test('every kind of fault that a refusal can be is told of', () => {
  const page = readFileSync(FILE, 'utf8');
  expect(REFUSALS.map(({ kind }) => kind).filter((kind) => !page.includes(`| \`${kind}\` |`))).toEqual([]);
});
