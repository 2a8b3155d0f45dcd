import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtinSpecs } from '@tagma/tools';
import { expect, test } from 'vitest';
import { offeredTools, readTools } from '../src/tool-specs.ts';

const FILE = join(mkdtempSync(join(tmpdir(), 'tagma-tools-')), 'tools.json');

function read(value: unknown) {
  writeFileSync(FILE, typeof value === 'string' ? value : JSON.stringify(value));
  return readTools(FILE);
}

test('the built-in tools are read back as they are', () => {
  expect(read(builtinSpecs())).toEqual({ ok: true, tools: builtinSpecs() });
});

test.each([
  ['offered', 'bash read write edit glob grep ls fetch git undo ask todo plan'],
  ['settled', 'bash read write edit glob grep ls fetch git undo search ask todo plan'],
] as const)('without a file: the tools that are %s', async (own, names) => {
  const listed = await offeredTools(undefined, own);
  expect(listed.ok && listed.tools.map(({ name }) => name).join(' ')).toBe(names);
});

const tool = (parameters: unknown) => [{ name: 'a', description: 'does', parameters }];

test.each([
  [{}, 'it should be a JSON array of {name, description, body?, parameters}.'],
  [[null], '[0] should be an object.'],
  [[{ parameters: { properties: {} } }], '[0].name should be a string.'],
  [[{ name: 'a', body: 1, parameters: { properties: {} } }], '[0].body should be a string.'],
  [tool(null), '[0].parameters should be an object.'],
  [tool({ type: 'string' }), '[0].parameters.type should be object.'],
  [tool({ properties: null }), '[0].parameters.properties should be an object.'],
  [tool({ properties: [] }), '[0].parameters.properties should be an object.'],
  [tool({ properties: { x: null } }), '[0].parameters.properties.x should be an object.'],
  [
    tool({ properties: { x: { type: 'text' } } }),
    '[0].parameters.properties.x.type should be one of string, number, integer, boolean, array, object.',
  ],
  [tool({ properties: { x: { enum: 'a' } } }), '[0].parameters.properties.x.enum should be an array.'],
  [
    tool({ properties: { x: { type: 'array', items: { properties: { y: 0 } } } } }),
    '[0].parameters.properties.x.items.properties.y should be an object.',
  ],
  [tool({ properties: {}, required: 'x' }), '[0].parameters.required should be an array of strings.'],
])('%j', (value, message) => {
  expect(read(value)).toEqual({ ok: false, exit: 2, message: `--tools ${FILE}: ${message}` });
});

test.each([{}, { type: 'object' }])('a tool without parameters need not name any: %j', (parameters) => {
  const none = { type: 'object', properties: {} };
  expect(read(tool(parameters))).toEqual({ ok: true, tools: [{ name: 'a', description: 'does', parameters: none }] });
});

test('what is no JSON, and a file that is not there, are problems of the person', () => {
  expect(read('{')).toMatchObject({ ok: false, exit: 2 });
  expect(readTools(`${FILE}.none`)).toMatchObject({ ok: false, exit: 2, message: expect.stringContaining('ENOENT') });
});
