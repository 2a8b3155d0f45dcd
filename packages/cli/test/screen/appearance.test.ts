/** Themes from files: what is read, what is wrong where, and what is shown all the same. */
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { THEMES } from '@tagma/tui';
import { describe, expect, test } from 'vitest';
import { NO_CONFIG } from '../../src/config/config.ts';
import { appearanceOf } from '../../src/screen/appearance.ts';
import { readThemeFile } from '../../src/screen/theme-file.ts';

/** A configuration's folder with these themes in it. */
function folderWith(themes: { readonly [name: string]: string }): string {
  const folder = mkdtempSync(join(tmpdir(), 'tagma-themes-'));
  mkdirSync(join(folder, 'themes'));
  for (const [name, text] of Object.entries(themes)) writeFileSync(join(folder, 'themes', name), text);
  return folder;
}

const MINE =
  '{\n  // Warm.\n  "like": "light",\n  "roles": { "heading": { "foreground": "#aa3300", "bold": true } },\n}\n';

describe('a theme file', () => {
  test('says how roles look, and which theme the others are from', () => {
    const folder = folderWith({ 'mine.jsonc': MINE });
    expect(readThemeFile('mine', join(folder, 'themes', 'mine.jsonc'))).toEqual({
      ok: true,
      theme: { name: 'mine', theme: { ...THEMES.light, heading: { foreground: '#aa3300', bold: true } } },
      warnings: [],
    });
  });

  const COLOURS =
    'black, red, green, yellow, blue, magenta, cyan, white, bright-black, bright-red, bright-green, bright-yellow, ' +
    'bright-blue, bright-magenta, bright-cyan, bright-white';
  const wrong: readonly (readonly [title: string, text: string, message: string])[] = [
    ['no JSON', '{\n  "like": dark\n}', 'FILE:2:11: this word is no JSON: a text stands in quotation marks.'],
    [
      'no colour',
      '{\n  "roles": {\n    "bad": { "foreground": "#ff0" }\n  }\n}',
      `FILE:3:14: "roles.bad.foreground": should be "#rrggbb" or one of ${COLOURS}.`,
    ],
    [
      'no theme to begin with',
      '{ "like": "mine" }',
      'FILE:1:3: "like": should be "dark", "light", "high-contrast", "minimal", "colour-blind", "terminal".',
    ],
    ['no flag', '{ "roles": { "bad": { "bold": 1 } } }', 'FILE:1:23: "roles.bad.bold": should be true or false.'],
    ['nothing', '// later\n', 'FILE: nothing stands in it.'],
    ['a role twice', '{ "roles": { "bad": {}, "bad": {} } }', 'FILE:1:25: the key "bad" stands here once more.'],
  ];
  test.each(wrong)('%s: said with its place', (_, text, message) => {
    const file = join(folderWith({ 'x.jsonc': text }), 'themes', 'x.jsonc');
    expect(readThemeFile('x', file)).toEqual({ ok: false, message: message.replace('FILE', file) });
  });

  test('a device is not read: it may have no end', () => {
    const file = join(folderWith({}), 'themes', 'x.jsonc');
    symlinkSync('/dev/null', file);
    expect(readThemeFile('x', file)).toEqual({ ok: false, message: `${file}: this is no file.` });
  });

  test('a role that nobody knows is said, and the others hold', () => {
    const file = join(folderWith({ 'x.jsonc': '{ "roles": { "headline": {}, "bad": {} } }' }), 'themes', 'x.jsonc');
    expect(readThemeFile('x', file)).toEqual({
      ok: true,
      theme: { name: 'x', theme: { ...THEMES.dark, bad: {} } },
      warnings: [`${file}:1:14: there is no key "headline"; did you mean "heading"?`],
    });
  });

  test('one that is not there', () => {
    expect(readThemeFile('x', '/nowhere/x.jsonc')).toMatchObject({ ok: false, message: /^the theme cannot be read: / });
  });
});

describe('what is configured', () => {
  const settled = async (theme: string | undefined, themes = {}) => {
    const folder = folderWith(themes);
    const appearance = await appearanceOf({ ...NO_CONFIG, ...(theme && { theme }) }, join(folder, 'config.jsonc'));
    return { theme: appearance.theme, notes: appearance.notes.map((note) => note.replaceAll(folder, 'FOLDER')) };
  };

  test.each<[string | undefined, object]>([
    [undefined, { theme: undefined, notes: [] }],
    ['auto', { theme: undefined, notes: [] }],
    ['minimal', { theme: 'minimal', notes: [] }],
  ])('%s', async (theme, expected) => {
    expect(await settled(theme)).toEqual(expected);
  });

  test("the person's own, also in the place of another", async () => {
    expect(await settled('mine', { 'mine.jsonc': MINE })).toMatchObject({ theme: { name: 'mine' }, notes: [] });
    expect(await settled('dark', { 'dark.jsonc': MINE })).toMatchObject({ theme: { name: 'dark' }, notes: [] });
  });

  test('a broken one is said, and the screen is there all the same', async () => {
    expect(await settled('mine', { 'mine.jsonc': '{ "like" }' })).toEqual({
      theme: undefined,
      notes: [
        'FOLDER/themes/mine.jsonc:1:10: a colon is missing after the key.\nUntil that is put right the screen looks as the terminal does.',
      ],
    });
  });

  test('one that is not there is said, with those that are', async () => {
    expect((await settled('../secret', { 'mine.jsonc': MINE })).notes).toEqual([
      'The configuration names the theme "../secret", which is not there, only auto, dark, light, high-contrast, minimal, colour-blind, terminal, mine.',
    ]);
  });
});

describe('the themes that can be chosen', () => {
  test('all that can be read, by name; what cannot is said', async () => {
    const folder = folderWith({
      'b.jsonc': MINE,
      'a.jsonc': '{}',
      'c.jsonc': '[]',
      'notes.txt': 'x',
      'auto.jsonc': '{}',
    });
    const { themes } = await appearanceOf(NO_CONFIG, join(folder, 'config.jsonc'));
    const found = await themes.find();
    expect(found.themes.map(({ name }) => name)).toEqual(['a', 'b']);
    expect(found.problems).toEqual([
      `${folder}/themes/c.jsonc:1:1: the configuration: should be an object, in braces.`,
    ]);
  });

  test('the one that is kept stands in the configuration, and nothing else of it is lost', async () => {
    const folder = folderWith({});
    const file = join(folder, 'config.jsonc');
    writeFileSync(file, '{\n  // Mine.\n  "model": "m"\n}\n');
    const { themes } = await appearanceOf(NO_CONFIG, file);
    expect(await themes.keep('light')).toEqual({ ok: true, file });
    expect(readFileSync(file, 'utf8')).toBe('{\n  // Mine.\n  "model": "m",\n  "theme": "light"\n}\n');
  });

  test('a configuration that is broken is left as it is', async () => {
    const file = join(folderWith({}), 'config.jsonc');
    writeFileSync(file, '{');
    const { themes } = await appearanceOf(NO_CONFIG, file);
    expect(await themes.keep('light')).toEqual({ ok: false, message: `${file} is no JSON: nothing was written.` });
  });
});
