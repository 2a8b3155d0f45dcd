import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findRipgrep } from '@tagma/tools';
import { afterAll, describe, expect, test } from 'vitest';
import { filesBelow } from '../../src/draft/files.ts';

const folder = mkdtempSync(join(tmpdir(), 'tagma-files-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

for (const name of ['src/deep', 'node_modules/x', '.git', 'out', '.github'])
  mkdirSync(join(folder, name), { recursive: true });
for (const name of ['README.md', 'src/a b.ts', 'src/deep/größe.ts', '.github/ci.yml', 'src/.env', 'out/built.js'])
  writeFileSync(join(folder, name), '');
for (const name of ['node_modules/x/index.js', '.git/config', 'secret.log']) writeFileSync(join(folder, name), '');
writeFileSync(join(folder, '.gitignore'), 'out/\n*.log\n');
symlinkSync(folder, join(folder, 'src/circle'));

const EXPECTED = ['.github/ci.yml', '.gitignore', 'README.md', 'src/.env', 'src/a b.ts', 'src/deep/größe.ts'];

describe('the files below a folder, without what git ignores', () => {
  test.each([
    ['by ripgrep', findRipgrep()],
    ['without ripgrep', null],
    ['with a ripgrep that cannot be run', '/nowhere/rg'],
  ])('%s', async (_title, ripgrep) => {
    const found = await filesBelow(folder, ripgrep);
    // Of a link to a folder one lists the name, the other does not.
    expect(found.filter((path) => path !== 'src/circle')).toEqual(EXPECTED);
  });

  test('with one that understands nothing', async () => {
    const program = join(folder, 'out/rg');
    writeFileSync(program, '#!/bin/sh\nexit 2\n');
    chmodSync(program, 0o755);
    expect(await filesBelow(folder, program)).toContain('README.md');
  });

  test('of a folder that is not there', async () => {
    expect(await filesBelow(join(folder, 'none'))).toEqual([]);
  });
});
