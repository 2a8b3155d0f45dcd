/** Git is started from one place, with the settings that keep it from starting anything else: nothing else names it as a program. */
import { expect, test } from 'vitest';
import { readSources } from './sources.ts';

const STARTS = /\b(spawn|spawnSync|execFile|execFileSync|exec|execSync|execa|execaSync|fork)\w*\s*\(\s*(['"`])git\b/;
const IMPORTS_STARTING = /from '(node:child_process|execa)'/;
const HERE = /^packages\/git\//;

test('only packages/git starts git', async () => {
  const sources = (await readSources()).filter(({ path }) => !HERE.test(path));
  const starting = sources.filter(({ text }) => STARTS.test(text)).map(({ path }) => path);
  expect(starting).toEqual([]);
  // Where programs are started at all, git is none of the names.
  const naming = sources.filter(({ text }) => IMPORTS_STARTING.test(text) && /['"`]git(\.exe)?['"`]/.test(text));
  expect(naming.map(({ path }) => path)).toEqual([]);
});

test.each([
  ["spawnSync('git', ['status'])", true],
  ["execFile('git', args)", true],
  ["execa('git', args, {})", true],
  ['exec(`git status`)', true],
  ["runGit(['status'], 'look', place, limits)", false],
])('%s is seen: %s', (text, expected) => {
  expect(STARTS.test(text)).toBe(expected);
});
