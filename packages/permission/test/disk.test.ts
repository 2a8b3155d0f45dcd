/** Looks at files that come back whatever is there, and are kept back where they might not. */
import { execFileSync } from 'node:child_process';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NO_FACTS } from '@tagma/protocol';
import { afterAll, describe, expect, test } from 'vitest';
import { beginLooks, bytesOf, checkTime, entriesOf, KeptBack, looksKeptBack, namesIn, textOf } from '../src/disk.ts';
import { takeFacts } from '../src/index.ts';
import { comesTo, unsureIn } from '../src/mounts.ts';

const root = mkdtempSync(join(tmpdir(), 'permission-disk-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const at = (name: string) => join(root, name);
const UNLIMITED = { msMax: 60_000, mayWait: true };

writeFileSync(at('text'), 'hello');
execFileSync('mkfifo', [at('pipe')]);
symlinkSync('pipe', at('link-to-pipe'));
symlinkSync('/dev/zero', at('device'));
symlinkSync('circle', at('circle'));
closeSync(openSync(at('huge'), 'w'));
truncateSync(at('huge'), 40 * 1024 ** 3);
mkdirSync(at('many'));
execFileSync('sh', ['-c', 'seq 5000 | xargs touch'], { cwd: at('many') });

const TEXTS: readonly (readonly [title: string, path: string, text: string | null | undefined])[] = [
  ['a text', 'text', 'hello'],
  ['nothing of that name', 'none', null],
  ['nothing below a file', 'text/below', null],
  ['a pipe that nobody writes', 'pipe', undefined],
  ['a link to one', 'link-to-pipe', undefined],
  ['a device without an end', 'device', undefined],
  ['a circle of links', 'circle', undefined],
  ['40 GB', 'huge', undefined],
  ['a folder', 'many', undefined],
];
test.each(TEXTS)('the text of %s', (_title, path, text) => {
  beginLooks(UNLIMITED);
  expect(textOf(at(path), 100)).toBe(text);
});

test('so many bytes of a beginning are read and no more', () => {
  beginLooks(UNLIMITED);
  expect(bytesOf(at('huge'), 8)).toEqual(Buffer.alloc(8));
});

test('of a folder so many entries are read and no more', () => {
  beginLooks(UNLIMITED);
  expect([entriesOf(at('many'), 4_999), namesIn(at('many'), 5_000)?.length, entriesOf(at('pipe'), 9)]).toEqual([
    null,
    5_000,
    [],
  ]);
});

test('when the time is up there are no more looks', () => {
  const before = looksKeptBack();
  beginLooks({ msMax: -1, mayWait: true });
  expect(() => checkTime()).toThrow(KeptBack);
  expect([textOf(at('text'), 100), entriesOf(at('many'), 9_000)]).toEqual([undefined, []]);
  expect(looksKeptBack() - before).toBe(3);
  beginLooks(UNLIMITED);
});

describe('places that may not answer', () => {
  const table = [
    'overlay / overlay rw 0 0',
    'proc /proc proc rw 0 0',
    '/dev/sda1 /data ext4 rw 0 0',
    'host:/x /mnt/far nfs4 rw 0 0',
    'me@host: /home/me/with\\040blank fuse.sshfs rw 0 0',
    'systemd-1 /net autofs rw 0 0',
    '',
  ].join('\n');
  test('are those whose other end is a server or a program', () => {
    expect(unsureIn(table)).toEqual(['/mnt/far', '/home/me/with blank', '/net']);
  });

  const links: { readonly [path: string]: string } = {
    '/p/far': '/mnt/far/x',
    '/p/up': '..',
    '/p/round': 'round',
    '/p/two': 'far/y',
  };
  const ROWS: readonly (readonly [path: string, follows: boolean, comes: boolean])[] = [
    ['/p/a', true, false],
    ['/mnt/far', false, true],
    ['/mnt/far/x', false, true],
    ['/mnt/farther', true, false],
    ['/p/far', false, false],
    ['/p/far', true, true],
    ['/p/far/below', false, true],
    ['/p/two', true, true],
    ['/p/up/mnt/far', false, true],
    ['/p/round', true, false],
    ['/proc/self/cwd/x', false, true],
    ['/proc/cpuinfo', true, false],
  ];
  test.each(ROWS)('%s, links followed at its end: %s', (path, follows, comes) => {
    expect(comesTo(path, ['/mnt/far'], follows, (each) => links[each] ?? null)).toBe(comes);
  });
});

describe('facts of a call whose looks are kept back', () => {
  const place = { folder: root, home: root, patience: { msMax: -1, mayWait: false } };
  const call = { tool: 'bash', params: { command: 'cat *' } };

  test('are taken elsewhere', async () => {
    const taken = { ...NO_FACTS, runs: ['elsewhere'] };
    expect(await takeFacts(call, { ...place, takeElsewhere: async () => taken })).toEqual(taken);
  });

  test('are unknown where there is no such place, and the next call is judged again', async () => {
    expect((await takeFacts(call, place)).unknown).toMatch(/takes too long/);
    expect(
      (await takeFacts({ tool: 'bash', params: { command: 'ls text' } }, { folder: root, home: root })).unknown,
    ).toBe(null);
  });
});

test('nothing else of this package looks at files by itself', () => {
  const folder = new URL('../src/', import.meta.url);
  const files = readdirSync(folder).filter((file) => /from 'node:fs/.test(readFileSync(new URL(file, folder), 'utf8')));
  expect(files).toEqual(['disk.ts', 'mounts.ts']);
});
