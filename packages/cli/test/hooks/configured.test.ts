/** The hooks of the configuration: what they are named, what they are asked, and what is refused. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '../../src/config/index.ts';
import { hooksOf } from '../../src/hooks/configured.ts';

const folder = mkdtempSync(join(tmpdir(), 'tagma-hooks-'));
const file = join(folder, 'config.jsonc');
writeFileSync(join(folder, 'no.mjs'), "export const before_tool_call = ({ tool }) => ({ block: tool + ' no' });");

async function configured(hooks: unknown) {
  writeFileSync(file, JSON.stringify({ hooks }));
  const read = await readConfig(file, process.env);
  if (!read.ok) throw new Error(read.message);
  return hooksOf(read.config, folder);
}

test('a module is found beside the file that names it, and asked', async () => {
  const given = await configured([
    { on: 'before_tool_call', module: 'no.mjs', tools: ['bash'], timeout: 2 },
    { name: 'log', on: ['turn_start', 'turn_end'], command: ['node', 'log.mjs'] },
  ]);
  if (!given.ok) throw new Error(given.message);
  const [module, command] = given.hooks;
  expect(module).toMatchObject({ name: 'no.mjs', tools: ['bash'], timeoutMs: 2_000 });
  const signal = new AbortController().signal;
  expect(await module?.on.before_tool_call?.({ tool: 'bash' }, signal)).toEqual({ block: 'bash no' });
  expect([command?.name, Object.keys(command?.on ?? {})]).toEqual(['log', ['turn_start', 'turn_end']]);
});

test('a module that is not there is refused as the session starts', async () => {
  expect(await configured([{ on: 'agent_end', module: 'gone.mjs' }])).toEqual({
    ok: false,
    exit: 2,
    message: `${file}: hooks: there is no file ${join(folder, 'gone.mjs')}.\nWrite the module, or take the hook out.`,
  });
});

const WRONG: readonly (readonly [title: string, hook: object, message: RegExp])[] = [
  ['no point', { on: 'before_tool', module: 'no.mjs' }, /should be one or more of session_start, on_input/],
  ['neither command nor module', { on: 'agent_end' }, /should have either command or module/],
  ['both', { on: 'agent_end', command: ['a'], module: 'b' }, /should have either command or module/],
];

for (const [title, hook, message] of WRONG) {
  test(`a hook with ${title} is refused with its place`, async () => {
    await expect(configured([hook])).rejects.toThrow(message);
  });
}
