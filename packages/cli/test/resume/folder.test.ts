/** Where a session goes on: the folder that its file names is taken from one's own file only. */
import { homedir } from 'node:os';
import { expect, test } from 'vitest';
import { folderToGoOnIn } from '../../src/resume/folder.ts';

const here = process.cwd();

test.each([
  ['one’s own: the folder of before', homedir(), true, undefined, homedir()],
  ['one’s own: that is gone', '/nowhere', true, undefined, '--cwd FOLDER says where it is now.'],
  ['from elsewhere: the folder that one stands in', here, false, undefined, here],
  ['from elsewhere: another', '/', false, undefined, '--cwd FOLDER says where it is to work.'],
  ['from elsewhere: none', '/nowhere\u001b[2J\nx', false, undefined, '--cwd FOLDER says where it is to work.'],
  ['from elsewhere: the one that is named', '/', false, homedir(), homedir()],
  ['the one that is named is none', here, true, '/nowhere', '--cwd: /nowhere is not a folder.'],
])('%s', (_title, folder, isOwn, given, expected) => {
  const found = folderToGoOnIn({ session: 's', folder, isOwn }, given);
  expect(found.ok ? found.folder : found.message.split('\n').at(-1)).toBe(expected);
});
