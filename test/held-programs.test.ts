/**
 * What a project brings runs in the sandbox: its tools, its hooks as programs and as modules. The project may be written, the
 * home may not, and a server is reached only with `"network": true`; the person's own run as they are.
 */
import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { findSandbox } from '../packages/sandbox/src/index.ts';
import { temporaryFolder } from './command.ts';
import { printWith } from './scripted.ts';

const hasSandbox = (await findSandbox()).kind !== 'none';
const FINAL = '<final>done</final>';

const server = createServer((_, response) => response.end('hello'));
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
afterAll(() => server.close());

/** Tries all, and leaves in the project what came of it. */
const TRIES = `
import { writeFileSync } from 'node:fs';
const attempt = async (what) => { try { await what(); return true; } catch { return false; } };
export const tries = async () => {
  const home = await attempt(() => writeFileSync(process.env.HOME + '/made', ''));
  const network = await attempt(async () => (await fetch(${JSON.stringify(url)})).text());
  writeFileSync(new URL('./came-of-it', import.meta.url), JSON.stringify({ home, network, inTagma: process.argv.some((word) => /start\\.js|dist.tagma/.test(word)) }));
};
`;
const FILES = {
  'tries.mjs': TRIES,
  'program.mjs': "import { tries } from './tries.mjs';\nawait tries();\n",
  'module.mjs': "import { tries } from './tries.mjs';\nexport const before_tool_call = () => tries();\n",
};
const HOOK = { name: 'h', on: 'before_tool_call' };
const BASH = '<action tool="bash"><command>ls</command></action>';

const ROWS: readonly (readonly [title: string, (network: object) => object, call: string])[] = [
  [
    'a tool',
    (network) => ({
      customTools: {
        it: { description: 'd', command: ['node', 'program.mjs'], parameters: { type: 'object' }, ...network },
      },
    }),
    '<action tool="it"></action>',
  ],
  [
    'a hook that is a program',
    (network) => ({ hooks: [{ ...HOOK, command: ['node', 'program.mjs'], ...network }] }),
    BASH,
  ],
  ['a hook that is a module', (network) => ({ hooks: [{ ...HOOK, module: '../module.mjs', ...network }] }), BASH],
];

async function cameOf(values: object, where: 'project' | 'user', call: string) {
  const folder = realpathSync(temporaryFolder());
  const home = realpathSync(temporaryFolder());
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
  const file = where === 'project' ? join(folder, '.tagma/config.jsonc') : join(home, '.config/tagma/config.jsonc');
  mkdirSync(join(file, '..'), { recursive: true });
  const text = JSON.stringify(values).replace(
    '../module.mjs',
    where === 'project' ? '../module.mjs' : join(folder, 'module.mjs'),
  );
  writeFileSync(file, text);
  const ended = await printWith([call, FINAL], ['--mode', 'auto-in-project', '--trust-folder'], {
    folder,
    env: { HOME: home },
  });
  expect([ended.code, ended.out]).toEqual([0, 'done\n']);
  expect(existsSync(join(home, 'made'))).toBe(where === 'user');
  return JSON.parse(readFileSync(join(folder, 'came-of-it'), 'utf8'));
}

describe.runIf(hasSandbox).each(ROWS)('%s', (_, configured, call) => {
  test('of a project writes the project and reaches nothing', async () => {
    expect(await cameOf(configured({}), 'project', call)).toEqual({ home: false, network: false, inTagma: false });
  });
  test('of a project reaches hosts with "network": true', async () => {
    expect(await cameOf(configured({ network: true }), 'project', call)).toMatchObject({ home: false, network: true });
  });
  test('of the person’s own runs as it is', async () => {
    expect(await cameOf(configured({}), 'user', call)).toMatchObject({ home: true, network: true });
  });
});
