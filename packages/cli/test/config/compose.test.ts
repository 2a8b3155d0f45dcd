/** Values of all places put together: whose comes first, what counts together, and where a key goes. */
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Config } from '../../src/config/config.ts';
import { readConfig } from '../../src/config/index.ts';
import { connectTo } from '../../src/connect.ts';
import { keepTrust } from '../../src/permissions/trust.ts';
import { wantsOf } from '../../src/permissions/wants.ts';
import { keepSecret } from '../../src/secrets/index.ts';

type Files = { readonly user?: string; readonly project?: string; readonly local?: string; readonly named?: string };
type Variables = { readonly [name: string]: string };

function place({ user, project, local, named }: Files, variables: Variables = {}) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'tagma-compose-')));
  const folder = join(root, 'project');
  const env: { readonly [name: string]: string } = {
    XDG_CONFIG_HOME: join(root, 'config'),
    XDG_STATE_HOME: join(root, 'state'),
    ...variables,
  };
  const files: readonly (readonly [string, string | undefined])[] = [
    [join(root, 'config/tagma/config.jsonc'), user],
    [join(folder, '.tagma/config.jsonc'), project],
    [join(folder, '.tagma/config.local.jsonc'), local],
    [join(root, 'named.jsonc'), named],
  ];
  mkdirSync(folder, { recursive: true });
  for (const [file, text] of files) {
    if (text === undefined) continue;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text, { mode: 0o600 });
  }
  return { root, folder, env, given: named === undefined ? undefined : join(root, 'named.jsonc') };
}

async function trusted(at: ReturnType<typeof place>): Promise<void> {
  const wants = wantsOf(at.given, at.folder, at.env);
  if (!wants.ok) throw new Error(wants.message);
  await keepTrust(at.folder, wants.hash, true, at.env);
}

async function composed(files: Files, variables: Variables = {}, isTrusted = true): Promise<Partial<Config>> {
  const at = place(files, variables);
  if (isTrusted) await trusted(at);
  const read = await readConfig(at.given, at.env, at.folder);
  if (!read.ok) throw new Error(read.message);
  const { file: _file, inProject: _inProject, elsewhere: _elsewhere, ...rest } = read.config;
  return rest;
}

const NONE = { providers: {}, warnings: [] };

describe('whose value holds', () => {
  test.each<[string, Files, Variables, object]>([
    ['the person’s', { user: '{"retries": 1}' }, {}, { retries: 1 }],
    ['the project’s before it', { user: '{"retries": 1}', project: '{"retries": 2}' }, {}, { retries: 2 }],
    ['the local one’s before that', { project: '{"retries": 2}', local: '{"retries": 3}' }, {}, { retries: 3 }],
    ['a named file’s before those', { local: '{"retries": 3}', named: '{"retries": 4}' }, {}, { retries: 4 }],
    ['a variable’s before all', { named: '{"retries": 4}' }, { TAGMA_RETRIES: '5' }, { retries: 5 }],
    [
      'key by key',
      { user: '{"limits": {"turns": 1, "time": 9}}', project: '{"limits": {"turns": 2}}' },
      { TAGMA_LIMITS_COST: '0.5' },
      { limits: { turns: 2, time: 9, cost: 0.5 } },
    ],
    [
      'a list in the place of another',
      { user: '{"fallbacks": ["a", "b"]}', project: '{"fallbacks": ["c"]}' },
      {},
      { fallbacks: ['c'] },
    ],
    [
      'what is hidden counts together',
      { user: '{"sandbox": {"hidden": ["a"]}}', project: '{"sandbox": {"hidden": ["b"]}}' },
      {},
      { sandbox: { hidden: ['a', 'b'] } },
    ],
    [
      'hooks count together',
      {
        user: '{"hooks": [{"on": "tool_stop", "command": ["a"]}]}',
        project: '{"hooks": [{"on": "tool_stop", "command": ["b"]}]}',
      },
      {},
      {
        hooks: [
          { on: 'tool_stop', command: ['a'] },
          { on: 'tool_stop', command: ['b'], isForeign: true },
        ],
      },
    ],
    [
      'who says a provider does not mean the model of before',
      { user: '{"model": "deepseek:m"}' },
      { TAGMA_PROVIDER: 'groq' },
      { provider: 'groq' },
    ],
    [
      'a model alone is one of the provider of before',
      { user: '{"provider": "groq"}', project: '{"model": "m"}' },
      {},
      { provider: 'groq', model: 'm' },
    ],
  ])('%s', async (_title, files, variables, expected) => {
    expect(await composed(files, variables)).toEqual({ ...NONE, ...expected });
  });
});

const customTool = (word: string) => ({ description: word, command: [word], parameters: { type: 'object' } });

/** Each row: what the person has, what the project says, what of it holds unasked, and what waits. */
describe('what of a project holds before it is trusted', () => {
  test.each<[string, object, object, object, string]>([
    ['a model', {}, { model: 'm' }, {}, 'model'],
    ['a provider', {}, { provider: 'groq' }, {}, 'provider'],
    ['models to fall back to', {}, { fallbacks: ['m'] }, {}, 'fallbacks'],
    ['another summary model', {}, { summaryModel: 'm' }, {}, 'summaryModel'],
    ['a looser mode', {}, { mode: 'accept-edits' }, {}, 'mode'],
    ['a stricter mode', {}, { mode: 'plan' }, { mode: 'plan' }, ''],
    ['one that is looser than the person’s', { mode: 'plan' }, { mode: 'default' }, { mode: 'plan' }, 'mode'],
    ['prompt texts', {}, { prompts: 'texts' }, {}, 'prompts'],
    ['a limit', {}, { limits: { cost: 1 } }, { limits: { cost: 1 } }, ''],
    ['a lower limit', { limits: { cost: 2 } }, { limits: { cost: 1 } }, { limits: { cost: 1 } }, ''],
    ['a higher limit', { limits: { cost: 1 } }, { limits: { cost: 2 } }, { limits: { cost: 1 } }, 'limits.cost'],
    ['no limit any more', { limits: { cost: 1 } }, { limits: { cost: 0 } }, { limits: { cost: 1 } }, 'limits.cost'],
    ['no sandbox', {}, { sandbox: { off: true } }, {}, 'sandbox.off'],
    ['more for commands to see', {}, { sandbox: { readable: ['/x'] } }, {}, 'sandbox.readable'],
    ['more for commands to write', {}, { sandbox: { writable: ['/x'] } }, {}, 'sandbox.writable'],
    ['a shell', {}, { bash: { shell: '/x', timeout: 9 } }, { bash: { timeout: 9 } }, 'bash.shell'],
    ['words before each command', {}, { bash: { prefix: 'x' } }, {}, 'bash.prefix'],
    ['a server that searches', {}, { search: { searxng: 'http://x' } }, {}, 'search.searxng'],
    ['a folder for histories', {}, { history: { dir: '/x' } }, {}, 'history.dir'],
    ['days after which histories go', {}, { history: { days: 1 } }, {}, 'history.days'],
    ['tools of its own', {}, { customTools: { x: customTool('x') } }, {}, 'customTools.x'],
    ['tools, where the person says nothing of them', {}, { tools: 'readonly' }, { tools: 'readonly' }, ''],
    ['more tools than the person wants', { tools: 'readonly' }, { tools: 'default' }, { tools: 'readonly' }, 'tools'],
    ['another secret', { redact: { a: 'x' } }, { redact: { b: 'y' } }, { redact: { a: 'x' } }, 'redact.b'],
    ['less of a secret', { redact: { a: 'x' } }, { redact: { a: 'y' } }, { redact: { a: 'x' } }, 'redact.a'],
    ['hooks', {}, { hooks: [{ on: 'tool_stop', command: ['x'] }] }, {}, 'hooks'],
    ['servers', {}, { providers: { x: { url: 'http://x' } } }, {}, 'providers.x'],
    [
      'what only looks',
      {},
      { theme: 'dark', screen: { title: false } },
      { theme: 'dark', screen: { title: false } },
      '',
    ],
  ])('%s', async (_title, own, said, expected, waits) => {
    const files = { user: JSON.stringify(own), project: JSON.stringify(said) };
    const { warnings, ...found } = await composed(files, {}, false);
    const { warnings: _warnings, ...before } = await composed({ user: JSON.stringify(expected) });
    expect(found).toEqual(before);
    expect(warnings).toEqual(
      waits === '' ? [] : [expect.stringMatching(new RegExp(`^${waits}: this setting .* not taken`))],
    );
  });

  test.each([
    ['endpoint', '{"endpoint": "http://x/v1"}'],
    ['secrets', '{"secrets": "file"}'],
    ['keys', '{"keys": {"palette": "ctrl+o"}}'],
  ])('%s is never taken', async (key, project) => {
    const { warnings, ...found } = await composed({ project });
    expect(found).toEqual({ providers: {} });
    expect(warnings).toEqual([
      expect.stringMatching(new RegExp(`config.jsonc:1:2: "${key}" is not taken from a project`)),
    ]);
  });
});

/** In pieces: it is no secret, and looks like one. */
const TOKEN = ['ghp', '0123456789abcdefghijABCDEFGHIJ012345'].join('_');
const VARIABLE = ['$', '{WORK}'].join('');

describe('keys in a project', () => {
  test.each<[string, object, string | null]>([
    ['a key', { key: 'sk-1' }, 'a key'],
    ['a password in its address', { url: 'http://me:secret@host/v1' }, 'a password in an address'],
    ['a header with one', { headers: { Authorization: 'Bearer sk-1' } }, 'a key in "Authorization"'],
    ['a query with one', { query: { api_key: 'sk-1' } }, 'a key in "api_key"'],
    ['what looks like one elsewhere', { fields: { user: TOKEN } }, 'what looks like a key'],
    ['a variable', { key: VARIABLE, headers: { Authorization: `Bearer ${VARIABLE}`, 'X-Team': 'us' } }, null],
  ])('%s', async (_title, provider, what) => {
    const { folder, env } = place({
      project: JSON.stringify({ providers: { work: { url: 'http://x', ...provider } } }),
    });
    const read = await readConfig(undefined, env, folder);
    if (what === null) expect(read).toMatchObject({ ok: true });
    else
      expect(read).toMatchObject({
        ok: false,
        exit: 2,
        message: expect.stringMatching(
          new RegExp(
            `^${join(folder, '.tagma/config.jsonc')}:1:\\d+: ${what}.* stands in a file of the project.*\n.*tagma config set providers\\.\\w+\\.key`,
          ),
        ),
      });
  });

  test('no key of the person’s goes where a project says that a provider is', async () => {
    const user = JSON.stringify({
      providers: { work: { url: 'http://model.test/v1', key: 'mine', headers: { 'X-Key': 'h' } } },
    });
    const at = place({ user, project: '{"providers": {"work": {"url": "http://evil/v1", "model": "m"}}}' });
    await keepSecret('work', 'kept', at.env);
    await trusted(at);
    const read = await readConfig(undefined, at.env, at.folder);
    if (!read.ok) throw new Error(read.message);
    const { server } = (await connectTo('work', at.env, read.config)) as { readonly server?: object };
    expect(server).toMatchObject({ url: 'http://evil/v1', apiKey: '' });
    expect(server).not.toHaveProperty('headers');
  });
});
