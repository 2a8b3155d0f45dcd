/** Imports run downwards only, and what a package declares is what it may have. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageNames, ROOT } from '../../packages/build/workspace.mjs';
import { readSources, type Source } from './sources.ts';

/** The house (docs/architecture.md): package → the packages of ours that it may import. */
const FLOORS: Readonly<Record<string, readonly string[]>> = {
  protocol: [],
  core: ['protocol'],
  git: [],
  permission: ['git', 'protocol'],
  sandbox: [],
  endpoint: ['protocol'],
  stream: ['protocol'],
  tools: ['git', 'protocol'],
  history: ['core', 'protocol'],
  runtime: ['core', 'endpoint', 'history', 'permission', 'protocol', 'sandbox', 'tools'],
  testing: ['core', 'endpoint', 'history', 'permission', 'protocol', 'runtime', 'sandbox', 'tools'],
  tui: ['core', 'history', 'protocol'],
  cli: [
    'core',
    'endpoint',
    'git',
    'history',
    'permission',
    'protocol',
    'runtime',
    'sandbox',
    'stream',
    'testing',
    'tools',
    'tui',
  ],
};

const sources = await readSources();

test('every package stands on a floor', () => {
  expect(packageNames()).toEqual(Object.keys(FLOORS).sort());
});

test.each(Object.entries(FLOORS))('%s imports only what stands below it', (name, allowed) => {
  const wrong = importsIn(name).filter(({ target }) => target !== undefined && !allowed.includes(target));
  expect(wrong.map(({ path, specifier }) => `${path} imports ${specifier}`)).toEqual([]);
});

test.each(Object.entries(FLOORS))(
  '%s declares in package.json and tsconfig.json the same packages, all below it',
  (name, allowed) => {
    const declared = ours(dependenciesOf(name));
    expect(declared.filter((target) => !allowed.includes(target))).toEqual([]);
    expect(referencesOf(name)).toEqual(declared);
  },
);

test.each(Object.keys(FLOORS))('%s imports nothing that its package.json does not name', (name) => {
  const declared = dependenciesOf(name);
  const wrong = importsIn(name).filter(({ library }) => library !== undefined && !declared.includes(library));
  expect(wrong.map(({ path, specifier }) => `${path} imports ${specifier}`)).toEqual([]);
});

test.each(Object.keys(FLOORS))('%s reaches its own files by a relative path and no others', (name) => {
  const wrong = importsIn(name).filter(({ source, specifier }) => leavesPackage(source, specifier));
  expect(wrong.map(({ path, specifier }) => `${path} imports ${specifier}`)).toEqual([]);
});

/** The imports of a package: `library` is the npm package (ours too), `target` our package. */
function importsIn(name: string) {
  return sources
    .filter((source) => source.package === name)
    .flatMap((source) =>
      source.imports.map((specifier) => {
        const library = /^(?!node:|\.)((?:@[^/]+\/)?[^/]+)/.exec(specifier)?.[1];
        const target = library?.startsWith('@tagma/') ? library.slice('@tagma/'.length) : undefined;
        return { source, path: source.path, specifier, library, target };
      }),
    );
}

function leavesPackage(source: Source, specifier: string): boolean {
  if (specifier === `@tagma/${source.package}`) return true;
  return (
    specifier.startsWith('.') && !join(source.path, '..', specifier).startsWith(join('packages', source.package, 'src'))
  );
}

function dependenciesOf(name: string): string[] {
  const manifest = readJson(`packages/${name}/package.json`);
  return Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies }).sort();
}

function referencesOf(name: string): string[] {
  const references: { path: string }[] = readJson(`packages/${name}/tsconfig.json`).references ?? [];
  return references.map(({ path }) => path.replace('../', '')).sort();
}

function ours(dependencies: readonly string[]): string[] {
  return dependencies.filter((name) => name.startsWith('@tagma/')).map((name) => name.slice('@tagma/'.length));
}

function readJson(path: string) {
  return JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
}
