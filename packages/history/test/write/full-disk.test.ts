/** A disk that is really full: what was acknowledged is there, and the session is told. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { built } from '../built.ts';
import { temporaryFolder } from '../temporary.ts';

const canMount = spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'tmpfs', temporaryFolder()]).status === 0;
const canLimit = process.platform !== 'win32';

let program = '';
beforeAll(async () => {
  program = await built(new URL('writer-process.ts', import.meta.url));
});

/** What the writer says that fills the folder, which the script has made small. */
function filled(command: string, script: readonly string[]) {
  const folder = temporaryFolder();
  const file = join(folder, 's1.xml');
  const args = [...script, 'sh', folder, process.execPath, program, 'fill', file];
  const { stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  const [message = stderr, counts = '', afterwards] = stdout.split('\n');
  const [acknowledged, held] = counts.split(' ');
  expect(Number(acknowledged)).toBeGreaterThan(3);
  expect(held).toBe(acknowledged);
  return { message: message.replace(file, 'FILE'), afterwards };
}

it.runIf(canMount)('a small file system (skipped where none can be mounted)', () => {
  const script = 'mount -t tmpfs -o size=64k tmpfs "$1" && shift && "$@"';
  expect(filled('unshare', ['-rm', 'sh', '-c', script])).toEqual({
    message: 'FILE: cannot write to the history: the disk is full (ENOSPC)',
    afterwards: expect.stringMatching(/goes on|takes nothing more/),
  });
});

it.runIf(canLimit)('a limit on the size of files', () => {
  expect(filled('sh', ['-c', 'ulimit -f 100; shift; "$@"'])).toEqual({
    message: 'FILE: cannot write to the history: it is as large as a file may be (EFBIG)',
    afterwards: 'goes on',
  });
});
