/** Paths as the model writes them, and as it is shown them. */
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { locate } from '@tagma/protocol';
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
  return { ok: true, path: resolve(locate(written, { folder: context.folder, home })) };
}

/** A path for the model: relative with `/` where it lies in the folder, absolute elsewhere. */
export function shownPath(path: string, folder: string): string {
  const fromFolder = relative(folder, path);
  if (fromFolder === '') return '.';
  const isOutside = fromFolder === '..' || fromFolder.startsWith(`..${sep}`) || isAbsolute(fromFolder);
  return isOutside ? path : fromFolder.split(sep).join('/');
}
