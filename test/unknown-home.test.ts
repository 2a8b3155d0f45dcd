/** A user whom the system does not know, as in a container with a number of its own, and no HOME. */
import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BUNDLE, temporaryFolder } from './command.ts';

const NOBODY = 54_321;

test.skipIf(process.geteuid?.() !== 0).each([
  { title: 'what needs no home', args: ['tool', '--help'], code: 0, says: '' },
  {
    title: 'a session',
    args: ['-p', 'do it', '--endpoint', 'http://127.0.0.1:1/v1', '--model', 'm'],
    code: 2,
    says: 'tagma: your home folder is not known; set HOME to it.\n',
  },
])('$title (skipped unless run by root)', ({ args, code, says }) => {
  const cwd = temporaryFolder();
  chmodSync(cwd, 0o755);
  const bundle = join(cwd, 'tagma.js');
  copyFileSync(BUNDLE, bundle);
  const env = { PATH: process.env.PATH };
  const { status, stderr } = spawnSync(process.execPath, [bundle, ...args], {
    ...{ cwd, env, uid: NOBODY, gid: NOBODY, encoding: 'utf8' },
  });
  expect([status, stderr]).toEqual([code, says]);
});
