/**
 * The files of a project that may say what runs, and the mark by which the person trusts them: a hash of all that stands in
 * them, and in the programs that they name in the project itself.
 */
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parse } from 'jsonc-parser';
import { LOCAL_CONFIG, PROJECT_CONFIG } from '../config/file.ts';
import { isWithin } from '../folders.ts';

export const PROJECT_FILE = '.tagma/permissions.jsonc';
export const LOCAL_FILE = '.tagma/permissions.local.jsonc';

/** A larger file is known by its size and when it was changed. */
const BYTES_MAX = 4 * 1024 * 1024;
/** So are those beyond that many. */
const READ_FILES_MAX = 100;
/** What starts a program. */
const STARTS = ['customTools', 'hooks', 'bash'];

type Texts = { readonly [file: string]: string };

/** @param known the texts of files that have been read: of just these the hash is */
export function hashOfFolder(folder: string, known: Texts = {}): string {
  const textOf = (file: string) => known[file] ?? readText(join(folder, file));
  const hash = createHash('sha256');
  for (const file of [PROJECT_FILE, LOCAL_FILE]) {
    const text = textOf(file);
    hash.update(`${file} ${text.length}\n`).update(text);
  }
  for (const file of [PROJECT_CONFIG, LOCAL_CONFIG]) {
    const text = textOf(file);
    // Without one the mark is that of the rules alone.
    if (text === '') continue;
    hash.update(`${file} ${text.length}\n`).update(text);
    for (const [index, named] of filesNamedIn(text, folder).entries()) {
      const mark = index < READ_FILES_MAX ? markOf(named) : lookOf(named);
      hash.update(`${relative(folder, named)} ${mark}\n`);
    }
  }
  return hash.digest('hex');
}

/** What is there and cannot be looked at throws: nobody knows what it denies. So does a device, which has no end. */
export function isFile(file: string): boolean {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found && !found.isFile()) throw new Error(`${file} is no file`);
  return found !== undefined;
}

/** Whether one of the files of rules is there, or cannot be looked at, which is for whoever reads it to say. */
export function bringsRules(folder: string): boolean {
  return [PROJECT_FILE, LOCAL_FILE].some((file) => {
    try {
      return isFile(join(folder, file));
    } catch {
      return true;
    }
  });
}

function readText(file: string): string {
  return isFile(file) ? readFileSync(file, 'utf8').replace(/^\ufeff/, '') : '';
}

/** How Node finds a program that is named without its ending, or by its folder. */
const AS_NODE_FINDS = ['', '.js', '/index.js', '/package.json'];

/** The words of its commands that are files of the project. */
function filesNamedIn(text: string, folder: string): readonly string[] {
  const values: unknown = parse(text, [], { allowTrailingComma: true });
  const words = STARTS.flatMap((key) => textsIn((values as { [key: string]: unknown } | undefined)?.[key])).flatMap(
    (each) => [each, ...each.split(/[\s"';|&()<>=]+/)],
  );
  // A program is looked for in the project, a module beside the file that names it.
  const places = words.flatMap((word) => (word === '' ? [] : [resolve(folder, word), resolve(folder, '.tagma', word)]));
  const paths = places.flatMap((place) => AS_NODE_FINDS.map((end) => `${place}${end}`));
  return [...new Set(paths)].filter((path) => isFileOf(folder, path)).sort();
}

function isFileOf(folder: string, path: string): boolean {
  if (!isWithin(path, folder)) return false;
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function markOf(path: string): string {
  const isLarge = statSync(path).size > BYTES_MAX;
  return isLarge ? lookOf(path) : createHash('sha256').update(readFileSync(path)).digest('hex');
}

function lookOf(path: string): string {
  const { size, mtimeMs } = statSync(path);
  return `${size} ${mtimeMs}`;
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
