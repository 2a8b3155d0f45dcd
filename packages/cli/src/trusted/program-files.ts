/**
 * The files of a project that a command or a module of its configuration would run: those that it names, what these import
 * or start in their turn as far as they say so, and the scripts of `package.json` that are run by name.
 */
import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { isWithin } from '../folders.ts';
import { type Content, contentOf, textOf } from './content.ts';
import { type Reference, referencesIn, referencesInShell, scriptsIn } from './references.ts';

/** What is imported after that many is not followed; what the configuration names itself always is. */
export const FILES_MAX = 500;

/** How Node finds a program that is named without its ending, or by its folder. */
const AS_NODE_FINDS = ['', '.js', '/index.js', '/package.json'];
/** The same for what is imported: the first that is there. */
const AS_IMPORTED = ['', '.js', '.mjs', '.cjs', '.ts', '.json', '/index.js', '/index.ts'];
const PROGRAM = /\.([cm]?[jt]s|(ba|z|k|da)?sh|py|rb|pl|php|lua|awk)$/i;

/** Part of a project that is run: a file, or scripts of its `package.json`, which others of its lines do not concern. */
export type ProgramFile = {
  readonly path: string;
  readonly mark: string;
  /** All of the file. */
  readonly content: Content;
  /** False for scripts of `package.json`, which is an ordinary file: of it only they are compared. */
  readonly isWhole: boolean;
};

/** By what names each: a path, or a path and the script in it. */
export type ProgramFiles = ReadonlyMap<string, ProgramFile>;

/** @param words of a command, the path of a module, or lines for a shell: whatever in them is a file of the project */
export function programFiles(words: readonly string[], folder: string): ProgramFiles {
  const found = new Map<string, ProgramFile>();
  let read: Scripts | null = null;

  const addFile = (path: string, isNamed = false): boolean => {
    if (found.has(path)) return true;
    if (!isWithin(path, folder)) return false;
    const content = contentOf(path);
    if (content === null) return false;
    if (found.size >= FILES_MAX && !isNamed) return true;
    found.set(path, { path, mark: content.mark, content, isWhole: true });
    const text = textOf(content);
    if (text !== null) for (const each of referencesIn(text, basename(path))) follow(each, dirname(path));
    return true;
  };
  const addScript = (name: string) => {
    read ??= packageScripts(folder);
    const scripts = read;
    for (const each of [`pre${name}`, name, `post${name}`]) {
      const text = scripts.texts[each];
      const key = `${scripts.file}#${each}`;
      if (scripts.content === null || typeof text !== 'string' || found.has(key)) continue;
      found.set(key, { path: scripts.file, mark: text, content: scripts.content, isWhole: false });
      for (const one of referencesInShell(text)) follow(one, folder);
    }
  };
  const follow = (reference: Reference, beside: string) => {
    if (reference.kind === 'script') return addScript(reference.name);
    const { path, from, isProgram } = reference;
    const bases = from === 'beside' ? [beside] : [beside, folder];
    for (const base of new Set(bases)) {
      const place = resolve(base, path);
      if (!isWithin(place, folder)) continue;
      if (isProgram) {
        if (looksLikeProgram(place)) addFile(place);
      } else AS_IMPORTED.some((end) => addFile(`${place}${end}`));
    }
  };

  // A program is looked for in the project, a module beside the file that names it.
  const parts = new Set(words.flatMap((word) => [word, ...word.split(/[\s"';|&()<>=]+/)]));
  for (const part of parts) {
    if (part === '') continue;
    for (const place of [resolve(folder, part), resolve(folder, '.tagma', part)])
      for (const end of AS_NODE_FINDS) addFile(`${place}${end}`, true);
  }
  for (const each of scriptsIn(words.join(' '))) follow(each, folder);
  return found;
}

function looksLikeProgram(path: string): boolean {
  if (PROGRAM.test(path)) return existsSync(path);
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    return found?.isFile() === true && (found.mode & 0o111) !== 0;
  } catch {
    return false;
  }
}

type Scripts = {
  readonly file: string;
  readonly content: Content | null;
  readonly texts: { readonly [name: string]: unknown };
};

/** None where there is no such file, or it is not understood: then no script is run by it either. */
function packageScripts(folder: string): Scripts {
  const file = join(folder, 'package.json');
  const content = contentOf(file);
  const text = content && textOf(content);
  try {
    const { scripts } = JSON.parse(text ?? '{}') as { readonly scripts?: unknown };
    const texts = typeof scripts === 'object' && scripts !== null ? (scripts as Scripts['texts']) : {};
    return { file, content, texts };
  } catch {
    return { file, content, texts: {} };
  }
}
