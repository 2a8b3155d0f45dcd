import { expect, test } from 'vitest';
import { foldersTouched, foldersUp } from '../../src/guides/places.ts';

test.each<[string, string, string, readonly string[]]>([
  ['up to the root of the repository', '/r/a/b', '/r', ['/r/a/b', '/r/a', '/r']],
  ['the root alone', '/r', '/r', ['/r']],
  ['the root of all', '/', '/', ['/']],
])('%s', (_, folder, root, folders) => {
  expect(foldersUp(folder, root)).toEqual(folders);
});

test.each<[string, readonly string[], readonly string[]]>([
  ['those of a file, the upper first', ['/r/app/src/a.ts'], ['/r/app/src', '/r/app/src/a.ts']],
  ['of neighbours, beside the working folder', ['/r/lib/b.ts'], ['/r/lib', '/r/lib/b.ts']],
  ['of several each once', ['/r/app/x/a', '/r/app/x/b'], ['/r/app/x', '/r/app/x/a', '/r/app/x/b']],
  ['none outside of the repository', ['/etc/hosts', '/r2/a'], []],
  ['none of other people', ['/r/app/node_modules/p/a.js', '/r/app/.git/config'], []],
  ['none that was told', ['/r/app', '/r'], []],
])('%s', (_, paths, folders) => {
  expect(foldersTouched(paths, '/r', ['/r/app', '/r'])).toEqual(folders);
});

test('of very many the first hundred', () => {
  expect(
    foldersTouched(
      Array.from({ length: 500 }, (_, at) => `/r/f${at}/a`),
      '/r',
      [],
    ),
  ).toHaveLength(100);
});
