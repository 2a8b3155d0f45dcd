/**
 * What the tools say of themselves, found out when the command is built: packages/tools/src/known-specs.ts is replaced by a
 * module with the same exports that knows it. To tell a model of the tools, a start need not load them.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { ROOT } from './workspace.mjs';

const SPECS_MODULE = join(ROOT, 'packages', 'tools', 'src', 'known-specs.ts');

/** @param {string} path */
export function isSpecsModule(path) {
  return path === SPECS_MODULE;
}

/** The JavaScript that stands in for known-specs.ts. */
export async function specsModule() {
  const folder = mkdtempSync(join(tmpdir(), 'tagma-specs-'));
  try {
    const file = join(folder, 'specs.mjs');
    writeFileSync(file, await bundled());
    /** @type {Record<string, () => unknown>} */
    const functions = await import(pathToFileURL(file).href);
    const exports = Object.entries(functions).map(
      ([name, told]) => `export function ${name}() { return ${JSON.stringify(told())}; }`,
    );
    return exports.join('\n');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function bundled() {
  const { outputFiles } = await build({
    entryPoints: [SPECS_MODULE],
    write: false,
    bundle: true,
    format: 'esm',
    platform: 'node',
    external: ['@vscode/ripgrep'],
    banner: {
      js: `import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);`,
    },
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? '';
}
