import { expect, test } from 'vitest';
import { locate } from '../src/index.ts';

const base = { folder: '/work', home: '/home/me' };

test.each([
  ['a relative path is in the folder', 'src/a.ts', '/work/src/a.ts'],
  ['an absolute path is itself', '/etc/hosts', '/etc/hosts'],
  ['a drive is absolute', 'C:\\a', 'C:\\a'],
  ['~ is the home', '~', '/home/me'],
  ['~/ is in the home', '~/a', '/home/me/a'],
  ['another ~ is a name', '~you/a', '/work/~you/a'],
  ['one leading @ is a mention', '@src/a.ts', '/work/src/a.ts'],
  ['a second one is a name', '@@a', '/work/@a'],
  ['@ behind ./ is a name', './@a', '/work/./@a'],
  ['.. is left to the caller', '../a', '/work/../a'],
])('%s', (_title, written, absolute) => {
  expect(locate(written, base)).toBe(absolute);
});
