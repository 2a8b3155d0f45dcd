import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Config, NO_CONFIG } from '../src/config/config.ts';
import { addInUse, connectionSecrets, keepFromCommands } from '../src/connection-secrets.ts';

const SECRET = 'zq-secret-of-a-usual-length';
let root: string;
let before: NodeJS.ProcessEnv;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tagma-secrets-'));
  mkdirSync(join(root, 'tagma'));
  before = process.env;
  process.env = { ...before };
});
afterEach(() => {
  process.env = before;
  rmSync(root, { recursive: true });
});

const own = (providers: Config['providers'], rest: Partial<Config> = {}): Config => ({
  ...{ ...NO_CONFIG, providers },
  ...rest,
});
const keep = (text: string, mode = 0o600) => writeFileSync(join(root, 'tagma', 'secrets.jsonc'), text, { mode });
const found = async (env: { [name: string]: string }, config: Config = NO_CONFIG) =>
  Object.fromEntries((await connectionSecrets({ ...env, XDG_CONFIG_HOME: root }, config)).values);

describe('a secret of a connection is known', () => {
  const rows: [title: string, kept: string, env: { [name: string]: string }, config: Config, expected: object][] = [
    ['from a variable', '', { OPENAI_API_KEY: ' zq-one ' }, NO_CONFIG, { OPENAI_API_KEY: 'zq-one' }],
    ['of the search', '', { TAVILY_API_KEY: 'zq-search' }, NO_CONFIG, { TAVILY_API_KEY: 'zq-search' }],
    [
      'that is kept, whichever provider is in use',
      '{"deepseek": "zq-kept", "my-box": "zq-box", "openai": {"keyring": true}}',
      {},
      NO_CONFIG,
      { DEEPSEEK_KEPT_KEY: 'zq-kept', MY_BOX_KEPT_KEY: 'zq-box' },
    ],
    ['of a file that is cut short', '{"deepseek": "zq-kept", "op', {}, NO_CONFIG, { DEEPSEEK_KEPT_KEY: 'zq-kept' }],
    [
      'that a header names',
      '',
      { TEAM_TOKEN: 'zq-team' },
      own({ box: { url: 'http://box/v1', headers: { 'x-team': `Bearer \${TEAM_TOKEN}` } } }),
      { TEAM_TOKEN: 'zq-team' },
    ],
    [
      'in a header, a query and an address',
      '',
      {},
      own({ box: { url: 'http://me:zq-pass@box/v1', headers: { 'x-a': 'zq-head' }, query: { k: 'zq-query' } } }),
      { ENDPOINT_0: 'zq-pass', ENDPOINT_1: 'bWU6enEtcGFzcw==', ENDPOINT_2: 'zq-head', ENDPOINT_3: 'zq-query' },
    ],
    [
      'in the address of a search, and of a proxy',
      '',
      { SEARXNG_URL: 'http://me:zq-sear@box/', https_proxy: 'http://me:zq-proxy@proxy:3128' },
      NO_CONFIG,
      { ENDPOINT_0: 'zq-sear', ENDPOINT_1: expect.any(String), ENDPOINT_2: 'zq-proxy' },
    ],
  ];
  test.each(rows)('%s', async (_title, kept, env, config, expected) => {
    if (kept !== '') keep(kept);
    expect(await found(env, config)).toEqual(expected);
  });

  test('also in a file that others may read, and that is not used', async () => {
    keep('{"deepseek": "zq-kept"}', 0o644);
    expect(await found({})).toEqual({ DEEPSEEK_KEPT_KEY: 'zq-kept' });
  });
});

describe('a command does not inherit', () => {
  const rows: [title: string, env: { [name: string]: string }, kept: string[], left: string[]][] = [
    ['the key of any provider', { ANTHROPIC_API_KEY: 'zq-other', PLAIN: '1' }, [], ['PLAIN']],
    ['the key of the search', { TAVILY_API_KEY: 'zq-search' }, [], []],
    ['the same secret under another name', { OPENAI_API_KEY: SECRET, COPY: `x=${SECRET}` }, [], []],
    ['nor in base64', { OPENAI_API_KEY: SECRET, COPY: Buffer.from(SECRET).toString('base64') }, [], []],
    ['and no other variable', { OPENAI_API_KEY: 'zq-short', OTHER: '/srv/zq-short/x' }, [], ['OTHER']],
    ['an address with a password', { OPENAI_BASE_URL: 'https://me:zq-pass@box/v1' }, [], []],
    ['what is in use', { IN_USE: 'zq-inuse' }, [], []],
    [
      'but what the person keeps, and the way to the network',
      { OPENAI_API_KEY: 'zq-secret', https_proxy: 'http://me:zq-proxy@proxy:3128' },
      ['OPENAI_API_KEY'],
      ['OPENAI_API_KEY', 'https_proxy'],
    ],
  ];
  test.each(rows)('%s', async (_title, env, kept, left) => {
    process.env = { ...env };
    const secrets = await connectionSecrets({ ...env, XDG_CONFIG_HOME: root }, NO_CONFIG);
    addInUse(secrets, 'IN_USE', []);
    keepFromCommands(secrets, kept);
    expect(Object.keys(process.env)).toEqual(left);
  });
});
