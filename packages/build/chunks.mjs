/**
 * From the sources to function bodies: esbuild splits the program at every `await import()` into ES modules, and each of
 * them becomes the body of a function that the loader calls with `require` and friends (loader.cjs).
 */
import { basename } from 'node:path';
import { init, parse } from 'es-module-lexer';
import { build, transform } from 'esbuild';
import { blessedBundle } from '../tui/blessed-bundle.mjs';
import { laterRequires } from './later-requires.mjs';
import { sourcePlugin } from './source-plugin.mjs';
import { ROOT } from './workspace.mjs';

const TARGET = 'node20.19';
/** In characters: Node prints the whole line that an uncaught error comes from. */
export const LINE_LENGTH = 160;

/** The name of the chunk that starts everything. */
export const ENTRY_CHUNK = './main.js';

/**
 * @typedef {{
 *   body: string,
 *   eager: boolean,
 * }} Chunk the body of its function; whether every start loads it (the entry, and what that imports statically)
 *
 * @param {{ entry: string, replace: Readonly<Record<string, string>>, minify: boolean }} options
 * @returns {Promise<{ chunks: Record<string, Chunk>, files: Set<string> }>} the chunks by name, sorted: `./main.js`,
 * `./NAME-HASH.js`; and the files, relative to the root, of which anything is in them
 */
export async function chunksOf({ entry, replace, minify }) {
  const { modules, files } = await esModules(entry, replace, minify);
  const eager = eagerNames(modules);
  const names = Object.keys(modules).sort();
  await init;
  const bodies = await Promise.all(
    names.map(async (name) => ({ name, body: await functionBody(name, modules, minify) })),
  );
  const chunks = Object.fromEntries(bodies.map(({ name, body }) => [name, { body, eager: eager.has(name) }]));
  return { chunks, files };
}

/**
 * @typedef {{
 *   text: string,
 *   imports: string[],
 *   isCommonJs: boolean,
 * }} EsModule the chunks that it imports statically; whether it is a CommonJS module behind a default export
 *
 * @param {string} entry
 * @param {Readonly<Record<string, string>>} replace
 * @param {boolean} minify
 * @returns {Promise<{ modules: Record<string, EsModule>, files: Set<string> }>}
 */
async function esModules(entry, replace, minify) {
  const { outputFiles, metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: [{ in: entry, out: basename(ENTRY_CHUNK, '.js') }],
    outdir: 'dist',
    write: false,
    metafile: true,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    // A package's CommonJS may find its own files by a `require` that cannot be followed (jsonc-parser does).
    mainFields: ['module', 'main'],
    target: TARGET,
    minifySyntax: minify,
    minifyWhitespace: minify,
    chunkNames: '[name]-[hash]',
    legalComments: 'none',
    logLevel: 'silent',
    // None of our modules does anything by being imported: an import that asks for nothing would be lost.
    logOverride: { 'ignored-bare-import': 'error' },
    // A binary cannot be bundled: it is found at run time, or done without.
    external: ['@vscode/ripgrep'],
    define: {
      'import.meta.url': '__tagma.url',
      'import.meta.filename': '__tagma.file',
      'import.meta.dirname': '__tagma.folder',
    },
    plugins: [blessedBundle(), laterRequires(), sourcePlugin(replace)],
  });
  const texts = Object.fromEntries(outputFiles.map(({ path, text }) => [chunkName(path), text]));
  const modules = Object.entries(metafile.outputs).map(([path, output]) => {
    const format = output.entryPoint === undefined ? undefined : metafile.inputs[output.entryPoint]?.format;
    const imports = output.imports.filter(({ kind, external }) => kind === 'import-statement' && !external);
    const name = chunkName(path);
    return [
      name,
      { text: texts[name], imports: imports.map(({ path }) => chunkName(path)), isCommonJs: format === 'cjs' },
    ];
  });
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.entries(output.inputs));
  const files = inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([file]) => file);
  return { modules: Object.fromEntries(modules), files: new Set(files) };
}

/** @param {string} path */
function chunkName(path) {
  return `./${basename(path)}`;
}

/**
 * The entry and all that it imports statically.
 * @param {Record<string, EsModule>} modules
 */
function eagerNames(modules) {
  const eager = new Set([ENTRY_CHUNK]);
  for (const name of eager) for (const imported of modules[name]?.imports ?? []) eager.add(imported);
  return eager;
}

/**
 * Static imports become `require`; every `import()` goes to the loader, which knows the chunks.
 * @param {string} name
 * @param {Record<string, EsModule>} modules
 * @param {boolean} minify
 */
async function functionBody(name, modules, minify) {
  const { text, isCommonJs } = /** @type {EsModule} */ (modules[name]);
  const { code } = await transform(throughLoader(text), {
    format: 'cjs',
    platform: 'node',
    target: TARGET,
    minifySyntax: minify,
    minifyWhitespace: minify,
    lineLimit: LINE_LENGTH,
    sourcefile: name,
  });
  // Node gives a CommonJS module that is imported its own names beside `default`; esbuild's chunk has `default` alone.
  const named = isCommonJs ? 'module.exports=__tagma.named(module.exports.default);' : '';
  return `"use strict";${inAscii(code)}${named}`;
}

/**
 * esbuild leaves other signs in regular expressions and templates; for one of them V8 and the kept code would take two bytes for
 * each character of the chunk.
 * @param {string} code without `String.raw`
 */
function inAscii(code) {
  // A backslash before such a sign says nothing, and before the escape of it would take that one's.
  return code.replace(/\\[\0-\x7f]|\\?([^\0-\x7f])/g, (found, /** @type {string | undefined} */ sign) =>
    sign === undefined ? found : `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/**
 * `import(x)` → `__tagma.import(x)`, at the places where the lexer finds one, and nowhere in a string.
 * @param {string} text
 */
function throughLoader(text) {
  const [imports] = parse(text);
  const starts = imports.filter((found) => found.d > -1).map((found) => found.ss);
  return starts.reduceRight((code, start) => `${code.slice(0, start)}__tagma.${code.slice(start)}`, text);
}
