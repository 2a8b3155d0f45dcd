import { describe, expect, test } from 'vitest';
import { chance } from '../../../test/chance.ts';
import { findSecrets, isUnfinished, SECRET_BEGINNINGS } from '../src/index.ts';

const random = chance(4711);
/** Characters drawn by chance: what looks like a real token stands in no file of ours, for others look for those too. */
function drawn(count: number, from = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'): string {
  return Array.from({ length: count }, () => from[Math.floor(random() * from.length)]).join('');
}
const HEX = '0123456789abcdef';
const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const lines = (count: number) => Array.from({ length: count }, () => drawn(64)).join('\n');
const block = (kind: string, body: string) => `-----BEGIN ${kind}-----\n${body}\n-----END ${kind}-----`;

const SECRETS: readonly (readonly [name: string, secret: string])[] = [
  ['aws-key-id', `AKIA${drawn(16, UPPER)}`],
  ['aws-session-token', `IQoJ${drawn(300)}==`],
  ['github-token', `ghp_${drawn(36)}`],
  ['github-token', `github_pat_${drawn(22)}_${drawn(59)}`],
  ['gitlab-token', `glpat-${drawn(20)}`],
  ['slack-token', `xoxb-${drawn(12, '0123456789')}-${drawn(12, '0123456789')}-${drawn(24)}`],
  ['slack-webhook', `hooks.slack.com/services/T${drawn(9, UPPER)}/B${drawn(9, UPPER)}/${drawn(24)}`],
  ['discord-webhook', `discord.com/api/webhooks/${drawn(18, '0123456789')}/${drawn(68)}`],
  ['stripe-key', `sk_live_${drawn(24)}`],
  ['webhook-secret', `whsec_${drawn(32)}`],
  ['openai-key', `sk-proj-${drawn(74)}-${drawn(40)}`],
  ['anthropic-key', `sk-ant-api03-${drawn(93)}`],
  ['openrouter-key', `sk-or-v1-${drawn(64, HEX)}`],
  ['api-key', `sk-${drawn(48)}`],
  ['api-key', `sk-${drawn(32, HEX)}`],
  ['groq-key', `gsk_${drawn(52)}`],
  ['huggingface-token', `hf_${drawn(34)}`],
  ['google-key', `AIza${drawn(35)}`],
  ['google-client-secret', `GOCSPX-${drawn(28)}`],
  ['npm-token', `npm_${drawn(36)}`],
  ['pypi-token', `pypi-AgEIcHlwaS5vcmc${drawn(120)}`],
  ['sendgrid-key', `SG.${drawn(22)}.${drawn(43)}`],
  ['vault-token', `hvs.${drawn(90)}`],
  ['digitalocean-token', `dop_v1_${drawn(64, HEX)}`],
  ['jwt', `eyJ${drawn(30)}.eyJ${drawn(80)}.${drawn(43)}`],
  ['private-key', block('RSA PRIVATE KEY', lines(25))],
  ['private-key', block('PRIVATE KEY', lines(3)).replaceAll('\n', '\\n')],
  ['private-key', block('PGP PRIVATE KEY BLOCK', `Version: 1\n\n${lines(12)}\n=${drawn(4)}`)],
];

describe('secrets that are told by their look', () => {
  test.each(SECRETS)('%s: %s', (name, secret) => {
    for (const [before, after] of [
      ['', ''],
      ['KEY=', '\n'],
      ['{"key": "', '"}'],
      ['a line\\n', '\\nmore'],
      ['\x1b[32m', '\x1b[0m'],
      ['https://example.org/?key=', '&more=1'],
    ]) {
      const text = `${before}${secret}${after}`;
      expect(findSecrets(text).map((found) => [found.name, text.slice(found.start, found.end)])).toEqual([
        [name, secret],
      ]);
    }
  });

  test('a private key is one to the end of a text that was cut in it, and with numbers before its lines', () => {
    const cut = `x\n-----BEGIN EC PRIVATE KEY-----\n${lines(4)}`;
    expect(findSecrets(cut)).toEqual([{ name: 'private-key', start: 2, end: cut.length }]);
    const numbered = block('PRIVATE KEY', lines(4)).replace(/^/gm, '   12: ');
    expect(findSecrets(numbered)).toEqual([{ name: 'private-key', start: 7, end: numbered.length }]);
  });
});

describe('a private key without its end', () => {
  const BEGIN = '-----BEGIN PRIVATE KEY-----';
  const rows: readonly (readonly [title: string, key: string, after: string])[] = [
    ['and a line in brackets', `${BEGIN}\n${lines(4)}`, '\n[more]\n'],
    ['and a line of words', `${BEGIN}\n${lines(4)}`, '\nand that was all of it\nmore'],
    ['and a remark on its last line', `${BEGIN}\n${lines(4)}`, '… [12 lines left out]\n'],
    ['cut in a line', `${BEGIN}\n${lines(3)}\n${drawn(9)}`, '\n<end>'],
    ['with a carriage return on each line', `${BEGIN}\r\n${lines(3).replaceAll('\n', '\r\n')}`, '\r\n[more]'],
    ['in JSON', `${BEGIN}\\n${lines(3).replaceAll('\n', '\\n')}`, '…", "more": 1}'],
    ['with headers', `${BEGIN}\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,${drawn(32, HEX)}\n\n${lines(2)}`, '\n{'],
    ['with numbers', `${BEGIN}\n${lines(4).replace(/^/gm, '    12\t')}`, '\n[more]'],
    ['with numbers behind an arrow', `${BEGIN}\n${lines(4).replace(/^/gm, '  12→')}`, '\n[more]'],
    ['with the name of a file', `${BEGIN}\n${lines(4).replace(/^/gm, 'a/key~1.pem:12:')}`, '\n[more]'],
    ['as words', `${BEGIN} ${lines(3).replaceAll('\n', ' ')}`, ' [more]'],
    ['and then another', `${BEGIN}\n${lines(4)}`, '\n-----BEGIN CERTIFICATE-----\n[more]'],
  ];
  test.each(rows)('%s', (_, key, after) => {
    const end = 2 + key.length;
    const [found] = findSecrets(`x ${key}${after}`);
    expect(found).toEqual({ name: 'private-key', start: 2, end });
  });
});

const KEY = drawn(40);

test.each([
  { name: 'aws-secret-key', before: 'aws_secret_access_key = ', secret: KEY },
  { name: 'aws-secret-key', before: '"SecretAccessKey": "', secret: KEY, after: '"' },
  { name: 'aws-secret-key', before: "AWS_SECRET_ACCESS_KEY='", secret: KEY, after: "'" },
  { name: 'url-password', before: 'postgres://app:', secret: 'pa55-Word!', after: '@db:5432/x' },
  { name: 'url-password', before: 'redis://:', secret: drawn(20), after: '@cache' },
  { name: 'npm-token', before: '//registry.example.org/:_authToken=', secret: drawn(36) },
  { name: 'bearer-token', before: 'Authorization: Bearer ', secret: `${drawn(30)}7` },
  { name: 'azure-storage-key', before: 'AccountName=a;AccountKey=', secret: `${drawn(86)}==`, after: ';x' },
  { name: 'telegram-token', before: '123456789:', secret: `AA${drawn(33)}` },
])('$name is told by what stands before it: $before', ({ name, before, secret, after = '' }) => {
  expect(findSecrets(`${before}${secret}${after}`)).toEqual([
    { name, start: before.length, end: before.length + secret.length },
  ]);
});

test.each([
  ['a commit', drawn(40, HEX)],
  ['a digest', `sha512-${drawn(86)}==`],
  ['a uuid', '0b5ae9e0-8c47-4f7b-9d3b-3f1c6a1f9a55'],
  ['a longer word that ends like a prefix', `task-${drawn(32, HEX)} xghp_${drawn(36)}`],
  ['a row of words', 'glpat-your-token-goes-here-please sk-loading-indicator-of-the-whole-application-page'],
  ['a crossed-out token', `ghp_${'x'.repeat(36)} AKIAXXXXXXXXXXXXXXXX sk-${'0'.repeat(40)}`],
  [
    'what documents show for a key',
    'AKIAIOSFODNN7EXAMPLE aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  ],
  [
    'a variable',
    `Bearer \${token} https://user:\${PASSWORD}@host _authToken=\${NPM_TOKEN} bearer $TOKEN_OF_THE_SERVICE`,
  ],
  [
    'what documents say for a password',
    'http://user:password@host http://me:your-password@host x://u:Secret123@example.com',
  ],
  ['a name and a port', 'http://localhost:8080/@scope/name https://host:443/a@b ssh://git@host:22/x'],
  [
    'code that looks for keys',
    "if (t.startsWith('-----BEGIN PRIVATE KEY-----') && t.endsWith('-----END PRIVATE KEY-----')) return keyOf(t);",
  ],
  ['a public key', block('PUBLIC KEY', lines(4))],
  ['a certificate', block('CERTIFICATE', lines(12))],
  ['an unsigned token', `eyJ${drawn(30)}.eyJ${drawn(40)}.`],
  ['JSON in base64', `eyJ${drawn(200)}`],
])('%s is none', (_, text) => {
  expect(findSecrets(text)).toEqual([]);
});

test('what is longer than any match has ended', () => {
  const [, pattern] = SECRET_BEGINNINGS.find(([beginning]) => beginning === 'ghp_') ?? [];
  if (pattern === undefined) throw new Error('no such pattern');
  expect([1_000, 1_001].map((length) => isUnfinished(`ghp_${'a'.repeat(length - 4)}`, 0, pattern))).toEqual([
    true,
    false,
  ]);
});

test('texts made to be slow are not', () => {
  const hostile = [
    '-----BEGIN PRIVATE KEY-----'.repeat(4_000),
    `-----BEGIN PRIVATE KEY-----${'A'.repeat(16_000)}`.repeat(30),
    `eyJ${'a'.repeat(1_900)}.`.repeat(500),
    `://${'a:'.repeat(5_000)}`.repeat(20),
    'Bearer '.repeat(50_000),
    `secret_access_key${' '.repeat(5_000)}`.repeat(50),
    'eyJ'.repeat(100_000),
    'IQoJ/'.repeat(200_000),
    '+FQoG'.repeat(200_000),
    `-----BEGIN PRIVATE KEY-----\n${`${'1 '.repeat(50)}\n`.repeat(5)}`.repeat(3_000),
    `-----BEGIN PRIVATE KEY-----\n${`${'A'.repeat(19)}\n`.repeat(399)}`.repeat(60),
    `-----BEGIN PRIVATE KEY-----\n${`${'A'.repeat(64)}!`.repeat(2_000)}\n`.repeat(20),
  ];
  const { user } = process.cpuUsage();
  for (const text of hostile) findSecrets(text);
  expect((process.cpuUsage().user - user) / 1_000).toBeLessThan(3_000);
});
