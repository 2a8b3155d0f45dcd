import { mkdirSync, symlinkSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { reachOf } from '../src/reach.ts';
import { workspace } from './workspace.ts';

describe('protected', () => {
  test.each([
    ['what is come upon', ['/p'], '/p/.env', true],
    ['below a protected folder', ['/p'], '/p/a/.git/config', true],
    ['not in a protected folder that is named', ['/p/.git'], '/p/.git/config', false],
    ['but in another one', ['/p/.git'], '/p/a/.git/config', true],
    ['not for where the project stands', ['/p'], '/p/src', false],
    ['outside of the project, by the whole path', ['/home/me'], '/home/me/.ssh/known_hosts', true],
  ])('%s', (_, named, path, expected) => {
    expect(reachOf(named, '/p').isProtected(path)).toBe(expected);
  });

  test('the project may itself stand in a folder of such a name', () => {
    expect(reachOf(['/home/.config/tagma/p'], '/home/.config/tagma/p').isProtected('/home/.config/tagma/p/a')).toBe(
      false,
    );
  });
});

test('elsewhere is what lies behind a link that is not named', () => {
  const { folder, path } = workspace({ 'a/b.txt': '' });
  mkdirSync(path('p'));
  symlinkSync(path('a'), path('p/linked'));
  const elsewhere = (named: string) => reachOf([path(named)], folder).isElsewhere(path('p/linked/b.txt'));
  expect([elsewhere('p'), elsewhere('p/linked'), elsewhere('a')]).toEqual([true, false, false]);
});
