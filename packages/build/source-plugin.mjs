/**
 * How the bundle sees our own sources: where an import between them leads, that none of them does anything by merely
 * being imported (so that what is not used is left out), and which of them a test wants to see replaced.
 */
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { assetsModule, isAssetsModule } from './assets.mjs';
import { placesOf, withStraightImports } from './straight-imports.mjs';
import { isSpecsModule, specsModule } from './tool-specs.mjs';
import { ROOT } from './workspace.mjs';

const SCOPE = '@tagma/';
const PACKAGES = join(ROOT, 'packages') + sep;
/** Packages of which a start uses little. Where it uses most of one, more chunks take longer than less code. */
const WIDE = new Set(['@tagma/history', '@tagma/tools', '@tagma/tui']);
/** Stands between a package and the names that are taken of it. */
const PART = '?';
const PARTS = 'tagma-parts';

/**
 * @param {Readonly<Record<string, string>>} replace source path (relative to the root, or absolute) → other source
 * @returns {import('esbuild').Plugin}
 */
export function sourcePlugin(replace) {
  const replaced = new Map(Object.entries(replace).map(([path, source]) => [resolve(ROOT, path), source]));
  return {
    name: 'tagma-sources',
    setup(build) {
      /** @type {Map<string, ReturnType<typeof placesOf>>} */
      const known = new Map();
      /** @param {string} id */
      const placesIn = (id) => {
        if (!WIDE.has(id)) return null;
        const places = known.get(id) ?? placesOf(id, readFileSync(sourceOf(id), 'utf8'));
        known.set(id, places);
        return places;
      };

      build.onResolve({ filter: /^(\.{1,2}\/|@tagma\/)/ }, ({ path, importer, kind }) => {
        if (kind === 'entry-point' || !(isOurs(importer) || importer.includes(PART))) return undefined;
        if (path.includes(PART)) return { path, namespace: PARTS, sideEffects: false };
        const target = path.startsWith(SCOPE) ? sourceOf(path) : resolve(dirname(importer), path);
        return target.endsWith('.ts') && existsSync(target) ? { path: target, sideEffects: false } : undefined;
      });

      build.onLoad({ filter: /./, namespace: PARTS }, ({ path }) => {
        const [id, names] = path.split(PART);
        return { contents: withStraightImports(`export { ${names} } from '${id}'`, placesIn, partOf), loader: 'js' };
      });

      const unused = new Set(replaced.keys());
      build.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        unused.delete(path);
        const source = replaced.get(path);
        if (isAssetsModule(path)) return { contents: assetsModule(), loader: 'js' };
        if (isSpecsModule(path)) return { contents: await specsModule(), loader: 'js' };
        if (!isOurs(path)) return source === undefined ? undefined : { contents: source, loader: 'ts' };
        const text = source ?? (await readFile(path, 'utf8'));
        if (![...WIDE].some((id) => text.includes(id))) return { contents: text, loader: 'ts' };
        return { contents: withStraightImports(text, placesIn, partOf), loader: 'js' };
      });
      build.onEnd(() => ({
        errors: [...unused].map((path) => ({
          text: `${path} was to be replaced, but the bundle does not contain it.`,
        })),
      }));
    },
  };
}

/** @param {string} id `@tagma/NAME`, or `@tagma/NAME/src/FILE` */
function sourceOf(id) {
  const path = id.slice(SCOPE.length);
  return join(PACKAGES, path.includes('/') ? path : `${path}/src/index.ts`);
}

/**
 * @param {string} id
 * @param {string[]} names
 */
function partOf(id, names) {
  return `${id}${PART}${[...new Set(names)].sort().join(',')}`;
}

/** @param {string} path */
function isOurs(path) {
  return path.startsWith(PACKAGES) && path.endsWith('.ts') && !path.includes(`${sep}node_modules${sep}`);
}
