/** `tagma diff`: what it says, and what its exit code says. */
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { run } from './command.ts';

const golden = (name: string) => fileURLToPath(new URL(`../history/golden/${name}.xml`, import.meta.url));

test.each([
  ['the same course', ['a-task-done', 'a-task-done'], 0, /\nThe same course\.\n$/, /^$/],
  [
    'another one',
    ['a-task-done', 'permission-asked'],
    1,
    /The first difference, in text:\nevent +│ prompt\.given/,
    /^$/,
  ],
  ['no history', ['a-task-done', 'nowhere'], 2, /^$/, /nowhere\.xml: there is no such file\.\n$/],
])('%s', async (_title, names, code, out, err) => {
  const ended = await run(['diff', ...names.map(golden)]);
  expect(ended).toEqual({ code, out: expect.stringMatching(out), err: expect.stringMatching(err) });
});

test('for a program: all that is known, as JSON', async () => {
  const { code, out } = await run(['diff', '--json', golden('a-task-done'), golden('permission-asked')]);
  const { same, first, rounds } = JSON.parse(out);
  expect({ code, same, field: first.field, rounds: rounds.length, keys: Object.keys(rounds[0].a) }).toEqual({
    code: 1,
    same: false,
    field: 'text',
    rounds: 6,
    keys: expect.not.arrayContaining(['steps']),
  });
});
