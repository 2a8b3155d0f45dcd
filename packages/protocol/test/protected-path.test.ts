import { expect, test } from 'vitest';
import { fixedNames, isProtectedPath } from '../src/index.ts';

test.each([
  ['.env', true],
  ['src/.Env.local', true],
  ['.envrc', true],
  ['environment.ts', false],
  ['certs/server.KEY', true],
  ['keys.ts', false],
  ['id_ed25519', true],
  ['a/.git/config', true],
  ['a\\.git\\config', true],
  ['.gitignore', false],
  ['.tagma', true],
  ['.config/tagma/x', true],
  ['.config/other', false],
  ['.docker/config.json', true],
  ['.docker/other.json', false],
  ['.bash_history', true],
  ['history/a.xml', false],
  ['', false],
])('%j', (path, expected) => {
  expect(isProtectedPath(path)).toBe(expected);
});

test.each([
  ['src/*.ts', ['src']],
  ['**/*', []],
  ['.env', ['.env']],
  ['/etc/*', ['', 'etc']],
  ['a/\\.env', ['a']],
  ['a/{b,c}/d', ['a']],
])('the glob %j begins with %j', (pattern, names) => {
  expect(fixedNames(pattern)).toEqual(names);
});
