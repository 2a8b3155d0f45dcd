import { expect, test } from 'vitest';
import { mayMatch, surelyMatches } from '../src/name-pattern.ts';

test.each([
  // pattern, name, surely, may
  ['.env', '.env', true, true],
  ['.env*', '.env.local', true, true],
  ['*.ts', '.env', false, false],
  ['*.ts', 'a.ts', true, true],
  ['*.ts', 'axts', false, false],
  ['.en?', '.env', true, true],
  ['.ENV', '.env', false, true],
  ['.en[v]', '.env', false, true],
  ['\\.env', '.env', false, true],
  ['*.{ts,env}', '.env', false, true],
  ['*.{ts,js}', '.env', false, false],
  ['*.{ts,{a,b}}', '.env', false, true],
  ['a,b', 'a,b', true, true],
  ['src/**', '.env', false, true],
  ['src/*.ts', '.env', false, false],
  ['.git/', '.git', false, true],
  ['', '.env', false, false],
])('%j and %j', (pattern, name, surely, may) => {
  expect([surelyMatches(pattern, name), mayMatch(pattern, name)]).toEqual([surely, may]);
});
