/** A rule for the beginning of a command that only looks allows looks alone, unless it names the option itself. */
import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decide, parseRule } from '../../core/src/index.ts';
import { takeFacts } from '../src/index.ts';
import { makePlace, type TestPlace } from './place.ts';

let place: TestPlace;
beforeAll(() => {
  place = makePlace();
  execFileSync('git', ['init', '-q', place.folder], { env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null' } });
});
afterAll(() => place.remove());

test.each([
  ['git log:*', 'git log --oneline', 'allow'],
  ['git log:*', 'git log --output=src/a.ts -p', 'ask'],
  ['git log:*', 'git log --ext-diff -p', 'ask'],
  ['git log:*', 'git  log --output=src/a.ts', 'ask'],
  ['git log --output=src/a.ts:*', 'git log --output=src/a.ts -p', 'allow'],
  ['git:*', 'git commit -m x', 'allow'],
  ['git commit:*', 'git commit -m x', 'allow'],
  ['sort:*', 'sort -o src/a.ts README.md', 'ask'],
  ['sort -o src/a.ts:*', 'sort -o src/a.ts README.md', 'allow'],
  ['find:*', 'find src -delete', 'ask'],
  ['find src:*', 'find src -delete', 'ask'],
  ['sed -n:*', 'sed -n -i s/a/b/ src/a.ts', 'ask'],
  ['awk:*', `awk '{print > "x"}' README.md`, 'ask'],
  ["rg 'a b':*", "rg 'a b' --unheard-of", 'ask'],
  ['timeout 5 git log:*', 'timeout 5 git log --output=x', 'ask'],
  ['LC_ALL=C sort:*', 'LC_ALL=C sort -o x README.md', 'ask'],
  ['npm test:*', 'npm test -- --watch', 'allow'],
  ['node:*', 'node build.js', 'allow'],
  ['node --version:*', 'node --version --eval 1', 'ask'],
  ['tee:*', 'tee src/b.ts', 'allow'],
  ['npm run:*', 'npm run build', 'allow'],
  ['make:*', 'make all', 'allow'],
])('Bash(%s): %s: %s', async (pattern, command, verdict) => {
  const params = { command };
  const facts = await takeFacts({ tool: 'bash', params }, place);
  const rule = parseRule(`Bash(${pattern})`, 'allow', 'option');
  if (!rule.ok) throw new Error(rule.message);
  const judged = { tool: 'bash', params, facts, folder: place.folder, planFile: null, sandbox: false };
  expect(decide(judged, 'default', [rule.rule]).verdict).toBe(verdict);
  // In a longer command it means the same.
  const longer = { command: `${command} && make x` };
  const all = await takeFacts({ tool: 'bash', params: longer }, place);
  const make = { says: 'allow', tool: 'bash', pattern: 'make:*', from: 'option' } as const;
  expect(decide({ ...judged, params: longer, facts: all }, 'default', [rule.rule, make]).verdict).toBe(verdict);
});
