/** docs/screen.md has the table of keys as it is. `npm run golden` writes it anew. */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { KEY_TABLE } from '../../src/keys/key-table.ts';
import { keyRows } from '../../src/keys/rows.ts';

const PAGE = new URL('../../../../docs/screen.md', import.meta.url);
const PART = /(?<=<!-- keys:[^\n]*\n)[\s\S]*?(?=<!-- \/keys -->)/;

function tables(): string {
  const rows = keyRows();
  const headings = [...new Set(rows.map(({ heading }) => heading))];
  const parts = headings.map((heading) => {
    const lines = rows
      .filter((row) => row.heading === heading)
      .map(({ keys, command, says }) => `| ${keys.map(cell).join(', ')} | \`${command}\` | ${cell(says)} |`);
    return [`**${heading}**`, '', '| keys | command | what it does |', '| --- | --- | --- |', ...lines].join('\n');
  });
  return `\n${parts.join('\n\n')}\n\n`;
}

/** As Markdown shows it. */
function cell(text: string): string {
  return text.replace(/[|\\<>_*[\]]/g, '\\$&');
}

test.runIf(process.env.UPDATE_GOLDEN)('write the keys in docs/screen.md anew', () => {
  const page = readFileSync(PAGE, 'utf8');
  writeFileSync(
    PAGE,
    page.replace(PART, () => tables()),
  );
});

test('docs/screen.md has each key of the table, and no other', () => {
  expect(PART.exec(readFileSync(PAGE, 'utf8'))?.[0]).toBe(tables());
});

test('each row of the table is a row, under the heading of its place', () => {
  expect(
    keyRows()
      .map(({ where, command }) => `${where}.${command}`)
      .sort(),
  ).toEqual(KEY_TABLE.map(({ where, command }) => `${where}.${command}`).sort());
});
