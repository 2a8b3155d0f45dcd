import { linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { takeFacts } from '../src/index.ts';
import { makePlace, type TestPlace } from './place.ts';

let place: TestPlace;
let keys: string;
let copies: string;
beforeAll(() => {
  place = makePlace();
  const own = join(place.home, '.config', 'tagma');
  keys = join(own, 'secrets.jsonc');
  copies = join(place.home, '.local', 'state', 'tagma', 'copies');
  mkdirSync(own, { recursive: true });
  mkdirSync(copies, { recursive: true });
  writeFileSync(keys, '{}');
  writeFileSync(join(own, 'config.jsonc'), '{}');
  writeFileSync(join(copies, 'one'), '');
  symlinkSync(keys, join(place.folder, 'link-keys'));
  symlinkSync(own, join(place.folder, 'link-own'));
  linkSync(keys, join(place.folder, 'hard-keys'));
});
afterAll(() => place.remove());

const forbidden = async (tool: string, params: { [name: string]: unknown }) =>
  (await takeFacts({ tool, params }, { ...place, closedPaths: [keys, copies] })).forbidden !== null;

describe('what is Tagma’s own', () => {
  const rows: [title: string, path: () => string, expected: boolean][] = [
    ['by its path', () => keys, true],
    ['from the home', () => '~/.config/tagma/secrets.jsonc', true],
    ['by a relative path', () => relative(place.folder, keys), true],
    ['by a mention', () => `@${keys}`, true],
    ['through a link', () => 'link-keys', true],
    ['through a link to its folder', () => 'link-own/secrets.jsonc', true],
    ['as a hard link', () => 'hard-keys', true],
    ['through the kernel’s name of the root', () => `/proc/self/root${keys}`, true],
    ['through the root of another process', () => `/proc/1/root${keys}`, true],
    ['through the kernel’s name of the folder', () => '/proc/self/cwd/link-keys', true],
    ['a file in a closed folder', () => join(copies, 'one'), true],
    ['a closed folder', () => copies, true],
    ['one in a closed folder that is not there', () => join(copies, 'new'), true],
    ['the environment of another process', () => '/proc/1/environ', true],
    ['the file beside it', () => '~/.config/tagma/config.jsonc', false],
    ['one of a like name', () => 'secrets.jsonc', false],
  ];
  for (const [title, path, expected] of rows) {
    test.each(['read', 'write', 'edit', 'ls', 'grep'])(`is opened by no %s: ${title}`, async (tool) => {
      expect(await forbidden(tool, { path: path() })).toBe(expected);
    });
  }
});
