import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRegistry } from '../src/index.ts';

let root: string;
beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'tagma-closed-')));
  mkdirSync(join(root, 'project'));
  mkdirSync(join(root, 'own', 'copies'), { recursive: true });
  for (const file of ['own/keys.jsonc', 'own/copies/a.txt', 'own/other.txt', 'project/a.txt'])
    writeFileSync(join(root, file), 'needle\n');
  symlinkSync(join(root, 'own'), join(root, 'project', 'link'));
});
afterAll(() => rmSync(root, { recursive: true }));

async function found(tool: string, params: { readonly [name: string]: string }, ripgrep: boolean) {
  const operations = {
    closed: () => [join(root, 'own', 'keys.jsonc'), join(root, 'own', 'copies')],
    ...(ripgrep ? {} : { ripgrep: () => null }),
  };
  const { signal } = new AbortController();
  const context = { folder: join(root, 'project'), turn: 1, signal, outputFolder: join(root, 'outputs'), operations };
  const { content } = await createRegistry().run(tool, params, context as never);
  return ['keys.jsonc', 'copies/a.txt', 'other.txt'].filter((name) => content.includes(name));
}

describe.each([true, false])('a search comes to nothing that is closed (ripgrep: %s)', (ripgrep) => {
  const rows: [title: string, path: () => string, expected: string[]][] = [
    ['in the folder around', () => root, ['other.txt']],
    ['in its folder', () => join(root, 'own'), ['other.txt']],
    ['through a link', () => 'link', ['other.txt']],
    ['in the closed folder itself', () => join(root, 'own', 'copies'), []],
  ];
  test.each(rows)('%s', async (_title, path, expected) => {
    expect(await found('grep', { pattern: 'needle', path: path() }, ripgrep)).toEqual(expected);
    // That there is a file of such a name is no secret; what is in a closed folder is.
    const names = await found('glob', { pattern: '**/*', path: path() }, ripgrep);
    expect(names.filter((name) => name !== 'keys.jsonc')).toEqual(expected);
  });
});
