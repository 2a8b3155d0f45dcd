/**
 * The texts that ship inside the bundle: packages/cli/src/assets.ts is replaced by a module with the same exports that
 * finds them in the bundle instead of in the workspace. They are packed like chunks, and unpacked when they are asked for; the
 * prompts, which are short and which every session needs, are not.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesUnder, ROOT } from './workspace.mjs';

const ASSETS_MODULE = join(ROOT, 'packages', 'cli', 'src', 'assets.ts');

/** @param {string} path */
export function isAssetsModule(path) {
  return path === ASSETS_MODULE;
}

/**
 * The texts by the name under which the bundle keeps them: each the JSON of path → text.
 * @returns {Record<string, string>}
 */
export function assetTexts() {
  return {
    'assets/demo.json': JSON.stringify(textsUnder('packages/cli/demo')),
    'assets/page.json': JSON.stringify({ style: pageText('page.css'), script: pageText('page-script.js') }),
  };
}

/** The JavaScript that stands in for assets.ts. */
export function assetsModule() {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  return `
    export const version = ${JSON.stringify(version)};
    const PROMPTS = ${JSON.stringify(textsUnder('prompts'))};
    export function promptText(name) {
      if (!Object.hasOwn(PROMPTS, name)) throw new Error('There is no prompt named ' + name + '.');
      return PROMPTS[name];
    }
    export function pageFiles() {
      return JSON.parse(__tagma.text('assets/page.json'));
    }
    export function demoFiles() {
      return JSON.parse(__tagma.text('assets/demo.json'));
    }
    export function encoderScript() {
      return __tagma.text('encoder.cjs');
    }
  `;
}

/** @param {string} name */
function pageText(name) {
  return readFileSync(join(ROOT, 'packages', 'cli', 'src', 'page', name), 'utf8');
}

/**
 * @param {string} folder
 * @returns {Record<string, string>}
 */
function textsUnder(folder) {
  const full = join(ROOT, folder);
  return Object.fromEntries(filesUnder(full).map((path) => [path, readFileSync(join(full, path), 'utf8')]));
}
