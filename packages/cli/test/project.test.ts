import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { describeProject } from '../src/project.ts';

function folderWith(...names: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'tagma-project-'));
  for (const name of names) {
    if (name.endsWith('/')) mkdirSync(join(folder, name), { recursive: true });
    else writeFileSync(join(folder, name), '');
  }
  return folder;
}

test.each([
  ['an empty folder', folderWith(), 'no repository, no manifest'],
  ['a repository', folderWith('.git/'), 'git repository, no manifest'],
  [
    'a folder inside of a repository',
    join(folderWith('.git/', 'packages/a/'), 'packages', 'a'),
    'git repository, no manifest',
  ],
  ['a work tree, whose .git is a file', folderWith('.git', 'go.mod'), 'git repository, go.mod'],
  [
    'manifests, in an order of their own',
    folderWith('Makefile', 'package.json'),
    'no repository, package.json, Makefile',
  ],
  [
    'more manifests than are named',
    folderWith('Dockerfile', 'Makefile', 'Cargo.toml', 'package.json', 'pyproject.toml'),
    'no repository, package.json, pyproject.toml, Cargo.toml, Makefile',
  ],
])('%s', (_title, folder, expected) => {
  expect(describeProject(folder)).toBe(expected);
});
