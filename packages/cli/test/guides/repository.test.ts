import { expect, test } from 'vitest';
import { repositoryOf } from '../../src/guides/repository.ts';

const OURS = 1_000;
const OTHERS = 1_001;
const TRUSTED = new Set([0, OURS]);

test.each<[string, Readonly<Record<string, number>>, ReadonlySet<number> | null, ReturnType<typeof repositoryOf>]>([
  ['ours', { '/r/.git': OURS, '/r': OURS }, TRUSTED, { root: '/r', foreign: null }],
  ['of the system', { '/r/.git': 0, '/r': 0 }, TRUSTED, { root: '/r', foreign: null }],
  ['of another user', { '/r/.git': OTHERS, '/r': OTHERS }, TRUSTED, { root: '/r/a/b', foreign: '/r' }],
  ['a .git that another user has put there', { '/.git': OTHERS, '/': 0 }, TRUSTED, { root: '/r/a/b', foreign: '/' }],
  [
    'our .git in a folder of another user',
    { '/r/.git': OURS, '/r': OTHERS },
    TRUSTED,
    { root: '/r/a/b', foreign: '/r' },
  ],
  [
    'the working folder itself',
    { '/r/a/b/.git': OTHERS, '/r/a/b': OTHERS },
    TRUSTED,
    { root: '/r/a/b', foreign: null },
  ],
  [
    'one of another user, and ours above it',
    { '/r/a/.git': OTHERS, '/r/a': OTHERS, '/r/.git': OURS, '/r': OURS },
    TRUSTED,
    { root: '/r/a/b', foreign: '/r/a' },
  ],
  ['where there are no users', { '/r/.git': OTHERS, '/r': OTHERS }, null, { root: '/r', foreign: null }],
  ['none', {}, TRUSTED, { root: '/r/a/b', foreign: null }],
])('%s', (_, owners, trusted, expected) => {
  expect(repositoryOf('/r/a/b', (path) => owners[path] ?? null, trusted)).toEqual(expected);
});
