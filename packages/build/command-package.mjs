/** The package `tagma`, the command: what its `files` name in the workspace, and a package.json without the workspace's own tools. */
import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { copyInto, dependencyFields, writeManifest } from './published.mjs';
import { filesUnder, ROOT } from './workspace.mjs';

/**
 * @param {string} folder in which it is staged
 * @param {import('./published.mjs').Published} published
 */
export function stageCommand(folder, published) {
  const {
    scripts: _scripts,
    devDependencies: _tools,
    packageManager: _manager,
    ...manifest
  } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  mkdirSync(folder, { recursive: true });
  copyInto(folder, manifest.files.flatMap(filesOf));
  writeManifest(folder, {
    ...manifest,
    ...published.common,
    ...dependencyFields(manifest, published.common.version),
  });
}

/** @param {string} path of a file or a folder @returns {string[]} */
function filesOf(path) {
  const full = join(ROOT, path);
  if (!existsSync(full)) throw new Error(`${path} is named in \`files\` of package.json, and is not there.`);
  return statSync(full).isDirectory() ? filesUnder(full).map((file) => `${path}/${file}`) : [path];
}
