/** The sandbox's own caches, and when they are used. */
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hasSandbox, Place } from './place.ts';

const hasGo = (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, 'go')));

let place: Place;
let caches: string;
beforeEach(() => {
  place = new Place();
  caches = join(place.root, 'caches');
});
afterEach(() => place.remove());

const variablesOf = (network: boolean) => Object.keys(place.layout({ caches, network }).variables).sort();

test('without the network the person’s caches are read, until the sandbox’s own hold something', () => {
  expect(variablesOf(false)).toEqual(['GOCACHE', 'TMPDIR']);
  place.file('caches/npm/_cacache/one');
  place.file('caches/pip/one');
  expect(variablesOf(false)).toEqual(['GOCACHE', 'PIP_CACHE_DIR', 'TMPDIR', 'npm_config_cache']);
});

test('with the network all caches are the sandbox’s own', () => {
  expect(variablesOf(true)).toEqual([
    ...[
      'BUN_INSTALL_CACHE_DIR',
      'DENO_DIR',
      'GOBIN',
      'GOCACHE',
      'GOMODCACHE',
      'GOPATH',
      'PIP_CACHE_DIR',
      'TMPDIR',
      'UV_CACHE_DIR',
    ],
    ...['YARN_CACHE_FOLDER', 'YARN_GLOBAL_FOLDER', 'npm_config_cache', 'npm_config_store_dir', 'pnpm_config_store_dir'],
  ]);
});

describe.runIf(hasSandbox)('in the sandbox', () => {
  test('crates come into a registry of its own, and are there afterwards without the network', async () => {
    place.file('home/.cargo/registry/own', 'person');
    place.file('home/.cargo/credentials.toml', 'SECRET');
    const script =
      'ls ~/.cargo/registry; cat ~/.cargo/credentials.toml; echo x > ~/.cargo/registry/new; echo x > ~/.cargo/bad';
    expect((await place.run(script, { caches })).stdout).toBe('own\n');
    expect((await place.run(script, { caches, network: true })).stdout).toBe('');
    expect((await place.run(script, { caches })).stdout).toBe('new\n');
    expect(readdirSync(join(place.home, '.cargo')).sort()).toEqual(['credentials.toml', 'git', 'registry']);
    expect(readdirSync(join(place.home, '.cargo/registry'))).toEqual(['own']);
  });

  test('no link in the place of a cache leads the next command elsewhere', async () => {
    const other = place.folder('home/other');
    place.file('home/.cargo/registry/own');
    const network = true;
    const swap = (path: string) =>
      `mv ${path} ${path}-gone; rm -rf ${path}; ln -s ${other} ${path}; ln -s ../../home/other ${path};`;
    const folders = ['', '/npm', '/go-build', '/cargo', '/cargo/registry', '/cargo/git'].map(
      (name) => `${caches}${name}`,
    );
    await place.run(folders.map(swap).join(' '), { caches, network });
    await place.run(`for f in ~/.cargo/registry ~/.cargo/git ${folders.join(' ')}; do echo x > $f/new; done`, {
      caches,
      network,
    });
    expect(readdirSync(other)).toEqual([]);
    expect(readdirSync(join(caches, 'cargo/registry'))).toEqual(['new']);
  });

  test('the person’s caches are not written', async () => {
    place.file('home/.npm/_cacache/own');
    await place.run('echo x > ~/.npm/_cacache/new; echo x > "$npm_config_cache/new"', { caches, network: true });
    expect(readdirSync(join(place.home, '.npm/_cacache'))).toEqual(['own']);
  });

  test.runIf(hasGo)('Go installs no program where none may be written', async () => {
    place.file('home/project/main.go', 'package main\nfunc main() {}\n');
    place.file('home/project/go.mod', 'module example.org/built\n');
    const { stderr, exitCode } = await place.run('go install .', { caches, network: true });
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/mkdir .*\/home\/go\/?.*: read-only file system/);
  });

  test.runIf(hasGo)('Go builds without the network', async () => {
    place.file('home/project/main.go', 'package main\nfunc main() { println("built") }\n');
    place.file('home/project/go.mod', 'module example.org/built\n');
    const { stderr, exitCode } = await place.run('go build -o built . && ./built', { caches });
    expect([stderr, exitCode]).toEqual(['built\n', 0]);
  });
});
