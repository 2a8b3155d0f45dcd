import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { NO_CONFIG, readConfig } from '../../src/config/index.ts';

function fileWith(text: string, mode = 0o600): string {
  const file = join(mkdtempSync(join(tmpdir(), 'tagma-config-')), 'c.jsonc');
  writeFileSync(file, text);
  chmodSync(file, mode);
  return file;
}

describe('where it is', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tagma-config-'));
  const usual = join(folder, 'tagma', 'config.jsonc');
  mkdirSync(join(folder, 'tagma'));
  writeFileSync(usual, '{"model": "usual"}');
  const other = fileWith('{"model": "other"}');
  test.each<[string, string | undefined, Record<string, string>, string | undefined]>([
    ['the usual place', undefined, { XDG_CONFIG_HOME: folder }, 'usual'],
    ['TAGMA_CONFIG before it', undefined, { XDG_CONFIG_HOME: folder, TAGMA_CONFIG: other }, 'other'],
    ['the option before both', usual, { TAGMA_CONFIG: other }, 'usual'],
  ])('%s', async (_title, given, env, model) => {
    expect(await readConfig(given, env)).toMatchObject({ ok: true, config: { model } });
  });

  test('none in the usual place is none at all', async () => {
    expect(await readConfig(undefined, { XDG_CONFIG_HOME: '/nowhere' })).toEqual({ ok: true, config: NO_CONFIG });
  });

  test.each([
    ['/nowhere/c', {}, '--config names it.'],
    [undefined, { TAGMA_CONFIG: '/nowhere/c' }, 'TAGMA_CONFIG names it.'],
  ])('one that is named and not there is a mistake: %j', async (given, env, end) => {
    expect(await readConfig(given, env)).toMatchObject({
      ok: false,
      exit: 2,
      message: expect.stringMatching(new RegExp(`^the configuration cannot be read: ENOENT.*/nowhere/c.*${end}$`)),
    });
  });
});

test('comments, trailing commas and a byte order mark do no harm', async () => {
  const file = fileWith('\ufeff// mine\n{ "model": "m", /* why */ "fallbacks": ["a",], }');
  expect(await readConfig(file, {})).toEqual({
    ok: true,
    config: { file, model: 'm', fallbacks: ['a'], providers: {}, warnings: [] },
  });
});

test.each(['', ' \n', '// { "model": "m" }\n'])('a file that says nothing is no mistake: %j', async (text) => {
  const file = fileWith(text);
  expect(await readConfig(file, {})).toEqual({ ok: true, config: { ...NO_CONFIG, file } });
});

describe('what is wrong is named with its place', () => {
  test.each([
    ['a comma', '{\n  "model": "a"\n  "stop": "on"\n}', 'FILE:3:3: a comma is missing before this.'],
    ['a word', '{\n  "model": deepseek\n}', 'FILE:2:12: this word is no JSON: a text stands in quotation marks.'],
    ['an end', '{\n  "model": "a"\n', 'FILE:3:1: a closing brace } is missing.'],
    ['a list', '[]', 'FILE:1:1: the configuration: should be an object, in braces.'],
    ['a number', '{\n "model": 5\n}', 'FILE:2:2: "model": should be a text, in quotation marks.'],
    [
      'a choice that is nearly one',
      '{ "constrain": "atuo" }',
      'FILE:1:3: "constrain": should be "auto", "on", "off". Did you mean "auto"?',
    ],
    ['a NUL', '{ "limits": {},\n "prompts": "/a\\u0000" }', 'FILE:2:2: "prompts": should hold no NUL (\\u0000).'],
    ['a choice', '{ "constrain": "maybe" }', 'FILE:1:3: "constrain": should be "auto", "on", "off".'],
    [
      'deep inside',
      '{ "providers": {\n "box": {\n  "models": { "m": {\n   "window": -1 } } } } }',
      'FILE:4:4: "providers.box.models.m.window": should be more than 0.',
    ],
    ['a shell of no words', '{ "bash": {\n "shell": [] } }', 'FILE:2:2: "bash.shell": should not be empty.'],
    [
      'a word of a shell',
      '{ "bash": {\n "shell": ["nix", 5] } }',
      'FILE:2:2: "bash.shell": should be a text, or a list of texts that are not empty.',
    ],
    [
      'a list of rules that nobody would read',
      '{ "permissions": {\n "dney": ["Bash"] } }',
      'FILE:2:2: there is no key "dney"; did you mean "deny"?',
    ],
    ['an empty text', '{ "model": "" }', 'FILE:1:3: "model": should not be empty.'],
    [
      'too much',
      '{ "providers": { "b": {\n"timeouts": { "idle": 1e9 } } } }',
      'FILE:2:15: "providers.b.timeouts.idle": should be at most 86400.',
    ],
    [
      'not whole',
      '{ "providers": { "b": { "models": { "m": {\n"window": 1.5 } } } } }',
      'FILE:2:1: "providers.b.models.m.window": should be a whole number.',
    ],
    [
      "a provider's name",
      '{ "providers": {\n "a:b": {} } }',
      'FILE:2:2: "providers.a:b": should hold no colon, slash or blank.',
    ],
    [
      'several',
      '{ "model": 1,\n  "stop": 2 }',
      'FILE:1:3: "model": should be a text, in quotation marks.\nFILE:2:3: "stop": should be "auto", "on", "off".',
    ],
  ])('%s', async (_title, text, expected) => {
    const file = fileWith(text);
    const read = await readConfig(file, {});
    expect(!read.ok && read.message.replaceAll(file, 'FILE')).toBe(expected);
    expect(read).toMatchObject({ exit: 2 });
  });

  test.each([
    [
      'a theme that is none',
      '{\n  "theme": 7, "stop": "on" }',
      {},
      ['FILE:2:3: "theme": should be a text, in quotation marks.'],
    ],
    ['an empty one', '{ "theme": "", "stop": "on" }', {}, ['FILE:1:3: "theme": should not be empty.']],
    [
      'a screen that is none',
      '{ "stop": "on", "screen": [] }',
      {},
      ['FILE:1:17: "screen": should be an object, in braces.'],
    ],
    [
      'some of its settings: the others hold',
      '{ "stop": "on", "screen": {\n  "mouse": "no",\n  "title": false, "notify": "loud", "mose": 1 } }',
      { screen: { title: false } },
      [
        'FILE:3:37: there is no key "mose"; did you mean "mouse"?',
        'FILE:2:3: "screen.mouse": should be true or false.',
        'FILE:3:19: "screen.notify": should be "auto", "always", "off".',
      ],
    ],
  ])('how the screen looks stops nothing: %s', async (_title, text, taken, expected) => {
    const file = fileWith(text);
    const read = await readConfig(file, {});
    if (!read.ok) throw new Error(read.message);
    const { warnings, ...config } = read.config;
    expect(config).toEqual({ file, stop: 'on', providers: {}, ...taken });
    expect(warnings.map((each) => each.replace(file, 'FILE'))).toEqual(
      expected.map((each) => (each.includes('no key') ? each : `${each} It is as if it were not there.`)),
    );
  });

  test.each([
    ['permissions', '{ "theme": 7,\n "permissions": 7 }', 'FILE:2:2: "permissions": should be an object, in braces.'],
    [
      'the sandbox',
      '{ "theme": 7,\n "sandbox": { "off": "no" } }',
      'FILE:2:15: "sandbox.off": should be true or false.',
    ],
  ])('what may protect stops all: %s', async (_title, text, first) => {
    const file = fileWith(text);
    const read = await readConfig(file, {});
    expect([read.ok, !read.ok && read.exit, !read.ok && read.message.replaceAll(file, 'FILE').split('\n')[0]]).toEqual([
      false,
      2,
      first,
    ]);
  });

  test('of a key that nobody knows is warned, with the likely one, and the rest is taken', async () => {
    const file = fileWith(
      '{ "modell": "m", "model": "n",\n "providers": { "box": {\n "url": "http://b", "timeout": { "x": 1 },\n "timeouts": { "idel": 1 },\n "zzz": 1 } } }',
    );
    expect(await readConfig(file, {})).toEqual({
      ok: true,
      config: {
        file,
        model: 'n',
        providers: { box: { url: 'http://b', timeouts: {} } },
        warnings: [
          `${file}:1:3: there is no key "modell"; did you mean "model"?`,
          `${file}:3:21: there is no key "timeout"; did you mean "timeouts"?`,
          `${file}:4:16: there is no key "idel"; did you mean "idle"?`,
          `${file}:5:2: there is no key "zzz"`,
        ],
      },
    });
  });
});

describe('a key in the file', () => {
  const keyed = '{ "providers": { "box": { "key": "sk-1" } } }';
  const carried = '{ "providers": { "box": { "headers": { "Authorization": "Bearer sk-1" } } } }';
  const inAddress = '{ "providers": { "box": { "url": "http://me:secret@host/v1" } } }';
  const named = JSON.stringify({ providers: { box: { key: ['$', '{BOX}'].join('') } } });
  test.each<[string, string, number, boolean]>([
    ['of which only its owner may read', keyed, 0o600, true],
    ['that others may read', keyed, 0o644, false],
    ['that a group may write', keyed, 0o620, false],
    ['in a header, that others may read', carried, 0o644, false],
    ['in an address, that others may read', inAddress, 0o644, false],
    ['that only names a variable', named, 0o644, true],
    ['without a key', '{}', 0o644, true],
  ])('%s', async (_title, text, mode, ok) => {
    const file = fileWith(text, mode);
    const read = await readConfig(file, {});
    expect(read.ok).toBe(ok);
    const cure = `${file} holds the key of "box", and not only you may read it (mode 0${mode.toString(8)}).\nDo: chmod 600 ${file}\n`;
    expect(read.ok || read.message.startsWith(cure)).toBe(true);
  });
});
