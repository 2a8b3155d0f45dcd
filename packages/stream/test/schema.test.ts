/** docs/stream.schema.json is what the sources say: `UPDATE_DOCS=1 npm test -- packages/stream` writes it anew. */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { COMMAND_TYPES } from '../src/command.ts';
import { isBySchema, SCHEMA_FILE, schemaText } from './published.ts';

test.runIf(process.env.UPDATE_DOCS)('write the schema anew', () => writeFileSync(SCHEMA_FILE, schemaText()));

test('the published schema is that of the sources', () => {
  expect(readFileSync(SCHEMA_FILE, 'utf8')).toBe(schemaText());
});

test('it says of everything what it is', () => {
  const { $defs } = JSON.parse(readFileSync(SCHEMA_FILE, 'utf8')) as {
    $defs: Record<string, { description?: string }>;
  };
  const unsaid = Object.entries($defs).filter(([name, { description = '' }]) => !name.startsWith('__') && !description);
  expect(unsaid.map(([name]) => name)).toEqual([]);
});

const COMMANDS: readonly (readonly [title: string, value: unknown, taken: boolean])[] = [
  ['a prompt', { type: 'prompt', text: 'do it' }, true],
  ['with an id', { type: 'abort', id: 'a1' }, true],
  ['an empty prompt', { type: 'prompt', text: '' }, false],
  ['an answer', { type: 'answer', request: 3, answer: 'once' }, true],
  ['an answer to nothing', { type: 'answer', answer: 'once' }, false],
  ['a mode that there is not', { type: 'mode', mode: 'yolo' }, false],
  ['a member that it does not take', { type: 'abort', why: 'x' }, false],
  ['no type', { text: 'x' }, false],
];

test.each(COMMANDS)('a command: %s', (_, value, taken) => {
  expect(isBySchema('command')(value)).toBe(taken);
});

test('every command is in it', () => {
  const { $defs } = JSON.parse(readFileSync(SCHEMA_FILE, 'utf8')) as { $defs: Record<string, unknown> };
  const named = Object.keys($defs).filter((name) => name.endsWith('_command'));
  expect(named.sort()).toEqual(COMMAND_TYPES.map((type) => `${type}_command`).sort());
});

test.each([
  ['an event', { type: 'notice', message: 'x' }, true],
  ['one with a member more', { type: 'notice', message: 'x', more: 1 }, true],
  ['one with a member less', { type: 'notice' }, false],
  ['one that there is not', { type: 'noted', message: 'x' }, false],
])('%s', (_, value, taken) => {
  expect(isBySchema('event')(value)).toBe(taken);
});
