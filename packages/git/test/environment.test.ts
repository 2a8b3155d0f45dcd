/** What a look is given by the environment: git itself says which settings hold. */
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { lookEnvironment } from '../src/index.ts';

const PERSON = { PATH: process.env.PATH, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' };
const settingOf = (name: string, environment: NodeJS.ProcessEnv) =>
  execFileSync('git', ['config', '--get', name], { env: environment, cwd: tmpdir(), encoding: 'utf8' }).trim();

test.each([
  ['by both ways', (environment: NodeJS.ProcessEnv) => environment],
  ['by the documented one', ({ GIT_CONFIG_PARAMETERS: _, ...rest }: NodeJS.ProcessEnv) => rest],
  ['by that of older ones', ({ GIT_CONFIG_COUNT: _, ...rest }: NodeJS.ProcessEnv) => rest],
])('the settings hold %s, behind what the person has set', (_title, change) => {
  const given = {
    ...PERSON,
    ...{ GIT_CONFIG_COUNT: '2', GIT_CONFIG_KEY_0: 'core.fsmonitor', GIT_CONFIG_VALUE_0: './x' },
    ...{ GIT_CONFIG_KEY_1: 'user.name', GIT_CONFIG_VALUE_1: 'A' },
    GIT_CONFIG_PARAMETERS: "'core.hookspath=hk' 'user.email=a'",
  };
  const environment = change({ ...lookEnvironment(given) });
  const names = ['core.fsmonitor', 'core.hooksPath', 'log.diffMerges', 'safe.bareRepository', 'diff.ignoreSubmodules'];
  expect(names.map((name) => settingOf(name, environment))).toEqual([
    ...['false', '/dev/null', 'separate', 'explicit', 'dirty'],
  ]);
  if (environment.GIT_CONFIG_COUNT) expect(settingOf('user.name', environment)).toBe('A');
  if (environment.GIT_CONFIG_PARAMETERS) expect(settingOf('user.email', environment)).toBe('a');
});

test('what has git start something is not handed on, nor is what holds passwords; what leads it elsewhere stays', () => {
  const given = {
    ...{ GIT_EXTERNAL_DIFF: './x', GIT_SSH_COMMAND: './x', GIT_TRACE: '/tmp/x', GIT_PAGER: './x', SSH_ASKPASS: './x' },
    ...{
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'http.extraheader',
      GIT_CONFIG_VALUE_0: 'secret',
      GIT_DIR: '/elsewhere',
    },
  };
  const environment = lookEnvironment(given);
  expect(Object.values(environment).filter((value) => /secret|\.\/x|\/tmp\/x/.test(value ?? ''))).toEqual([]);
  expect(environment).toMatchObject({
    ...{ GIT_DIR: '/elsewhere', GIT_PAGER: 'cat', GIT_OPTIONAL_LOCKS: '0', GIT_NO_LAZY_FETCH: '1' },
    ...{ GIT_ALLOW_PROTOCOL: 'none', GIT_TERMINAL_PROMPT: '0' },
  });
});

test.each([
  ['a number that is none', { GIT_CONFIG_COUNT: 'x' }],
  ['one that is missing', { GIT_CONFIG_COUNT: '1' }],
  ['far too many', { GIT_CONFIG_COUNT: '99999999' }],
])('settings that git would refuse are left out: %s', (_title, given) => {
  expect(settingOf('core.fsmonitor', { ...PERSON, ...lookEnvironment(given) })).toBe('false');
});
