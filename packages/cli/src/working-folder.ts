/** Paths that start at the folder which the command runs in: it may have been deleted meanwhile. */
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
