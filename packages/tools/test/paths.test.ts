import { describe, expect, test } from 'vitest';
import { resolvePath, shownPath } from '../src/paths.ts';
import { workspace } from './workspace.ts';

const context = () => ({ ...workspace().context, folder: '/work/project', operations: { home: () => '/home/ada' } });

describe('a written path', () => {
  test.each([
    ['src/a.ts', '/work/project/src/a.ts'],
    ['./src//a.ts', '/work/project/src/a.ts'],
    ['../b', '/work/b'],
    ['', '/work/project'],
    ['.', '/work/project'],
    ['/etc/hosts', '/etc/hosts'],
    ['~', '/home/ada'],
    ['~/a b/你.txt', '/home/ada/a b/你.txt'],
    ['~bob/a', '/work/project/~bob/a'],
    ['@src/a.ts', '/work/project/src/a.ts'],
    ['@/etc/hosts', '/etc/hosts'],
    ['./@types/a.d.ts', '/work/project/@types/a.d.ts'],
  ])('%j means %s', (written, path) => {
    expect(resolvePath(written, context())).toEqual({ ok: true, path });
  });

  test('with a NUL is refused', () => {
    expect(resolvePath('a\0', context())).toMatchObject({ ok: false });
  });
});

describe('a path is shown', () => {
  test.each([
    ['/work/project/src/a.ts', 'src/a.ts'],
    ['/work/project', '.'],
    ['/work/project/..a', '..a'],
    ['/work/projects/a', '/work/projects/a'],
    ['/etc/hosts', '/etc/hosts'],
  ])('%s as %s', (path, shown) => {
    expect(shownPath(path, '/work/project')).toBe(shown);
  });
});
