/** That git hides what is protected by its name, and nothing else: git itself is asked, with the file that a look has. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isProtectedPath } from '@tagma/protocol';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createHiddenContents } from '../src/hidden-contents.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hidden-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const NAMES = [
  ...[
    '.env',
    'a/.env.local',
    '.ENV',
    '.envrc',
    'deep/er/id_rsa',
    'id_ed25519.pub',
    'My.PEM',
    'a/b.key',
    'x.p12',
    'x.kdbx',
  ],
  ...['.npmrc', '.yarnrc.yml', '_netrc', 'CREDENTIALS.json', '.bash_history', '.history', '.psql_hist', '.htpasswd'],
  ...[
    '.aws/credentials',
    'a/.ssh/config',
    '.gnupg/x/y',
    '.config/gh/hosts.yml',
    'a/.docker/config.json',
    '.kube/config',
  ],
  ...[
    'README.md',
    'src/env.ts',
    'src/keys.ts',
    'a.environment',
    'config/gh/x',
    'docker/config.json',
    'my.pem.md',
    'history',
  ],
];

test('each protected name, in any case, at any depth; no other', () => {
  const hidden = createHiddenContents();
  const file = hidden.file(join(folder, 'outputs'));
  const env = { PATH: process.env.PATH, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' };
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, env, encoding: 'utf8' });
  git('init', '-q');
  const answers = git('-c', `core.attributesFile=${file}`, 'check-attr', 'diff', '--', ...NAMES)
    .trimEnd()
    .split('\n');
  const found = answers.map((line) => [line.replace(/: diff: \w+$/, ''), line.endsWith(': unset')]);
  expect(found).toEqual(NAMES.map((name) => [name, isProtectedPath(name)]));
});

test("the file is its owner's, is made anew where it was changed, and goes with the session", async () => {
  const hidden = createHiddenContents();
  const file = hidden.file(folder);
  const text = readFileSync(file, 'utf8');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  writeFileSync(file, '');
  expect(readFileSync(hidden.file(folder), 'utf8')).toBe(text);
  hidden.end();
  expect(existsSync(file)).toBe(false);
});
