/**
 * The whole command in one file: a small loader, the chunks that every start needs as source, and all others packed, so
 * that `tagma --version` pays for a few kilobytes and a headless run never pays for the screen.
 *
 * The same sources give the same bytes: names come from contents, and everything is written in sorted order.
 */
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { transform } from 'esbuild';
import { assetTexts } from './assets.mjs';
import { chunksOf, ENTRY_CHUNK, LINE_LENGTH } from './chunks.mjs';
import { encoderScript } from './encoder.mjs';
import { packageFolders } from './notices.mjs';
import { ROOT } from './workspace.mjs';

/** Where the whole command begins. */
export const ENTRY = 'packages/cli/src/main.ts';
const LOADER = join(ROOT, 'packages', 'build', 'loader.cjs');
const KEPT_CODE = join(ROOT, 'packages', 'build', 'kept-code.cjs');
/** Loaded by the loader, when a start is over. */
const KEEPER = join(ROOT, 'packages', 'build', 'keep-code.cjs');

/** Of 11: at 9 undici packs in 36 ms to 153 kB, at 11 in 750 ms to 140 kB; unpacking costs the same. */
const BROTLI_QUALITY = 9;

/** Of a hash in hexadecimal digits: 64 bits. */
const KEY_LENGTH = 16;

/**
 * Bundles the command into one executable file that runs wherever it is copied to. With `starter` there is a second one,
 * of that name, beside it: it begins sooner, for it is small, and takes what it has not from the first.
 *
 * `replace` swaps sources for others (path relative to the root → text); a path that the bundle does not contain is an
 * error. `minify` (true unless said otherwise) takes white space away and keeps the names. Errors of the sources are
 * thrown as esbuild throws them. Gives the size of the file in bytes, of each chunk before packing in characters, and the
 * folders, relative to the root, of other people's packages that have code in it.
 *
 * @param {{ outfile: string, starter?: string, replace?: Readonly<Record<string, string>>, minify?: boolean, entry?: string }} options
 * @returns {Promise<{ bytes: number, chunks: Record<string, number>, packages: string[] }>}
 */
export async function bundle({ outfile, starter, replace = {}, minify = true, entry = ENTRY }) {
  const { chunks, files } = await chunksOf({ entry, replace, minify });
  const encoder = await encoderScript();
  const texts = { ...assetTexts(), 'keep-code.cjs': await keeperText(), 'encoder.cjs': encoder.text };
  const { table, tail } = tableOf(chunks, texts);
  const text = `${await loaderWith({ ...table, packedIn: '' })}/*${table.key}${tail}*/\n`;
  writeExecutable(outfile, text);
  if (starter)
    writeExecutable(join(dirname(outfile), starter), await loaderWith({ ...table, packedIn: basename(outfile) }));
  const sizes = Object.entries(chunks).map(([name, { body }]) => [name, body.length]);
  return {
    bytes: Buffer.byteLength(text),
    chunks: Object.fromEntries(sizes),
    packages: packageFolders([...files, ...encoder.files]),
  };
}

/**
 * @param {Record<string, import('./chunks.mjs').Chunk>} chunks
 * @param {Record<string, string>} assets
 */
function tableOf(chunks, assets) {
  /** @type {Record<string, string>} */
  const plain = {};
  const packed = { ...assets };
  for (const [name, { body, eager }] of Object.entries(chunks)) {
    if (eager) plain[name] = body;
    else packed[name] = body;
  }

  /** @type {Record<string, [offset: number, length: number]>} */
  const places = {};
  let tail = '';
  for (const [name, text] of Object.entries(packed)) {
    const blob = brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } });
    const base64 = blob.toString('base64');
    places[name] = [tail.length, base64.length];
    tail += base64;
  }

  const key = hashOf(readFileSync(LOADER), readFileSync(KEPT_CODE), JSON.stringify(plain), tail).slice(0, KEY_LENGTH);
  return { table: { key, entry: ENTRY_CHUNK, plain, packed: places, packedLength: tail.length }, tail };
}

/**
 * The loader as any Node parses it; only `import()` has no older form, and every Node of the last years parses that.
 * @param {object} table
 */
async function loaderWith(table) {
  const kept = `function (module) {${readFileSync(KEPT_CODE, 'utf8')}return module.exports;}`;
  const source = `const TAGMA_KEPT_CODE = (${kept})({});${readFileSync(LOADER, 'utf8')}`;
  const loader = await transform(source, {
    target: 'es2016',
    supported: { 'dynamic-import': true },
    minifyWhitespace: true,
    lineLimit: LINE_LENGTH,
    define: { TAGMA_TABLE: JSON.stringify(table) },
  });
  return `#!/usr/bin/env node\n'use strict';\n${loader.code}`;
}

/** @param {(string | Buffer)[]} parts */
function hashOf(...parts) {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}

async function keeperText() {
  const { code } = await transform(readFileSync(KEEPER, 'utf8'), { minifyWhitespace: true });
  return code;
}

/**
 * Whole or not at all: a run that starts meanwhile finds the old file or the new one.
 * @param {string} outfile
 * @param {string} text
 */
function writeExecutable(outfile, text) {
  mkdirSync(dirname(outfile), { recursive: true });
  const unfinished = `${outfile}.${process.pid}.tmp`;
  writeFileSync(unfinished, text);
  chmodSync(unfinished, 0o755);
  renameSync(unfinished, outfile);
}
