/** Which program Tagma itself starts by a name: never one that the project brings. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findExecutable } from '../src/executable.ts';

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'path-')));
  for (const file of ['project/bin/rg', 'project/rg', 'usr/bin/rg', 'usr/bin/bash']) program(join(root, file));
  mkdirSync(join(root, 'home/bin'), { recursive: true });
  symlinkSync(join(root, 'project/bin/rg'), join(root, 'home/bin/rg'));
  symlinkSync(join(root, 'project/bin'), join(root, 'home/tools'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function program(path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, '#!/bin/sh\n', { mode: 0o755 });
}

test.skipIf(process.platform === 'win32').each([
  ['the first of the path', 'ROOT/usr/bin', 'rg', 'ROOT/usr/bin/rg'],
  ['one of the project before it', 'ROOT/project/bin:ROOT/usr/bin', 'rg', 'ROOT/usr/bin/rg'],
  ['the project itself before it', 'ROOT/project:ROOT/usr/bin', 'rg', 'ROOT/usr/bin/rg'],
  ['a link into the project before it', 'ROOT/home/bin:ROOT/usr/bin', 'rg', 'ROOT/usr/bin/rg'],
  ['a folder that is a link into the project', 'ROOT/home/tools:ROOT/usr/bin', 'rg', 'ROOT/usr/bin/rg'],
  ['relative folders and empty ones', ':.:bin:ROOT/usr/bin', 'rg', 'ROOT/usr/bin/rg'],
  ['nowhere else', 'ROOT/project/bin', 'rg', null],
])('%s', (_, path, name, expected) => {
  const at = (text: string) => text.replaceAll('ROOT', root);
  expect(findExecutable(name, at(path), join(root, 'project'))).toBe(expected && at(expected));
});
