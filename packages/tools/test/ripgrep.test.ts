import { chmodSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { findRipgrep } from '../src/ripgrep.ts';
import { workspace } from './workspace.ts';

describe('ripgrep is found', () => {
  const platform = `node_modules/@vscode/ripgrep-${process.platform}-${process.arch}`;
  const packages = {
    'node_modules/@vscode/ripgrep/package.json': '{"exports":{".":{"default":"./lib/index.js"}},"type":"module"}',
    'node_modules/@vscode/ripgrep/lib/index.js': '',
    [`${platform}/package.json`]: '{}',
    [`${platform}/bin/rg`]: '#!/bin/sh\n',
    'dist/tagma.js': '',
    'bin/rg': '#!/bin/sh\n',
    'other/program.js': '',
  };
  const rows = [
    ['in the packages beside the program', ['dist/tagma.js'], [], `${platform}/bin/rg`],
    ['from the second base, where the first has none', ['/tagma.js', 'dist/tagma.js'], ['bin'], `${platform}/bin/rg`],
    ['on the search path', ['/tagma.js'], ['empty', 'bin'], 'bin/rg'],
    ['nowhere', ['/tagma.js'], ['dist'], null],
  ] as const;
  test.each(rows)('%s', (_, bases, folders, expected) => {
    const { path } = workspace(packages);
    for (const name of [`${platform}/bin/rg`, 'bin/rg']) chmodSync(path(name), 0o755);
    const found = findRipgrep({
      bases: bases.map((base) => pathToFileURL(base.startsWith('/') ? base : path(base)).href),
      searchPath: folders.map(path).join(':'),
    });
    expect(found).toBe(expected === null ? null : path(expected));
  });

  test('not in a relative folder of the search path, which would be the project', () => {
    expect(findRipgrep({ bases: [], searchPath: '.:bin:' })).toBe(null);
  });

  test('not where it cannot be executed', () => {
    const { path } = workspace(packages);
    expect(findRipgrep({ bases: [], searchPath: path('bin') })).toBe(null);
  });
});
