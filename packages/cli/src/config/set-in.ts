/** Writes a value into the configuration file: everything else in it stays as it is, comments and unknown keys too. */
import { randomBytes } from 'node:crypto';
import { chmodSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { createFolders } from '@tagma/tools';
import { applyEdits, type FormattingOptions, type JSONPath, modify, parseTree } from 'jsonc-parser';
import { messageOf } from '../problem.ts';
import { withoutMember } from './without-member.ts';

const OWNER_ONLY = 0o600;
const OWNER_ONLY_FOLDER = 0o700;
const START = '{}\n';

export type SetIn = { readonly ok: true } | { readonly ok: false; readonly message: string };

export type How = {
  /** Of the file afterwards: its owner's alone, where nothing else is said. */
  readonly mode?: number;
  /** Why a text may not be written, or null. */
  readonly wrongWith?: (text: string) => string | null;
};

/**
 * @param path the keys, and the places in lists, that lead there; what is missing of it is made.
 * @param value any JSON value; undefined takes the key away.
 *
 * The file is exchanged in one step, and only its owner may read it afterwards, if nothing else is said. One that is no JSON is left as it is, and so is what
 * is no file.
 */
export function setIn(file: string, path: readonly (string | number)[], value: unknown, how: How = {}): SetIn {
  return setAllIn(file, [{ path, value }], how);
}

export type Member = { readonly path: readonly (string | number)[]; readonly value: unknown };

/** Several values in one step: all of them, or none. */
export function setAllIn(file: string, members: readonly Member[], how: How = {}): SetIn {
  return exchange(file, (text) => (isJson(text) ? members.reduce(withMember, text) : null), how);
}

function withMember(text: string, { path, value }: Member): string {
  const without = value === undefined ? withoutMember(text, path as JSONPath) : null;
  if (without !== null) return without;
  return applyEdits(text, modify(text, path as JSONPath, value, { formattingOptions: formatOf(text) }));
}

function isJson(text: string): boolean {
  const errors: never[] = [];
  parseTree(text, errors, { allowTrailingComma: true });
  return errors.length === 0;
}

/** Writes the whole text, in the same way. */
export function writeWhole(file: string, text: string, how: How = {}): SetIn {
  return exchange(file, () => text, how);
}

function exchange(file: string, change: (text: string) => string | null, { mode = OWNER_ONLY, wrongWith }: How): SetIn {
  try {
    createFolders(dirname(file), OWNER_ONLY_FOLDER);
    const target = targetOf(file);
    // Exchanged would be a device, which is everybody's: `--config /dev/null` means no configuration.
    if (!isFileOrNothing(target)) return { ok: false, message: `${file} is no file: nothing was written.` };
    const text = readOr(target, START);
    const changed = change(text);
    if (changed === null) return { ok: false, message: `${file} is no JSON: nothing was written.` };
    const wrong = wrongWith?.(changed) ?? null;
    if (wrong !== null) return { ok: false, message: wrong };
    replace(target, changed, mode);
    return { ok: true };
  } catch (error) {
    return { ok: false, message: `${file} cannot be written: ${messageOf(error)}.` };
  }
}

/** Where the file is a link, what it leads to is exchanged. */
function targetOf(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}

function isFileOrNothing(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? true;
}

function readOr(file: string, otherwise: string): string {
  try {
    const text = readFileSync(file, 'utf8');
    return text.trim() === '' ? otherwise : text;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return otherwise;
    throw error;
  }
}

function replace(file: string, text: string, mode: number): void {
  const beside = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    writeFileSync(beside, text, { mode, flag: 'wx' });
    chmodSync(beside, mode);
    renameSync(beside, file);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}

function formatOf(text: string): FormattingOptions {
  const indent = /\n([ \t]+)"/.exec(text)?.[1] ?? '  ';
  const isTabs = indent.startsWith('\t');
  return { tabSize: isTabs ? 1 : indent.length, insertSpaces: !isTabs, eol: text.includes('\r\n') ? '\r\n' : '\n' };
}
