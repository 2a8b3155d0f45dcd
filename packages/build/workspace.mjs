/**
 * Where things stand in this workspace: one place for the paths that the build's other files share, and one walk over
 * files in an order that never depends on the file system, so that what is made of them is the same everywhere.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder that holds the root package.json, without a slash at its end. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

/** The bundled command. */
export const BUNDLE = join(ROOT, 'dist', 'tagma.js');
/** What is started where the package is installed: it stands beside the bundle. */
export const STARTER = join(ROOT, 'dist', 'start.js');

/** What installing, building and type checking leave behind. */
const NOT_SOURCES = /^(node_modules|dist|.*\.tsbuildinfo)$/;

/**
 * All files under a folder, as paths relative to it with `/`, sorted; nothing for a folder that is not there.
 * What was installed or built is left out.
 * @param {string} folder
 * @returns {string[]}
 */
export function filesUnder(folder) {
  if (!existsSync(folder)) return [];
  /** @type {string[]} */
  const found = [];
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (NOT_SOURCES.test(entry.name)) continue;
    if (!entry.isDirectory()) found.push(entry.name);
    else for (const path of filesUnder(join(folder, entry.name))) found.push(`${entry.name}/${path}`);
  }
  return found.sort();
}

/**
 * The names of the folders in packages/ that are packages (have a package.json), sorted.
 * @returns {string[]}
 */
export function packageNames() {
  const folder = join(ROOT, 'packages');
  return readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, 'package.json')))
    .sort();
}

/**
 * One fingerprint of files and folders (relative to the root): their names and their bytes. What is missing counts as
 * missing, so a fingerprint also changes when a file comes or goes.
 * @param {readonly string[]} paths
 * @returns {string}
 */
export function fingerprint(paths) {
  const hash = createHash('sha256');
  for (const path of paths) {
    const full = join(ROOT, path);
    const isFolder = existsSync(full) && statSync(full).isDirectory();
    for (const file of isFolder ? filesUnder(full).map((name) => `${path}/${name}`) : [path]) {
      const bytes = existsSync(join(ROOT, file)) ? readFileSync(join(ROOT, file)) : undefined;
      hash.update(`${file}\n${bytes ? bytes.length : 'missing'}\n`);
      if (bytes) hash.update(bytes);
    }
  }
  return hash.digest('hex');
}
