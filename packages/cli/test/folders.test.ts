import { homedir } from 'node:os';
import { expect, test } from 'vitest';
import { codeFolder, foldersOf, sessionName } from '../src/folders.ts';

test.each([
  {
    title: 'the state folder of the user',
    history: undefined,
    env: { XDG_STATE_HOME: '/state' },
    start: '/state/tagma/history/app-',
  },
  { title: 'its default', history: undefined, env: {}, start: `${homedir()}/.local/state/tagma/history/app-` },
  { title: 'the folder given', history: '/kept', env: { XDG_STATE_HOME: '/state' }, start: '/kept' },
])('histories are kept in $title', ({ history, env, start }) => {
  expect(foldersOf('/home/me/app', history, env).history.startsWith(start)).toBe(true);
});

test('two projects of the same name have histories of their own', () => {
  const [a, b] = ['/x/app', '/y/app'].map((project) => foldersOf(project, undefined, {}).history);
  expect(a).not.toBe(b);
});

test('names of sessions sort by time', () => {
  expect(sessionName(new Date('2026-03-04T05:06:07.890Z'), 'abc')).toBe('2026-03-04T05-06-07-abc');
});

test.each([
  { title: 'its default', env: {}, expected: `${homedir()}/.cache/tagma/code` },
  { title: 'the cache folder of the user', env: { XDG_CACHE_HOME: '/cache' }, expected: '/cache/tagma/code' },
  { title: 'not a relative one', env: { XDG_CACHE_HOME: 'cache' }, expected: `${homedir()}/.cache/tagma/code` },
  {
    title: 'the folder that is named',
    env: { TAGMA_CODE_CACHE: '/code', XDG_CACHE_HOME: '/cache' },
    expected: '/code',
  },
  { title: 'turned off', env: { TAGMA_CODE_CACHE: 'off', XDG_CACHE_HOME: '/cache' }, expected: '/cache/tagma/code' },
])('compiled code is kept in $title', ({ env, expected }) => {
  expect(codeFolder(env)).toBe(expected);
});
