/**
 * The libraries as they are published: packages/ holds TypeScript that names its neighbours by `workspace:`; what is staged
 * is JavaScript, its types, and a package.json that any package manager understands.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { build } from 'esbuild';
import { copyInto, dependencyFields, writeManifest } from './published.mjs';
import { packageNames, ROOT } from './workspace.mjs';

const TARGET = 'node20.19';
/** Where each library has its JavaScript and its types. */
const ENTRY = { types: './dist/index.d.ts', default: './dist/index.js' };
/** Files beside them, by what they are imported as: `@tagma/stream/schema.json`. */
const BESIDE = /** @type {Record<string, Record<string, string>>} */ ({
  stream: { 'schema.json': 'docs/stream.schema.json' },
});
/** Imports of our own files in declarations: `from './events.ts'`, `import('./events.ts')`. */
const OWN_IMPORT = /((?:from |import\()(['"]))(\.{1,2}\/[^'"]*)\.ts\2/g;

/**
 * The folders of packages/ that are libraries: they export something.
 * @returns {string[]}
 */
export function libraryNames() {
  return packageNames().filter((name) => manifestOf(name).exports !== undefined);
}

/**
 * Stages all libraries, each in a folder of its name below `folder`. Needs their declarations: type checking writes them
 * (`npm run typecheck`). The same sources give the same bytes.
 * @param {string} folder
 * @param {import('./published.mjs').Published} published
 */
export async function stageLibraries(folder, published) {
  await Promise.all(libraryNames().map((name) => stageLibrary(name, join(folder, name), published)));
}

/**
 * @param {string} name of its folder in packages/
 * @param {string} folder in which it is staged
 * @param {import('./published.mjs').Published} published
 */
async function stageLibrary(name, folder, published) {
  const source = join(ROOT, 'packages', name);
  const { outputFiles } = await build({
    absWorkingDir: ROOT,
    entryPoints: [join(source, 'src', 'index.ts')],
    outdir: join(source, 'dist'),
    write: false,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: TARGET,
    packages: 'external',
    chunkNames: '[name]-[hash]',
    logLevel: 'silent',
  });
  mkdirSync(join(folder, 'dist'), { recursive: true });
  for (const { path, contents } of outputFiles) writeFileSync(join(folder, 'dist', basename(path)), contents);
  for (const [path, text] of declarationsFrom(join(source, 'dist'))) {
    mkdirSync(dirname(join(folder, 'dist', path)), { recursive: true });
    writeFileSync(join(folder, 'dist', path), text.replace(OWN_IMPORT, '$1$3.js$2'));
  }
  copyInto(folder, ['LICENSE', 'CHANGELOG.md']);
  writeFileSync(join(folder, 'README.md'), readFileSync(join(source, 'README.md')));
  for (const [file, from] of besideOf(name)) writeFileSync(join(folder, file), readFileSync(join(ROOT, from)));
  writeManifest(folder, libraryManifest(name, published));
}

/**
 * What its package.json says once it is published: our own packages at the version of this one, nothing private, no tools.
 * @param {string} name
 * @param {import('./published.mjs').Published} published
 */
function libraryManifest(name, published) {
  const { private: _private, devDependencies: _tools, exports: _sources, ...manifest } = manifestOf(name);
  return {
    ...manifest,
    ...published.common,
    ...(published.common.repository && {
      repository: { ...published.common.repository, directory: `packages/${name}` },
    }),
    exports: {
      '.': ENTRY,
      ...Object.fromEntries(besideOf(name).map(([file]) => [`./${file}`, `./${file}`])),
      './package.json': './package.json',
    },
    files: ['dist', ...besideOf(name).map(([file]) => file), 'CHANGELOG.md'],
    sideEffects: false,
    ...dependencyFields(manifest, published.common.version),
  };
}

/** Gives the name of each file in the package, and its path from the root. @param {string} name */
function besideOf(name) {
  return Object.entries(BESIDE[name] ?? {});
}

/**
 * @typedef {{ exports?: unknown, private?: boolean, devDependencies?: Record<string, string> } & import('./published.mjs').Dependencies} Manifest
 * @param {string} name
 * @returns {Manifest & Record<string, unknown>}
 */
function manifestOf(name) {
  return JSON.parse(readFileSync(join(ROOT, 'packages', name, 'package.json'), 'utf8'));
}

/**
 * The declarations that index.d.ts leads to: those of a source that is gone may still lie beside them.
 * @param {string} folder
 * @returns {Map<string, string>} path relative to the folder, with `/` → text
 */
function declarationsFrom(folder) {
  const paths = new Set(['index.d.ts']);
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const path of paths) {
    const full = join(folder, path);
    if (!existsSync(full)) throw new Error(`${full} is not there; \`npm run typecheck\` makes it.`);
    const text = readFileSync(full, 'utf8');
    found.set(path, text.replace(/\n\/\/# sourceMappingURL=.*\n?$/, '\n'));
    for (const [, , , specifier] of text.matchAll(OWN_IMPORT)) {
      paths.add(join(dirname(path), `${specifier}.d.ts`).replaceAll('\\', '/'));
    }
  }
  return found;
}
