/** Which histories are the person's own: real files, in real folders. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHistory } from '@tagma/history';
import { afterAll, expect, test, vi } from 'vitest';
import { isOwnFile } from '../../src/sessions/own.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'tagma-own-')));
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(root, { recursive: true, force: true });
});
vi.stubEnv('XDG_STATE_HOME', join(root, 'state'));
const [here, kept] = [join(root, 'here'), join(root, 'kept')];
mkdirSync(join(root, 'cloned', '.git'), { recursive: true });
mkdirSync(here);

test.each([
  ['in the state folder', 'state/tagma/history/p-1', null, '/elsewhere', true],
  ['in the state folder, from a folder around it', 'state/tagma/history/p-2', null, root, true],
  ['beside the histories of the state folder', 'state/tagma/outputs', null, '/elsewhere', false],
  ['in the folder that is configured', 'kept', kept, '/elsewhere', true],
  ['below it', 'kept/project', kept, '/elsewhere', true],
  ['in a folder that nothing but --history names', 'named', null, '/elsewhere', false],
  [
    'in the folder that one stands in, though that is configured',
    'here/histories',
    join(here, 'histories'),
    '/',
    false,
  ],
  ['in a clone, though that is configured', 'cloned/histories', join(root, 'cloned/histories'), '/elsewhere', false],
  ['in the folder that it names as its own', 'kept/whole', kept, join(kept, 'whole'), false],
])('%s', async (_title, folder, configured, worked, own) => {
  mkdirSync(join(root, folder), { recursive: true });
  const file = join(root, folder, 's.xml');
  const made = createHistory(file, { session: 's' });
  if (!made.ok) throw new Error(made.error.message);
  made.history.append([{ kind: 'event', type: 'session.started', at: 0, fields: { folder: worked } }], { sync: false });
  made.history.close();
  expect(await isOwnFile(file, { configured, here })).toBe(own);
});
