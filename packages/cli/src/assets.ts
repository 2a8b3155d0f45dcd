/**
 * The texts that ship with the command: its version, the prompts, what the page of a session is dressed in, the demo's
 * sample project and script.
 *
 * In development they are read from the workspace's folders. In the bundle this whole file is replaced by one with
 * the same exports and the texts inside (packages/build/assets.mjs), so that `dist/tagma.js` works when it stands alone.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** The version in the root package.json. */
export const version: string = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version;

/** The text of `prompts/NAME` (`promptText('system.md')`). Throws for a name that is not there. */
export function promptText(name: string): string {
  return readFileSync(join(ROOT, 'prompts', name), 'utf8');
}

/** The style sheet and the script of the page of a session. */
export function pageFiles(): { readonly style: string; readonly script: string } {
  const textOf = (name: string) => readFileSync(join(ROOT, 'packages', 'cli', 'src', 'page', name), 'utf8');
  return { style: textOf('page.css'), script: textOf('page-script.js') };
}

/** A CommonJS script that exports `countTokens(text)`, by the encoder `o200k_base`: for a thread of its own. */
export function encoderScript(): string {
  const file = createRequire(import.meta.url).resolve('gpt-tokenizer/encoding/o200k_base');
  return `module.exports = require(${JSON.stringify(file)});`;
}

/** Every file of the demo: path relative to `packages/cli/demo` with `/` → text. */
export function demoFiles(): Readonly<Record<string, string>> {
  const folder = join(ROOT, 'packages', 'cli', 'demo');
  const files: Record<string, string> = {};
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    files[relative(folder, path).replaceAll('\\', '/')] = readFileSync(path, 'utf8');
  }
  return files;
}
