/** Variables that name folders: only those from the root count. */
import { expect, test } from 'vitest';
import { settleFolders } from '../src/home.ts';

type Variables = { readonly [name: string]: string };

test.each<[string, Variables, Variables, string | null]>([
  ['folders from the root stay', { HOME: '/h', XDG_STATE_HOME: '/s' }, { HOME: '/h', XDG_STATE_HOME: '/s' }, null],
  ['others are passed over', { HOME: '/h', XDG_STATE_HOME: 's', XDG_CONFIG_HOME: '' }, { HOME: '/h' }, null],
  ['a home that is empty is none', { HOME: '', PATH: '/bin' }, { PATH: '/bin' }, null],
  [
    'one that is elsewhere each time is refused',
    { HOME: 'h' },
    { HOME: 'h' },
    'HOME is h: it should be a path from the root.',
  ],
  ['nothing is set', {}, {}, null],
])('%s', (_title, given, left, wrong) => {
  const env = { ...given };
  expect([settleFolders(env), env]).toEqual([wrong, left]);
});
