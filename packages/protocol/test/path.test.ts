import { expect, test } from 'vitest';
import { locate } from '../src/index.ts';

const base = { folder: '/home/me', home: '/home/me' };

test.each([
  ['a relative path is in the folder', 'src/a.ts', '/home/me/src/a.ts'],
  ['an absolute path is itself', '/etc/hosts', '/etc/hosts'],
  ['a drive is absolute', 'C:\\a', 'C:\\a'],
  ['~ is the home', '~', '/home/me'],
  ['~/ is in the home', '~/a', '/home/me/a'],
  ['another ~ is a name', '~you/a', '/home/me/~you/a'],
  ['one leading @ is a mention', '@src/a.ts', '/home/me/src/a.ts'],
  ['of an absolute path, too', '@/etc/hosts', '/etc/hosts'],
  ['but not where something is called so', '@types/a.ts', '/home/me/@types/a.ts'],
  ['itself', '@types', '/home/me/@types'],
  ['a second one is a name', '@@a', '/home/me/@a'],
  ['@ behind ./ is a name', './@a', '/home/me/./@a'],
  ['.. is left to the caller', '../a', '/home/me/../a'],
])('%s', (_title, written, absolute) => {
  expect(locate(written, base, { exists: (path) => path === '/home/me/@types' })).toBe(absolute);
});
