/**
 * The search without ripgrep: files one after the other, lines by a JavaScript regular expression. Slower, and the
 * dialect differs a little (look-around works, `[[:alpha:]]` does not), which a note says. A pattern may backtrack without
 * end: the lines are tested in a thread of their own, which is ended with the time, and long ones only in their beginning.
 */
import { isUtf8 } from 'node:buffer';
import { lstat, readFile, stat } from 'node:fs/promises';
import { relative } from 'node:path';
import { fromWindows1252, headEncoding, isBinary } from './file-encoding.ts';
import { type FileList, listFiles, listNotes } from './file-list.ts';
import { filterOf, type GrepLine, type GrepQuery, type GrepResult, shownLine } from './grep-search.ts';
import { startMatcher } from './line-matcher.ts';
import { newestFirst } from './newest-first.ts';
import { shownPath } from './paths.ts';
import { messageOf } from './thrown.ts';

const FILES_MAX = 50_000;
const FILE_BYTES_MAX = 32 * 1024 * 1024;
const SEARCHED_CHARACTERS_MAX = 10_000;
const SEARCH_MS_MAX = 20_000;

const SLOW_NOTE = 'ripgrep was not found: searched with JavaScript regular expressions, slower';

/** Rejects with the signal's reason, or an error of `node:fs` where the folder cannot be read. */
export async function searchHere(query: GrepQuery, searchMsMax = SEARCH_MS_MAX): Promise<GrepResult> {
  let expression: RegExp;
  try {
    expression = expressionOf(query);
  } catch (error) {
    return { kind: 'failed', message: messageOf(error) };
  }

  const files = await filesOf(query);
  const notes = [SLOW_NOTE, ...listNotes(files, query.folder)];
  if (files.isCut) notes.push(`only ${FILES_MAX} files were searched; use a narrower path or glob`);
  const matcher = await startMatcher(expression, searchMsMax, query.signal);
  const lines: GrepLine[] = [];
  let matchCount = 0;
  let isCut = false;
  let isLate = files.isLate;
  try {
    for (const path of await newestFirst(files.paths, query.signal)) {
      query.signal.throwIfAborted();
      const texts = await linesOf(path, query);
      if (!texts) continue;
      const matches = await matcher.matches(texts.map(searched));
      if (matches === 'late') {
        isLate = true;
        notes.push(lateNote(searchMsMax, shownPath(path, query.folder)));
        break;
      }
      const shown = matches.slice(0, query.matchesMax - matchCount);
      lines.push(...withContext(path, texts, shown, query.contextLines));
      matchCount += shown.length;
      isCut = shown.length < matches.length;
      if (isCut) break;
    }
  } finally {
    await matcher.end();
  }
  return { kind: 'found', lines, matchCount, isCut, isLate, notes };
}

function lateNote(searchMs: number, path: string): string {
  return `the search was ended after ${searchMs / 1_000} seconds, at ${path}: this file and those after it were not searched; use a pattern without repetitions in repetitions, as (a+)+, or a narrower path or glob`;
}

/** Throws a SyntaxError. `(?i)` at the start is what ripgrep takes too. */
function expressionOf({ pattern, literal, ignoreCase }: GrepQuery): RegExp {
  const source = literal ? pattern.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&') : pattern.replace(/^\(\?i\)/, '');
  const flags = ignoreCase || (!literal && pattern.startsWith('(?i)')) ? 'i' : '';
  try {
    return new RegExp(source, `${flags}u`);
  } catch {
    // Escapes that mean nothing are an error only with `u`.
    return new RegExp(source, flags);
  }
}

async function filesOf(query: GrepQuery): Promise<FileList> {
  const { target, targetIsFolder, reach } = query;
  if (!targetIsFolder) return { paths: [target], isCut: false, isLate: false, unreadable: [] };
  const found = await foundFiles(query);
  return { ...found, paths: found.paths.filter((path) => !reach.isProtected(path)) };
}

function foundFiles({ target, folder, glob, reach, signal }: GrepQuery): Promise<FileList> {
  const search = { folder: target, reach, pathsMax: FILES_MAX, signal };
  if (glob === null) return listFiles({ ...search, pattern: '**/*' });
  const filter = filterOf(glob);
  const patterns = [filter.pattern];
  // A glob that names the searched folder itself, as seen from the working folder.
  const prefix = `**/${relative(folder, target)}/`;
  if (filter.pattern.startsWith(prefix)) patterns.push(filter.pattern.slice(prefix.length));
  if (filter.isNegated) return listFiles({ ...search, pattern: '**/*', except: patterns });
  return listFiles({ ...search, pattern: patterns.length === 1 ? filter.pattern : `{${patterns.join(',')}}` });
}

/** The lines of a text file, or null where it is none, too large, or cannot be read. A link is one only if named. */
async function linesOf(path: string, { targetIsFolder: isFound, encoding }: GrepQuery): Promise<string[] | null> {
  try {
    const stats = isFound ? await lstat(path) : await stat(path);
    if (!stats.isFile() || stats.size > FILE_BYTES_MAX) return null;
    const bytes = await readFile(path);
    const text = encoding ? new TextDecoder(encoding).decode(bytes) : textOf(bytes);
    if (text === null) return null;
    const lines = text.split(/\r?\n/);
    if (lines.at(-1) === '') lines.pop();
    return lines;
  } catch {
    return null;
  }
}

/** As ripgrep takes them: UTF-16 by its mark alone; a line that is no UTF-8 is Windows-1252. */
function textOf(bytes: Buffer): string | null {
  const encoding = headEncoding(bytes.subarray(0, 4));
  if (encoding === 'UTF-16LE' || encoding === 'UTF-16BE') return new TextDecoder(encoding).decode(bytes);
  if (isBinary(bytes)) return null;
  if (isUtf8(bytes)) return bytes.toString('utf8');
  const lines = bytes.toString('latin1').split('\n');
  return lines.map((line) => textOfLine(Buffer.from(line, 'latin1'))).join('\n');
}

function textOfLine(bytes: Buffer): string {
  return isUtf8(bytes) ? bytes.toString('utf8') : fromWindows1252(bytes).text;
}

function searched(line: string): string {
  return line.length > SEARCHED_CHARACTERS_MAX ? line.slice(0, SEARCHED_CHARACTERS_MAX) : line;
}

function withContext(path: string, texts: readonly string[], matches: readonly number[], context: number): GrepLine[] {
  const matching = new Set(matches);
  const shown = new Set<number>();
  for (const match of matches) {
    const last = Math.min(texts.length - 1, match + context);
    for (let at = Math.max(0, match - context); at <= last; at++) shown.add(at);
  }
  return [...shown].map((at) => {
    const number = at + 1;
    return { path, number, ...shownLine(texts[at] ?? '', number), isMatch: matching.has(at) };
  });
}
