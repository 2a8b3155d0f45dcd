/** The variables that a confined command gets. */
import { expect, test } from 'vitest';
import { confinedEnvironment, isSecret } from '../src/environment.ts';

test('what leads out and what is secret is left out; what is kept and what is set is there', () => {
  const environment = {
    ...{ PATH: '/bin', HOME: '/home/x', LANG: 'C', TERM: 'xterm', PWD: '/home/x', TAGMA_CALL: 'a:b', NODE_ENV: 'test' },
    ...{ SSH_AUTH_SOCK: '/run/a', DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/b', DISPLAY: ':0', TMUX: '/tmp/c,1,0' },
    ...{ GITHUB_TOKEN: 'x1', OPENAI_API_KEY: 'x2', MY_TOKEN: 'x3', TMPDIR: '/old', HTTPS_PROXY: 'http://a:b@proxy' },
  };
  expect(confinedEnvironment(environment, ['MY_TOKEN'], { TMPDIR: '/tmp' })).toEqual({
    ...{ PATH: '/bin', HOME: '/home/x', LANG: 'C', TERM: 'xterm', PWD: '/home/x', TAGMA_CALL: 'a:b', NODE_ENV: 'test' },
    ...{ MY_TOKEN: 'x3', TMPDIR: '/tmp', HTTPS_PROXY: 'http://a:b@proxy' },
  });
});

const SECRET = [
  ...[
    'GH_TOKEN',
    'NPM_TOKEN',
    'AWS_SECRET_ACCESS_KEY',
    'AWS_ACCESS_KEY_ID',
    'AWS_SESSION_TOKEN',
    'DB_PASSWORD',
    'DB_PWD',
  ],
  ...[
    'PGPASSWORD_FILE_PASSWORD',
    'STRIPE_API_KEY',
    'STRIPE_APIKEY',
    'CLIENT_SECRET',
    'SIGNING_KEY',
    'AZURE_CREDENTIALS',
  ],
  ...['npm_config_//registry.example.org/:_authToken', 'npm_config_//registry.example.org/:_password', 'MYSQL_PWD'],
  ...['SSH_PRIVATE_KEY', 'GPG_PASSPHRASE', 'DOCKER_PASS', 'SESSION_COOKIE', 'openai_api_key'],
];
test.each(SECRET)('%s is a secret', (name) => {
  expect(isSecret(name, 'a value')).toBe(true);
});

const HARMLESS: readonly (readonly [string, string])[] = [
  ...([
    ['PATH', '/bin'],
    ['PWD', '/home/x'],
    ['OLDPWD', '/home'],
  ] as const),
  ...([
    ['MAX_TOKENS', '4096'],
    ['TOKENIZERS_PARALLELISM', 'false'],
    ['USE_TOKEN', 'true'],
    ['KEYBOARD', 'us'],
  ] as const),
  ...([
    ['KEY_LENGTH', 'long'],
    ['COMPASS', 'north'],
    ['PASSENGER_APP_ENV', 'test'],
    ['SECRETARY', 'x'],
  ] as const),
  ...([
    ['DATABASE_URL', 'postgres://localhost/x'],
    ['HOMEPAGE', 'https://example.org/a:b@c'],
  ] as const),
];
test.each(HARMLESS)('%s=%s is none', (name, value) => {
  expect(isSecret(name, value)).toBe(false);
});

test('an address with a password in it is a secret', () => {
  expect(isSecret('DATABASE_URL', 'postgres://me:secret@db.example.org/x')).toBe(true);
});
