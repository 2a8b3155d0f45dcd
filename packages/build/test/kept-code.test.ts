/** Compiled code that a small bundled program keeps from one start to the next: when it is taken, and when it is not. */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundle } from '../bundle.mjs';

const SOURCES: Readonly<Record<string, string>> = {
  'main.ts': `
    declare const __tagma: { file: string };
    const [door, flag] = process.argv.slice(2);
    const say = (words: string) => console.log(words);
    if (door === 'nothing') say('nothing');
    if (door === 'one') import('./one.ts').then(({ one }) => say(one(flag)));
    if (door === 'both') import('./one.ts').then(async ({ one }) => say(one(flag) + (await import('./two.ts')).two()));
    if (door === 'stays')
      import('./one.ts').then(async ({ one }) => {
        await import('./two.ts');
        setTimeout(() => say(one(flag)), 3_000);
      });
    if (door === 'replaced')
      import('./one.ts').then(async ({ one }) => {
        const { renameSync, writeFileSync } = await import('node:fs');
        renameSync(__tagma.file, __tagma.file + '.before');
        writeFileSync(__tagma.file, 'another program');
        say(one(flag) + (await import('./two.ts')).two());
      });
    if (door === 'throws') import('./throws.ts').then(({ thrower }) => thrower());
  `,
  'one.ts': `
    import { setFlagsFromString } from 'node:v8';
    declare const __tagma: { flags: object[] };
    export function one(flag: string) {
      if (flag !== undefined) {
        setFlagsFromString('--semi-space-growth-factor=1');
        if (flag === 'told') __tagma.flags.push({ set: '--semi-space-growth-factor=1', unset: '--semi-space-growth-factor=2' });
      }
      return 'one';
    }
  `,
  'two.ts': `export const two = () => 'two';`,
  'throws.ts': `export function thrower(): never { throw new Error('thrown'); }`,
};

/** Says on standard error whether V8 has taken the code of each chunk that comes with some. */
const WATCHING = `
  const vm = process.getBuiltinModule('node:vm');
  const { Script } = vm;
  vm.Script = class extends Script {
    constructor(text, options) {
      super(text, options);
      if (options.cachedData) console.error(this.cachedDataRejected ? 'refused' : 'taken');
    }
  };
`;

let folder: string;
let program: string;
let watching: string;

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'tagma-code-')));
  for (const [name, text] of Object.entries(SOURCES)) writeFileSync(join(folder, name), text);
  watching = join(folder, 'watching.cjs');
  writeFileSync(watching, WATCHING);
  program = join(folder, 'built', 'tagma.js');
  chmodSync(folder, 0o755);
  await bundle({ outfile: program, entry: join(folder, 'main.ts') });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A cache folder, what stands in it for compiled code, and runs of the program with it. */
function cache() {
  const root = mkdtempSync(join(folder, 'cache-'));
  const code = join(root, 'tagma', 'code');
  const run = (args: readonly string[], env: NodeJS.ProcessEnv = {}) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--require', watching, program, ...args], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, XDG_CACHE_HOME: root, ...env },
    });
    const said = stderr.split('\n').filter((line) => line === 'taken' || line === 'refused');
    return { status, stdout: stdout.trim(), said, stderr };
  };
  const files = () => readdirSync(code).sort();
  const file = () => join(code, files()[0] ?? '');
  return { root, code, run, files, file };
}

test('the second start takes what the first has kept, and writes nothing', () => {
  const { code, run, files, file } = cache();
  expect(run(['one'])).toMatchObject({ status: 0, stdout: 'one', said: [] });
  expect(files()).toEqual([expect.stringMatching(/^[0-9a-f]{16}-v[\d.]+-\w+-\d+\.code$/)]);
  expect([statSync(code).mode & 0o777, statSync(file()).mode & 0o777]).toEqual([0o700, 0o600]);
  const { ino } = statSync(file());
  expect(run(['one'])).toMatchObject({ status: 0, stdout: 'one', said: ['taken'] });
  expect(statSync(file()).ino).toBe(ino);
});

test('a start that loads more keeps that beside what was kept', () => {
  const { run, files } = cache();
  run(['one']);
  expect(run(['both'])).toMatchObject({ stdout: 'onetwo', said: ['taken'] });
  expect(run(['both'])).toMatchObject({ stdout: 'onetwo', said: ['taken', 'taken'] });
  expect(run(['one'])).toMatchObject({ stdout: 'one', said: ['taken'] });
  expect(files()).toHaveLength(1);
});

test('a program that is replaced while it runs still has what it has not loaded yet', () => {
  const { run } = cache();
  run(['one']);
  const replaced = run(['replaced']);
  renameSync(`${program}.before`, program);
  expect(replaced).toMatchObject({ status: 0, stdout: 'onetwo', said: ['taken'] });
});

test('a program that stays keeps it when the start is over, and one that loads nothing keeps nothing', () => {
  const { run, root } = cache();
  run(['nothing']);
  expect(readdirSync(root)).toEqual([]);
  run(['stays']);
  expect(run(['both'])).toMatchObject({ stdout: 'onetwo', said: ['taken', 'taken'] });
});

test.each([
  { title: 'that the loader was told of', flag: 'told', said: ['taken'] },
  { title: 'that it was not told of: V8 would not take the code', flag: 'untold', said: [] },
])('a flag of V8 $title', ({ flag, said }) => {
  const { run } = cache();
  run(['one', flag]);
  expect(run(['one'])).toMatchObject({ stdout: 'one', said });
});

test('it is another file for other flags of V8', () => {
  const { run, files } = cache();
  run(['one']);
  const env = { NODE_OPTIONS: '--max-semi-space-size=32' };
  expect(run(['one'], env)).toMatchObject({ stdout: 'one', said: [] });
  expect(run(['one'], env)).toMatchObject({ stdout: 'one', said: ['taken'] });
  expect(files()).toHaveLength(2);
});

test('the stack of an error names the chunk, the line and the column as without it', () => {
  const { run } = cache();
  const places = ['off', '', ''].map(
    (off) => /tagma\.js#throws.*:\d+:\d+/.exec(run(['throws'], { TAGMA_CODE_CACHE: off }).stderr)?.[0],
  );
  expect(places[0]).toMatch(/:\d+:\d+$/);
  expect(places).toEqual([places[0], places[0], places[0]]);
});

test('turned off it is neither written nor taken', () => {
  const { root, run } = cache();
  const off = { TAGMA_CODE_CACHE: 'off' };
  run(['one'], off);
  expect(readdirSync(root)).toEqual([]);
  run(['one']);
  expect(run(['one'], off)).toMatchObject({ stdout: 'one', said: [] });
});

type Places = Record<string, [offset: number, text: number, code: number, crc: number]>;

function taken(file: string): { places: Places; pieces: Buffer } {
  const bytes = readFileSync(file);
  const beginning = 16 + Number.parseInt(bytes.toString('latin1', 0, 8), 16);
  return { places: JSON.parse(bytes.toString('utf8', 16, beginning)), pieces: bytes.subarray(beginning) };
}

function hexadecimal(value: number): string {
  return value.toString(16).padStart(8, '0');
}

function written(index: string, pieces: Buffer, crc = crc32(index)): Buffer {
  return Buffer.concat([Buffer.from(hexadecimal(index.length) + hexadecimal(crc) + index), pieces]);
}

/** As somebody else would have it: the text of the chunk says other words, and V8 does not take its code. */
function forge(file: string): void {
  const { places, pieces } = taken(file);
  const [place] = Object.values(places);
  if (place === undefined) throw new Error('Nothing is kept.');
  const [offset, length] = place;
  const piece = pieces.subarray(offset);
  const text = piece.toString('latin1', 0, length);
  expect(text).toContain(',"one"}');
  piece.write(text.replace(',"one"}', ',"bad"}'), 'latin1');
  piece.fill(0, length, length + 4);
  place[3] = crc32(piece);
  writeFileSync(file, written(JSON.stringify(places), piece));
}

test('what stands in a private file is believed: this is what the rows below are safe from', () => {
  const { run, file } = cache();
  run(['one']);
  forge(file());
  expect(run(['one']).stdout).toBe('bad');
});

const NONE = Buffer.alloc(0);
const isRoot = process.geteuid?.() === 0;

test.each<{ title: string; make: (paths: { code: string; file: string; root: string }) => void; skip?: boolean }>([
  { title: 'a file that others may read', make: ({ file }) => chmodSync(file, 0o640) },
  { title: 'a file that others may write', make: ({ file }) => chmodSync(file, 0o602) },
  { title: 'a folder that others may write', make: ({ code }) => chmodSync(code, 0o720) },
  { title: "somebody else's file", make: ({ file }) => chownSync(file, 12_345, 12_345), skip: !isRoot },
  { title: "somebody else's folder", make: ({ code }) => chownSync(code, 12_345, 12_345), skip: !isRoot },
  {
    title: 'a link in the place of the file',
    make: ({ file, root }) => {
      renameSync(file, join(root, 'moved'));
      symlinkSync(join(root, 'moved'), file);
    },
  },
  { title: 'a file of two names', make: ({ file, root }) => linkSync(file, join(root, 'other')) },
  {
    title: 'a link in the place of the folder',
    make: ({ code, root }) => {
      renameSync(code, join(root, 'moved'));
      symlinkSync(join(root, 'moved'), code);
    },
  },
])('not believed: $title', ({ make, skip = false }) => {
  if (skip) return;
  const { code, root, run, file } = cache();
  run(['one']);
  forge(file());
  make({ code, root, file: file() });
  expect(run(['one'])).toMatchObject({ status: 0, stdout: 'one', said: [] });
});

test.each<{ title: string; make: (file: string) => void }>([
  { title: 'cut off', make: (file) => truncateSync(file, statSync(file).size - 10) },
  { title: 'empty', make: (file) => truncateSync(file, 0) },
  {
    title: 'not what was written',
    make: (file) => {
      const bytes = readFileSync(file);
      bytes.writeUInt8(bytes.readUInt8(bytes.length - 40) ^ 1, bytes.length - 40);
      writeFileSync(file, bytes);
    },
  },
  {
    title: 'of a changed index: a text that ends elsewhere, its bytes and those of the code as they were',
    make: (file) => {
      const { places, pieces } = taken(file);
      const index = JSON.stringify(places);
      for (const place of Object.values(places)) {
        place[1] += 2;
        place[2] -= 2;
      }
      writeFileSync(file, written(JSON.stringify(places), pieces, crc32(index)));
    },
  },
  { title: 'no JSON', make: (file) => writeFileSync(file, written('{]', NONE)) },
  { title: 'an index of nothing', make: (file) => writeFileSync(file, written('{}', NONE)) },
  { title: 'another shape', make: (file) => writeFileSync(file, written('{"./one.js":1}', NONE)) },
  { title: 'said to be of 4 GB', make: (file) => writeFileSync(file, 'ffffffff00000000{}') },
])('a file that is $title is passed over, and written anew', ({ make }) => {
  const { run, file } = cache();
  run(['one']);
  make(file());
  expect(run(['one'])).toMatchObject({ status: 0, stdout: 'one', said: [] });
  expect(run(['one'])).toMatchObject({ status: 0, stdout: 'one', said: ['taken'] });
});

test('where nothing can be written, nothing is said', () => {
  const { root, run } = cache();
  writeFileSync(join(root, 'tagma'), 'a file');
  expect(run(['one'])).toEqual({ status: 0, stdout: 'one', said: [], stderr: '' });
});

test('the code of other versions goes, but for the three newest; what was left unfinished goes too, and nothing else', () => {
  const { code, run, files } = cache();
  mkdirSync(code, { recursive: true, mode: 0o700 });
  const old = (name: string, hours: number) => {
    writeFileSync(join(code, name), '');
    const at = Date.now() / 1_000 - hours * 3_600;
    utimesSync(join(code, name), at, at);
    return name;
  };
  const version = (digit: number) => `${String(digit).repeat(16)}-v22.0.0-nightly2024-x64-1.code`;
  for (const hours of [1, 2, 3, 4, 5]) old(version(hours), hours);
  old(`${version(6)}.1.tmp`, 2);
  const left = [
    old(`${version(7)}.1.tmp`, 0),
    ...['draft.tmp', 'my.code', 'secret.code.1.tmp'].map((name) => old(name, 9)),
  ];
  run(['one']);
  expect(files().filter((name) => !name.includes(`-${process.version}-`))).toEqual([
    ...[version(1), version(2), version(3)],
    ...left,
  ]);
});

test.each([
  { title: 'no home is known: nobody has this number', env: {}, isNobody: true, skip: !isRoot },
  { title: 'the home is the empty path', env: { HOME: '' }, isNobody: false, skip: false },
  { title: 'the home is a relative path', env: { HOME: 'here' }, isNobody: false, skip: false },
])('nothing is kept, and nothing is said, where $title', ({ env, isNobody, skip }) => {
  if (skip) return;
  const working = mkdtempSync(join(folder, 'working-'));
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, 'one'], {
    encoding: 'utf8',
    cwd: working,
    env: { PATH: process.env.PATH, ...env },
    ...(isNobody && { uid: 54_321, gid: 54_321 }),
  });
  expect({ status, stdout: stdout.trim(), stderr, left: readdirSync(working) }).toEqual({
    ...{ status: 0, stdout: 'one', stderr: '' },
    left: [],
  });
});

test.each([
  {
    title: 'the cache folder of the person',
    env: (root: string) => ({ XDG_CACHE_HOME: root }),
    expected: 'tagma/code',
  },
  {
    title: "the home's, where that is a relative path",
    env: (root: string) => ({ XDG_CACHE_HOME: 'relative', HOME: root }),
    expected: '.cache/tagma/code',
  },
  {
    title: 'the folder that is named',
    env: (root: string) => ({ XDG_CACHE_HOME: '/nonexistent', TAGMA_CODE_CACHE: join(root, 'named') }),
    expected: 'named',
  },
])('it is kept in $title', ({ env, expected }) => {
  const { root, run } = cache();
  run(['one'], env(root));
  expect(readdirSync(join(root, expected))).toHaveLength(1);
});
