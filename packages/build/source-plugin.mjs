/**
 * How the bundle sees our own sources: where an import between them leads, that none of them does anything by merely
 * being imported (so that what is not used is left out), and which of them a test wants to see replaced.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { assetsModule, isAssetsModule } from './assets.mjs';
import { ROOT } from './workspace.mjs';

const PACKAGES = join(ROOT, 'packages') + sep;

/**
 * @param {Readonly<Record<string, string>>} replace source path (relative to the root, or absolute) → other source
 * @returns {import('esbuild').Plugin}
 */
export function sourcePlugin(replace) {
  const replaced = new Map(Object.entries(replace).map(([path, source]) => [resolve(ROOT, path), source]));
  return {
    name: 'tagma-sources',
    setup(build) {
      build.onResolve({ filter: /^(\.{1,2}\/|@tagma\/)/ }, ({ path, importer, kind }) => {
        if (kind === 'entry-point' || !isOurs(importer)) return undefined;
        const target = path.startsWith('@tagma/')
          ? join(PACKAGES, path.slice('@tagma/'.length), 'src', 'index.ts')
          : resolve(dirname(importer), path);
        return target.endsWith('.ts') && existsSync(target) ? { path: target, sideEffects: false } : undefined;
      });

      const unused = new Set(replaced.keys());
      build.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        unused.delete(path);
        const source = replaced.get(path);
        if (source !== undefined) return { contents: source, loader: 'ts' };
        if (isAssetsModule(path)) return { contents: assetsModule(), loader: 'js' };
        return isOurs(path) ? { contents: await readFile(path, 'utf8'), loader: 'ts' } : undefined;
      });
      build.onEnd(() => ({
        errors: [...unused].map((path) => ({
          text: `${path} was to be replaced, but the bundle does not contain it.`,
        })),
      }));
    },
  };
}

/** @param {string} path */
function isOurs(path) {
  return path.startsWith(PACKAGES) && path.endsWith('.ts') && !path.includes(`${sep}node_modules${sep}`);
}
