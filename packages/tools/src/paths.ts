/** Paths as the model writes them, and as it is shown them. */
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { actualSpelling, locate } from '@tagma/protocol';
import { FOLDERS } from './folders.ts';
import { operationsOf } from './operations.ts';
import type { ToolContext } from './tool.ts';

export type Resolved = { readonly ok: true; readonly path: string } | { readonly ok: false; readonly problem: string };

/** The absolute path, `..` taken out; links are followed by whoever opens it. No path is refused for where it leads. */
export function resolvePath(written: string, context: ToolContext): Resolved {
  if (written.includes('\0')) {
    return {
      ok: false,
      problem: 'The path holds a NUL character, which no path may. Write the path again without it.',
    };
  }
  const home = operationsOf(context).home();
  return { ok: true, path: resolve(locate(written, { folder: context.folder, home }, FOLDERS)) };
}

/** That of a file: where there is nothing of that name, the only one in the folder whose name looks the same. */
export function resolveFile(written: string, context: ToolContext): Resolved {
  const resolved = resolvePath(written, context);
  return resolved.ok ? { ok: true, path: actualSpelling(resolved.path, FOLDERS) } : resolved;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is looked for.
const CONTROLS = /[\x00-\x1f\x7f-\x9f\u2028\u2029]/g;

/** A name on one line: one that holds control characters in quotes and with escapes, so that it cannot look like several. */
export function shownName(name: string): string {
  if (name.search(CONTROLS) < 0) return name;
  return JSON.stringify(name).replace(
    CONTROLS,
    (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** A path for the model: relative with `/` where it lies in the folder, absolute elsewhere. */
export function shownPath(path: string, folder: string): string {
  return shownName(plainPath(path, folder));
}

/** The same as the system takes it, whatever is in its name. */
export function plainPath(path: string, folder: string): string {
  const fromFolder = relative(folder, path);
  if (fromFolder === '') return '.';
  const isOutside = fromFolder === '..' || fromFolder.startsWith(`..${sep}`) || isAbsolute(fromFolder);
  return isOutside ? path : fromFolder.split(sep).join('/');
}
