import { expect, test } from 'vitest';
import { byWeight, type MappedFile } from '../../src/map/weights.ts';

const file = (path: string, imports: readonly string[] = []): MappedFile => ({ path, symbols: [], imports });
const order = (files: readonly MappedFile[], recent: readonly string[] = []) =>
  byWeight(files, recent).map(({ path }) => path);

test.each<[string, readonly MappedFile[], readonly string[], readonly string[]]>([
  [
    'what others import, by whatever form of its name',
    [file('a.ts'), file('b.py', ['shop.kit']), file('c.ts', ['./kit.ts', '../x/kit']), file('x/kit.ts')],
    [],
    ['x/kit.ts', 'a.ts', 'b.py', 'c.ts'],
  ],
  [
    'a folder that is imported is its index',
    [file('a/index.ts'), file('b.ts', ['./a']), file('c.ts', ['./a'])],
    [],
    ['a/index.ts', 'b.ts', 'c.ts'],
  ],
  [
    'files of one name share what imports them',
    [file('p/kit.ts'), file('q/kit.ts'), file('a/one.ts'), file('z.ts', ['./kit.ts', './one.ts'])],
    [],
    ['a/one.ts', 'p/kit.ts', 'q/kit.ts', 'z.ts'],
  ],
  ['what was changed lately', [file('a.ts'), file('b.ts'), file('c.ts')], ['c.ts', 'b.ts'], ['c.ts', 'b.ts', 'a.ts']],
  [
    'tests, generated files and locks come last',
    [
      file('dist/a.js'),
      file('package-lock.json'),
      file('test/a.ts'),
      file('a_test.go'),
      file('docs/a.md'),
      file('src/a.ts'),
    ],
    [],
    ['src/a.ts', 'docs/a.md', 'a_test.go', 'test/a.ts', 'dist/a.js', 'package-lock.json'],
  ],
  [
    'manifests and entries come first, what is deep later',
    [file('a/b/c/d.ts'), file('d.ts'), file('main.ts'), file('package.json')],
    [],
    ['package.json', 'main.ts', 'd.ts', 'a/b/c/d.ts'],
  ],
])('%s', (_, files, recent, expected) => {
  const shuffled = [...files].reverse();
  expect([order(files, recent), order(shuffled, recent)]).toEqual([expected, expected]);
});
