/** `tagma keys`: the keys as they are bound, from the configuration too. */
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keyRows } from '../packages/tui/src/keys/rows.ts';
import { run, temporaryFolder } from './command.ts';

function configured(text: string): string {
  const file = join(temporaryFolder(), 'c.jsonc');
  writeFileSync(file, text);
  chmodSync(file, 0o600);
  return file;
}

test('as they are: a row for each, under headings', async () => {
  const { code, out, err } = await run(['keys']);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  const rows = out.split('\n').filter((line) => line.startsWith('  '));
  expect(rows.length).toBe(keyRows().length);
  expect(rows.find((row) => row.includes(' palette '))).toMatch(
    /^ {2}Ctrl\+P +palette +the palette: all that can be done/,
  );
  expect(rows.find((row) => row.includes('question.answer-no'))).toMatch(/^ {2}Esc +question\.answer-no +no$/);
});

test('for a program', async () => {
  const { code, out } = await run(['keys', '--json']);
  expect([code, JSON.parse(out)]).toEqual([0, keyRows()]);
});

test('as they are bound; what cannot be had is said with its place, and stops nothing', async () => {
  const file = configured('{ "keys": {\n  "palette": ["F8"],\n  "redraw": ["ctrl+p", "ctrl+m"],\n  "steer": []\n} }');
  const { code, out, err } = await run(['keys', '--config', file]);
  expect(code).toBe(0);
  expect(out).toMatch(/^ {2}F8 +palette /m);
  expect(out).toMatch(/^ {2}Ctrl\+L +redraw /m);
  expect(err.replaceAll(file, 'FILE').split('\n')).toEqual([
    'tagma: FILE:3:3: "redraw": a terminal sends the same for ctrl+m as for enter. It keeps its keys.',
    'tagma: FILE:4:3: There is no command "steer" with keys. Did you mean "step"? tagma keys lists them.',
    '',
  ]);
});
