/**
 * The files of a project that may say what runs, and the mark by which the person trusts them: a hash of all that stands in
 * them, and in the programs that they name in the project itself.
 */
import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { readRegularFile } from '@tagma/tools';
import { parse } from 'jsonc-parser';
import { LOCAL_CONFIG, PROJECT_CONFIG } from '../config/file.ts';
import { type ProgramFile, type ProgramFiles, programFiles } from '../trusted/program-files.ts';

export const PROJECT_FILE = '.tagma/permissions.jsonc';
export const LOCAL_FILE = '.tagma/permissions.local.jsonc';

/** More is no text of rules or settings. */
const BYTES_MAX = 4 * 1024 * 1024;

type Texts = { readonly [file: string]: string };

/** By which the person trusts a folder, and what of its programs that holds for. */
export type FolderMark = { readonly hash: string; readonly programs: ProgramFiles };

/** @param known the texts of files that have been read: of just these the hash is */
export function hashOfFolder(folder: string, known: Texts = {}): string {
  return markOfFolder(folder, known).hash;
}

/** The same, with the programs that it was made of. */
export function markOfFolder(folder: string, known: Texts = {}): FolderMark {
  const textOf = (file: string) => known[file] ?? readText(join(folder, file));
  const hash = createHash('sha256');
  for (const file of [PROJECT_FILE, LOCAL_FILE]) {
    const text = textOf(file);
    hash.update(`${file} ${text.length}\n`).update(text);
  }
  const programs = new Map<string, ProgramFile>();
  for (const file of [PROJECT_CONFIG, LOCAL_CONFIG]) {
    const text = textOf(file);
    // Without one the mark is that of the rules alone.
    if (text === '') continue;
    hash.update(`${file} ${text.length}\n`).update(text);
    const values: unknown = parse(text, [], { allowTrailingComma: true });
    for (const [name, program] of programFiles(programWords(values), folder)) programs.set(name, program);
  }
  for (const [name, { mark }] of [...programs].sort(([one], [other]) => (one < other ? -1 : 1)))
    hash.update(`${relative(folder, name)} ${mark.length} ${mark}\n`);
  return { hash: hash.digest('hex'), programs };
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
  return isFile(file)
    ? readRegularFile(file, BYTES_MAX)
        .toString('utf8')
        .replace(/^\ufeff/, '')
    : '';
}

/** The words of what starts a program, as the configuration's text has them. */
export function programWords(values: unknown): readonly string[] {
  const { customTools, hooks, bash } = (values ?? {}) as { readonly [key: string]: unknown };
  const entries = [customTools, hooks, { bash }].flatMap((all) => Object.values((all ?? {}) as object));
  return entries.flatMap((entry) => {
    const { command, module, shell, prefix } = (entry ?? {}) as { readonly [key: string]: unknown };
    return [command, module, shell, prefix].flat().filter((word) => typeof word === 'string');
  });
}
