import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { setIn } from '../../src/config/set-in.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'tagma-config-'));

test.each<[string, string | null, readonly string[], unknown, string]>([
  ['a file that is not there', null, ['model'], 'm', '{\n  "model": "m"\n}\n'],
  ['an empty one', ' \n', ['model'], 'm', '{\n  "model": "m"\n}\n'],
  [
    'comments and unknown keys stay',
    '// mine\n{\n  "model": "old", // why\n  "later": [1,]\n}\n',
    ['model'],
    'new',
    '// mine\n{\n  "model": "new", // why\n  "later": [1,]\n}\n',
  ],
  [
    'deep inside, in the indentation of the file',
    '{\n\t"providers": {\n\t\t"a": {\n\t\t\t"url": "u" // u\n\t\t}\n\t}\n}\n',
    ['providers', 'b', 'quirks'],
    { takesStop: true },
    '{\n\t"providers": {\n\t\t"a": {\n\t\t\t"url": "u" // u\n\t\t},\n\t\t"b": {\n\t\t\t"quirks": {\n\t\t\t\t"takesStop": true\n\t\t\t}\n\t\t}\n\t}\n}\n',
  ],
  ['a key taken away', '{\n  "a": 1,\n  "b": 2\n}\n', ['a'], undefined, '{\n  "b": 2\n}\n'],
  ['the last one', '{\n  "a": 1,\n  "b": 2\n}\n', ['b'], undefined, '{\n  "a": 1\n}\n'],
  ['the only one', '{ "a": 1 }\n', ['a'], undefined, '{ }\n'],
  ['one of a line', '{ "a": 1, "b": 2, "c": 3 }\n', ['b'], undefined, '{ "a": 1, "c": 3 }\n'],
  ['the last of a line', '{ "a": 1, "b": 2 }\n', ['b'], undefined, '{ "a": 1 }\n'],
  ['one that is not there', '{ "a": 1 }\n', ['b', 'c'], undefined, '{ "a": 1 }\n'],
  ['one over several lines', '{\n  "a": {\n    "b": 1\n  },\n  "c": 2\n}\n', ['a'], undefined, '{\n  "c": 2\n}\n'],
  [
    'the comments around a key that is taken away',
    '{\n  // above\n  "a": 1, // beside\n  /* before */ "b": 2,\n  // below\n  "c": 3,\n}\n',
    ['a'],
    undefined,
    '{\n  // above\n  // beside\n  /* before */ "b": 2,\n  // below\n  "c": 3,\n}\n',
  ],
  [
    'those of the last one, behind a comma in a comment',
    '{\n  "a": 1, // one, and\n  // above\n  "b": 2 // beside\n}\n',
    ['b'],
    undefined,
    '{\n  "a": 1 // one, and\n  // above\n  // beside\n}\n',
  ],
])('%s', (_title, before, path, value, after) => {
  const file = join(folder(), 'deep', 'c.jsonc');
  if (before !== null) {
    expect(setIn(file, ['x'], 1)).toEqual({ ok: true });
    writeFileSync(file, before);
    chmodSync(file, 0o644);
  }
  expect(setIn(file, path, value)).toEqual({ ok: true });
  expect(readFileSync(file, 'utf8')).toBe(after);
  expect((statSync(file).mode & 0o777).toString(8)).toBe('600');
  expect(readdirSync(dirname(file))).toEqual(['c.jsonc']);
});

test('a file that is no JSON is left as it is', () => {
  const file = join(folder(), 'c.jsonc');
  writeFileSync(file, '{ "model": ');
  expect(setIn(file, ['model'], 'm')).toEqual({ ok: false, message: `${file} is no JSON: nothing was written.` });
  expect(readFileSync(file, 'utf8')).toBe('{ "model": ');
});

test.skipIf(process.platform === 'win32')('what is no file is left as it is, also behind a link', () => {
  const pipe = join(folder(), 'pipe');
  execFileSync('mkfifo', [pipe]);
  const file = join(folder(), 'c.jsonc');
  symlinkSync(pipe, file);
  for (const path of [pipe, file])
    expect(setIn(path, ['model'], 'm')).toEqual({ ok: false, message: `${path} is no file: nothing was written.` });
  expect(statSync(file).isFIFO()).toBe(true);
});

test('a link stays one', () => {
  const target = join(folder(), 'real.jsonc');
  writeFileSync(target, '{}\n');
  const file = join(folder(), 'c.jsonc');
  symlinkSync(target, file);
  expect(setIn(file, ['model'], 'm')).toEqual({ ok: true });
  expect(readFileSync(target, 'utf8')).toBe('{\n  "model": "m"\n}\n');
});

test('where nothing can be written it says so', () => {
  expect(setIn('/dev/null/c.jsonc', ['a'], 1)).toMatchObject({
    ok: false,
    message: expect.stringContaining('/dev/null/c.jsonc'),
  });
  expect(existsSync('/dev/null/c.jsonc')).toBe(false);
});
