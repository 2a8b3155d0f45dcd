/**
 * The benches: every file in packages/NAME/bench and test/bench, one after the other, so that none disturbs another.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runNode } from './process.mjs';
import { filesUnder, packageNames, ROOT } from './workspace.mjs';

const CACHE = join(ROOT, 'node_modules', '.cache', 'tagma');

/**
 * Runs those benches whose path holds one of the words (all, without words), each in a process of its own.
 * @param {string[]} words
 * @returns {Promise<number>} exit code: 0, or 1 when a bench failed or no bench has such a name
 */
export async function runBenches(words) {
  const folders = [...packageNames().map((name) => `packages/${name}/bench`), 'test/bench'];
  const all = folders.flatMap((folder) => filesUnder(join(ROOT, folder)).map((file) => `${folder}/${file}`));
  const chosen = all
    .filter((path) => /\.(mjs|ts)$/.test(path))
    .filter((path) => words.length === 0 || words.some((word) => path.includes(word)));
  if (chosen.length === 0) console.error(`No bench is named ${words.join(' or ')}.`);

  let failed = chosen.length === 0;
  for (const path of chosen) {
    console.log(`\n== ${path}`);
    if ((await runBench(path)) !== 0) failed = true;
  }
  return failed ? 1 : 0;
}

/** @param {string} path */
async function runBench(path) {
  if (path.endsWith('.mjs')) return runNode([path]);
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(join(CACHE, 'bench-'));
  try {
    return await runNode([await asJavaScript(path, folder)]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * The oldest Node that we support does not run TypeScript: the bench and all it imports in one file.
 * @param {string} path
 * @param {string} folder
 */
async function asJavaScript(path, folder) {
  const { build } = await import('esbuild');
  const { blessedBundle } = await import('../tui/blessed-bundle.mjs');
  const outfile = join(folder, `${basename(path, '.ts')}.mjs`);
  await build({
    absWorkingDir: ROOT,
    entryPoints: [path],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    // It loads files of its own from beside it.
    external: ['playwright-core'],
    plugins: [ownAddresses, blessedBundle()],
    define: { 'import.meta.url': JSON.stringify(pathToFileURL(join(ROOT, path)).href) },
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
  });
  return outfile;
}

/**
 * Each of our files finds what stands beside it, in the one file as in its own place.
 * @type {import('esbuild').Plugin}
 */
const ownAddresses = {
  name: 'own-addresses',
  setup(build) {
    build.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      if (path.includes(`${sep}node_modules${sep}`)) return undefined;
      const address = JSON.stringify(pathToFileURL(path).href);
      return { contents: (await readFile(path, 'utf8')).replaceAll('import.meta.url', address), loader: 'ts' };
    });
  },
};
