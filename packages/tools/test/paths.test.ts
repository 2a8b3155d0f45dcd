import { describe, expect, test } from 'vitest';
import { resolvePath, shownPath } from '../src/paths.ts';
import { workspace } from './workspace.ts';

const context = () => ({ ...workspace().context, folder: '/home/me/project', operations: { home: () => '/home/ada' } });

describe('a written path', () => {
  test.each([
    ['src/a.ts', '/home/me/project/src/a.ts'],
    ['./src//a.ts', '/home/me/project/src/a.ts'],
    ['../b', '/home/me/b'],
    ['', '/home/me/project'],
    ['.', '/home/me/project'],
    ['/etc/hosts', '/etc/hosts'],
    ['~', '/home/ada'],
    ['~/a b/你.txt', '/home/ada/a b/你.txt'],
    ['~bob/a', '/home/me/project/~bob/a'],
    ['@src/a.ts', '/home/me/project/src/a.ts'],
    ['@/etc/hosts', '/etc/hosts'],
    ['./@types/a.d.ts', '/home/me/project/@types/a.d.ts'],
  ])('%j means %s', (written, path) => {
    expect(resolvePath(written, context())).toEqual({ ok: true, path });
  });

  test('with a NUL is refused', () => {
    expect(resolvePath('a\0', context())).toMatchObject({ ok: false });
  });
});

describe('a path is shown', () => {
  test.each([
    ['/home/me/project/src/a.ts', 'src/a.ts'],
    ['/home/me/project', '.'],
    ['/home/me/project/..a', '..a'],
    ['/home/me/projects/a', '/home/me/projects/a'],
    ['/etc/hosts', '/etc/hosts'],
    ['/home/me/project/a\nb\u2028"\x1b', '"a\\nb\\u2028\\"\\u001b"'],
  ])('%j as %s', (path, shown) => {
    expect(shownPath(path, '/home/me/project')).toBe(shown);
  });
});
