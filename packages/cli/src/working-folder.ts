/** The folder that is worked in, and paths that start at the one which the command runs in: it may have been deleted meanwhile. */
import { realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { EXIT } from './exit.ts';
import { type Problem, problem } from './problem.ts';

/** The path from the root. `option` is where it was given, for the message. */
export function absolutePath(path: string, option: string): { readonly ok: true; readonly path: string } | Problem {
  try {
    return { ok: true, path: resolve(path) };
  } catch {
    return problem(
      EXIT.usage,
      `the folder that this runs in is not there any more. Go to another one, or give ${option} a path from the root.`,
    );
  }
}

/**
 * The folder to work in, links resolved: what is inside the project is told by comparing real paths.
 * @param given by `--cwd`; undefined for the folder that the command runs in.
 */
export function workingFolder(given: string | undefined): { readonly ok: true; readonly folder: string } | Problem {
  const working = absolutePath(given ?? '.', '--cwd');
  if (!working.ok) return working;
  const isFolder = statSync(working.path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  if (!isFolder) return problem(EXIT.usage, `--cwd: ${working.path} is not a folder.`);
  return { ok: true, folder: realpathSync(working.path) };
}

/** The folder that the command runs in; null where it is not there any more. */
export function folderHere(): string | null {
  const here = workingFolder(undefined);
  return here.ok ? here.folder : null;
}
