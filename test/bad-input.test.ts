/** What a person or the machine gets wrong: an error that names the place and the cure, exit 2, and nothing overwritten. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { BUNDLE, environment, run, temporaryFolder } from './command.ts';
import { connection, printWith } from './scripted.ts';

const FINAL = '<final>the answer</final>';
/** Nobody listens there, and nobody is asked: all of this is found out before. */
const SERVER = connection('http://127.0.0.1:1/v1');

describe.runIf(process.platform === 'linux')('a folder that cannot be written', () => {
  test.each([
    {
      title: 'histories in a file system that makes no folders',
      args: ['--history', '/proc/nope'],
      says: 'the folder /proc/nope cannot be written (ENOENT: no such file or directory).\nName another folder with --history.\n',
    },
    {
      title: 'histories below a device',
      args: ['--history', '/dev/null/x'],
      says: 'the folder /dev/null/x cannot be written (ENOTDIR: not a directory).\nName another folder with --history.\n',
    },
    {
      title: 'the state folder',
      env: { XDG_STATE_HOME: '/dev/null/x' },
      args: ['--history', temporaryFolder()],
      says: 'the folder /dev/null/x/tagma/outputs cannot be written (ENOTDIR: not a directory).\nTagma keeps what it writes in ~/.local/state, or in the folder that XDG_STATE_HOME names: name one that you can write.\n',
    },
  ])('$title', async ({ args, env = {}, says }) => {
    const ended = await run(['-p', 'x', ...SERVER, ...args], { env });
    expect(ended).toEqual({ code: 2, out: '', err: `tagma: ${says}` });
  });

  test('that of the caches: a session does without', async () => {
    const ended = await printWith([FINAL], [], { env: { XDG_CACHE_HOME: '/proc/nope', TAGMA_CODE_CACHE: '' } });
    expect({ ...ended, err: ended.err.includes('cannot be written') }).toMatchObject({
      ...{ code: 0, out: 'the answer\n', err: false },
    });
  });
});

describe('standard output', () => {
  const into = (where: string) =>
    spawnSync('sh', ['-c', `exec "$@" ${where}`, 'sh', process.execPath, BUNDLE, 'grammar'], {
      env: environment(),
      encoding: 'utf8',
    });

  // Node opens /dev/null in its place, so that it looks like one that nobody wants to read.
  test('closed from the start: nothing fails', () => {
    const { status, stderr } = into('>&-');
    expect([status, stderr]).toEqual([0, '']);
  });

  test.skipIf(!existsSync('/dev/full'))('full: said, exit 1 (skipped without /dev/full)', () => {
    const { status, stderr } = into('>/dev/full');
    const said = 'tagma: standard output cannot be written: ENOSPC: no space left on device, write.\n';
    expect([status, stderr]).toEqual([1, said]);
  });
});
