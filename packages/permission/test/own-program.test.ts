/** What only looks is the program that is known: where files of the project decide what runs, it is one that runs. */
import { chmodSync, linkSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { takeFacts } from '../src/index.ts';

let root: string;
let folder: string;
let system: string;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'own-')));
  folder = join(root, 'home/me/project');
  system = join(root, 'usr/bin');
  for (const name of [
    'ls',
    'cat',
    'egrep',
    'grep',
    'tar',
    'gzip',
    'npm',
    'yarn',
    'bash',
    'xargs',
    'timeout',
    'rg',
    'go',
    'cargo',
    'python3',
    'pip',
    'node',
    'git',
    'rustc',
  ])
    program(join(system, name));
  mkdirSync(folder, { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function program(path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, '#!/bin/sh\n');
  chmodSync(path, 0o755);
}

async function looks(command: string, path: string, more: { [name: string]: string } = {}): Promise<boolean> {
  const environment = { PATH: path, HOME: join(root, 'home/me'), ...more };
  const place = { folder, home: join(root, 'home/me'), environment };
  const facts = await takeFacts({ tool: 'bash', params: { command } }, place);
  return facts.readOnly && facts.unknown === null && facts.network.length === 0;
}

describe('found first on the search path', () => {
  test.each([
    ['nothing of the project is', '', 'ls', true],
    ['bin', 'bin/ls', 'ls', false],
    ['.venv/bin', '.venv/bin/cat', 'cat README.md', false],
    ['node_modules/.bin', 'node_modules/.bin/npm', 'npm --version', false],
    ['bin, with another program in it', 'bin/tool', 'ls', true],
    ['bin, with what another starts', 'bin/grep', 'egrep a b', false],
    ['bin, with what unpacks', 'bin/gzip', 'tar -tzf a.tgz', false],
    ['bin, with what runs others', 'bin/xargs', 'git ls-files | xargs wc -l', false],
    ['bin, with what waits', 'bin/timeout', 'timeout 5 ls', false],
    ['bin, with git', 'bin/git', 'git --version', false],
    ['in a loop', 'bin/cat', 'for f in a b; do cat $f; done', false],
    ['handed on by find', 'bin/cat', 'find . -exec cat {} +', false],
  ])('%s', async (_, file, command, expected) => {
    if (file !== '') program(join(folder, file));
    const open = file === '' ? 'bin' : dirname(file);
    expect(await looks(command, `${join(folder, open)}:${system}`)).toBe(expected);
    // Behind the system's, it is not found.
    expect(await looks(command, `${system}:${join(folder, open)}`)).toBe(true);
  });

  test.each(['', '.', './bin', 'bin'])('a folder that is none by itself: %j', async (entry) => {
    program(join(folder, entry, 'ls'));
    expect(await looks('ls', `${entry}:${system}`)).toBe(false);
    expect(await looks('cat a', `${entry}:${system}`)).toBe(true);
  });

  test('a folder that anybody may write into', async () => {
    const open = join(root, 'open');
    program(join(open, 'ls'));
    chmodSync(open, 0o777);
    expect(await looks('ls', `${open}:${system}`)).toBe(false);
  });

  test('a link that leads into the project, of a program or of a folder', async () => {
    program(join(folder, 'tools/ls'));
    mkdirSync(join(root, 'home/me/bin'), { recursive: true });
    symlinkSync(join(folder, 'tools/ls'), join(root, 'home/me/bin/ls'));
    symlinkSync(join(folder, 'tools'), join(root, 'home/me/tools'));
    expect(await looks('ls', `${join(root, 'home/me/bin')}:${system}`)).toBe(false);
    expect(await looks('ls', `${join(root, 'home/me/tools')}:${system}`)).toBe(false);
  });

  test('what is put there later, by a command before, is found', async () => {
    const path = `${join(folder, 'bin')}:${system}`;
    expect(await looks('ls', path)).toBe(true);
    program(join(folder, 'bin/ls'));
    expect(await looks('ls', path)).toBe(false);
  });

  test('the person is told what runs', async () => {
    program(join(folder, 'bin/ls'));
    const environment = { PATH: `${join(folder, 'bin')}:${system}` };
    const place = { folder, home: join(root, 'home/me'), environment };
    const { runs, readOnly } = await takeFacts({ tool: 'bash', params: { command: 'ls' } }, place);
    expect({ runs, readOnly }).toEqual({ runs: ['ls', join(folder, 'bin/ls')], readOnly: false });
  });
});

describe('what is loaded first', () => {
  test.each([
    ['LD_PRELOAD', './x.so', 'ls', false],
    ['LD_LIBRARY_PATH', '/usr/lib:lib', 'ls', false],
    ['LD_LIBRARY_PATH', '/usr/lib', 'ls', true],
    ['BASH_ENV', 'env.sh', 'ls', false],
    ['BASH_ENV', '$PWD/env.sh', 'ls', false],
    ['BASH_ENV', '/etc/bash.env', 'ls', true],
    ['BASH_FUNC_ls%%', '() { ./x; }', 'ls', false],
    ['BASH_FUNC_other%%', '() { ./x; }', 'ls', true],
    ['RIPGREP_CONFIG_PATH', '.ripgreprc', 'rg foo', false],
    ['RIPGREP_CONFIG_PATH', '.ripgreprc', 'ls', true],
    ['NODE_OPTIONS', '--require ./x.js', 'npm ls', false],
    ['NODE_OPTIONS', '--import=./x.js', 'npm ls', false],
    ['NODE_OPTIONS', '--max-old-space-size=4096', 'npm ls', true],
    ['PYTHONPATH', 'src', 'pip list', false],
    ['PYTHONPATH', 'src', 'ls', true],
  ])('%s=%s %s', async (name, value, command, expected) => {
    expect(await looks(command, system, { [name]: value })).toBe(expected);
  });
});

describe('a version that the project chooses', () => {
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);

  test.each([
    ['yarn --version', 'package.json', '{"packageM\\u0061nager": "yarn@1"}'],
    ['yarn --version', 'package.json', '{"packageManager": "yarn@1"'],
    ['yarn --version', '.yarnrc.yml', 'yarnPath: x'],
    ['cargo --version', 'rust-toolchain.toml', ''],
    ['go version', 'go.mod', 'toolchain go1.99'],
    ['go env GOPATH', 'go.work', ''],
  ])('%s with %s %s', async (command, file, text) => {
    expect(await looks(command, system)).toBe(true);
    write(file, text);
    expect(await looks(command, system)).toBe(false);
  });

  test.each([
    ['lib/node_modules/corepack/dist/yarn.js', 'yarn'],
    ['home/me/.volta/bin/volta-shim', 'node'],
    ['home/me/.asdf/shims/node', 'node'],
    ['home/me/.local/bin/mise', 'node'],
  ])('behind a link to %s', async (real, name) => {
    program(join(root, real));
    const shims = join(root, 'home/me/links');
    mkdirSync(shims, { recursive: true });
    symlinkSync(join(root, real), join(shims, name));
    expect(await looks(`${name} --version`, `${shims}:${system}`)).toBe(false);
  });

  test('in a folder of links that one tool has made, by the file that it obeys', async () => {
    const shims = join(root, 'home/me/.pyenv/shims');
    mkdirSync(shims, { recursive: true });
    linkSync(join(system, 'pip'), join(shims, 'pip'));
    expect(await looks('pip list', `${shims}:${system}`)).toBe(true);
    write('.python-version', '../../x');
    expect(await looks('pip list', `${shims}:${system}`)).toBe(false);
  });
});
