/** The question whether a folder's own settings are trusted, on a terminal. */
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { readConfig } from '../../src/config/index.ts';
import { hashOfFolder } from '../../src/permissions/folder-files.ts';
import { settleFolder } from '../../src/permissions/settle.ts';
import { trustIn } from '../../src/permissions/trust.ts';
import { beforeRemarks } from '../../src/problem.ts';

const FILES = {
  '.tagma/permissions.jsonc': '{"allow": ["Bash(npm test)"], "deny": ["Bash(rm:*)"]}',
  '.tagma/config.jsonc': `{
    "mode": "accept-edits", "window": 4096, "limits": { "turns": 3, "cost": 0.5 }, "theme": "dark",
    "customTools": { "issue": { "description": "d", "command": ["node", "issue.mjs"], "parameters": { "type": "object" } } },
  }`,
  '.tagma/config.local.jsonc': '{"permissions": {"allow": ["Bash(make)"]}, "sandbox": {"off": true, "hidden": ["x"]}}',
  'issue.mjs': '1',
};

const LINES = [
  '.tagma/permissions.jsonc: allow: "Bash(npm test)"',
  '.tagma/config.jsonc: mode: "accept-edits"',
  // The other file turns the sandbox off.
  '.tagma/config.jsonc: tool issue (node issue.mjs) runs when the model calls it, with all your rights, for there is no sandbox: {"description":"d","parameters":{"type":"object"}}',
  '.tagma/config.local.jsonc: sandbox.off: true',
  '.tagma/config.local.jsonc: permissions.allow: "Bash(make)"',
];

function place(files: { readonly [name: string]: string } = FILES) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'tagma-settle-')));
  const folder = join(root, 'project');
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  mkdirSync(folder, { recursive: true });
  return { folder, env: { XDG_STATE_HOME: join(root, 'state'), XDG_CONFIG_HOME: join(root, 'config') } };
}

type Place = ReturnType<typeof place>;

/** What came of it, and what the person has seen. */
async function settle({ folder, env }: Place, keys: string, trustFolder = false) {
  const input = new PassThrough();
  const output = Object.assign(new PassThrough(), { isTTY: true });
  const settled = settleFolder({ cwd: folder, trustFolder }, env, true, { input, output });
  input.write(keys);
  const { ok } = await settled;
  return { ok, trust: trustIn(folder, hashOfFolder(folder), env), seen: String(output.read() ?? '') };
}

test.each([
  ['y', 'y\r', 'trusted'],
  ['yes, in any case', ' Yes \r', 'trusted'],
  ['no', 'n\r', 'not trusted'],
  ['nothing, which is no', '\r', 'not trusted'],
  ['what is not quite yes', 'yep\r', 'not trusted'],
])('%s', async (_, keys, trust) => {
  const { seen, ...settled } = await settle(place(), keys);
  expect(settled).toEqual({ ok: true, trust });
  expect(seen.split('\n').filter((line) => line.startsWith('  '))).toEqual(LINES.map((line) => `  ${line}`));
});

test.each([
  ['Ctrl+C', '\x03'],
  ['Ctrl+D', '\x04'],
  ['Ctrl+C after a yes that was not sent', 'y\x03'],
])('%s leaves without an answer, and nothing is kept', async (_, keys) => {
  expect(await settle(place(), keys)).toMatchObject({ ok: 'left', trust: 'unasked' });
});

test('is asked once, and again when a program that is named is another one', async () => {
  const here = place();
  await settle(here, 'y\r');
  expect(await settle(here, '')).toEqual({ ok: true, trust: 'trusted', seen: '' });
  writeFileSync(join(here.folder, 'issue.mjs'), '2');
  expect(await settle(here, 'n\r')).toMatchObject({
    ok: true,
    trust: 'not trusted',
    seen: expect.stringMatching(/brings/),
  });
});

test('--trust-folder agrees without a question', async () => {
  expect(await settle(place(), '', true)).toEqual({ ok: true, trust: 'trusted', seen: '' });
});

test('nobody is asked where nothing runs, permits or leads elsewhere', async () => {
  const harmless = { '.tagma/config.jsonc': '{"theme": "dark", "mode": "plan", "limits": {"cost": 1}}' };
  expect(await settle(place(harmless), '')).toMatchObject({ ok: true, seen: '' });
});

test('what holds before the person has agreed, and after', async () => {
  const { folder, env } = place();
  const seen = async () => {
    const read = await readConfig(undefined, env, folder);
    if (!read.ok) throw new Error(read.message);
    const { inProject: _inProject, elsewhere: _elsewhere, ...config } = read.config;
    return config;
  };
  const harmless = { file: null, providers: {}, window: 4096, limits: { turns: 3, cost: 0.5 }, theme: 'dark' };
  const waiting = 'mode, customTools.issue, sandbox.off';
  expect(await seen()).toEqual({
    ...harmless,
    sandbox: { hidden: ['x'] },
    warnings: [
      `${waiting}: these settings of the folder’s own are not taken: you have not trusted it (--trust-folder does).`,
    ],
  });
  await settle({ folder, env }, 'y\r');
  expect(await seen()).toEqual({
    ...harmless,
    mode: 'accept-edits',
    customTools: {
      issue: { description: 'd', command: ['node', 'issue.mjs'], parameters: { type: 'object' }, isForeign: true },
    },
    sandbox: { hidden: ['x'], off: true },
    warnings: [],
  });
});

test('a screen that is on the terminal still, after the first run, is taken away before the question', async () => {
  const input = new PassThrough();
  const output = Object.assign(new PassThrough(), { isTTY: true });
  let before: string | null = null;
  beforeRemarks(() => {
    before = String(output.read() ?? '');
  });
  const { folder, env } = place();
  const settled = settleFolder({ cwd: folder }, env, true, { input, output });
  input.write('y\r');
  await settled;
  beforeRemarks(() => {});
  expect([before, String(output.read()).split(':', 1)[0]]).toEqual(['', expect.stringMatching(/^This folder brings/)]);
});
