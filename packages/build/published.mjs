/** What the package.json of all that is published has in common: nothing that only this workspace understands. */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from './workspace.mjs';

/**
 * @typedef {{ dependencies?: Record<string, string>, optionalDependencies?: Record<string, string> }} Dependencies
 * @typedef {{
 *   version: string,
 *   license: string,
 *   engines: Record<string, string>,
 *   publishConfig: { access: string, provenance: boolean },
 *   repository?: { type: string, url: string, directory?: string },
 * }} Common
 * @typedef {{ common: Common }} Published
 */

/**
 * @param {string | undefined} repository the address of the repository, for whoever publishes: a provenance is accepted only
 * where package.json names the repository that it was made in. Not said where it is left out.
 * @returns {Published}
 */
export function publishedFrom(repository) {
  const { version, license, engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  return {
    common: {
      ...{ version, license, engines },
      publishConfig: { access: 'public', provenance: true },
      ...(repository !== undefined && { repository: { type: 'git', url: `git+${repository}.git` } }),
    },
  };
}

/**
 * Dependencies with our own packages at this version.
 * @param {Dependencies} manifest
 * @param {string} version
 * @returns {Dependencies}
 */
export function dependencyFields({ dependencies, optionalDependencies }, version) {
  /** @param {Record<string, string>} named */
  const settled = (named) =>
    Object.fromEntries(Object.entries(named).map(([name, at]) => [name, at.startsWith('workspace:') ? version : at]));
  return {
    ...(dependencies && { dependencies: settled(dependencies) }),
    ...(optionalDependencies && { optionalDependencies: settled(optionalDependencies) }),
  };
}

/**
 * @param {string} folder
 * @param {readonly string[]} files relative to the root, and there to the folder
 */
export function copyInto(folder, files) {
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    copyFileSync(join(ROOT, file), join(folder, file));
  }
}

/**
 * @param {string} folder
 * @param {object} manifest
 */
export function writeManifest(folder, manifest) {
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}
