/** The parameters of a call of `git`, made safe to stand among git's own words. */
import { plainPath, resolvePath } from './paths.ts';
import type { ToolContext } from './tool.ts';

/** Before a path for git: nothing in it is a pattern. */
export const LITERALLY = ':(literal)';

export type GitInput = {
  readonly action: 'status' | 'diff' | 'log' | 'show' | 'commit' | 'push';
  readonly ref?: string | undefined;
  readonly files?: readonly string[] | undefined;
  readonly message?: string | undefined;
  readonly remote?: string | undefined;
  readonly branch?: string | undefined;
};

/** Why a word may not stand where git expects a name, or null. */
export function problemOfWord(name: string, word: string | undefined): string | null {
  if (word === undefined) return null;
  if (word === '') return `${name} is empty; leave it out, or give a name.`;
  if (word.startsWith('-')) return `${name} is ${JSON.stringify(word)}: options of git are not taken, only names.`;
  return /[\0\n]/.test(word) ? `${name} holds a line break or NUL, which no name may.` : null;
}

export type Files =
  | { readonly ok: true; readonly paths: readonly string[]; readonly pathspecs: readonly string[] }
  | { readonly ok: false; readonly problem: string };

/** Paths relative to the folder, and the same as git takes them: nothing in a name means more than itself. */
export function readFiles(files: readonly string[] | undefined, context: ToolContext): Files {
  const paths: string[] = [];
  for (const file of files ?? []) {
    const resolved = resolvePath(file, context);
    if (!resolved.ok) return { ok: false, problem: resolved.problem };
    paths.push(plainPath(resolved.path, context.folder));
  }
  return { ok: true, paths, pathspecs: paths.map((path) => `${LITERALLY}${path}`) };
}
