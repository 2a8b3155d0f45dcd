/** The table of commands behind a slash: each name once, and each told of in the documentation. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { commandName, namesOf, TYPED_COMMANDS } from '../../src/keys/typed-commands.ts';

const DOCUMENT = readFileSync(new URL('../../../../docs/commands.md', import.meta.url), 'utf8').replaceAll('\\|', '|');
const TABLE = DOCUMENT.split('\n').filter((row) => row.startsWith('| `/'));

test('each name stands there once', () => {
  const names = TYPED_COMMANDS.flatMap(namesOf);
  expect(new Set(names).size).toBe(names.length);
});

test('the documentation tells what each does, and of no other', () => {
  const told = TABLE.flatMap((row) => [...row.matchAll(/`\/([a-z]+)[^`]*`/g)].map(([, name = '']) => name));
  expect([...new Set(told)].sort()).toEqual(TYPED_COMMANDS.flatMap(namesOf).sort());
});

test('the documentation says what each takes', () => {
  const taking = TYPED_COMMANDS.filter(({ takes, name }) => takes !== '' && !['break', 'edit'].includes(name));
  expect(taking.map(commandName).filter((each) => !DOCUMENT.includes(`\`${each}\``))).toEqual([]);
});
