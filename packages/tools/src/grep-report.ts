/** Found lines for the model: `path:line: text`, lines around a match as `path-line- text`, `--` between groups. */
import { isProtectedPath, type Outcome } from '@tagma/protocol';
import { type GrepLine, type GrepQuery, type GrepResult, LINE_CHARACTERS_MAX, MATCHES_MAX } from './grep-search.ts';
import { newestFirst } from './newest-first.ts';
import { succeeded } from './outcome.ts';
import { shownPath } from './paths.ts';
import { OUTPUT_BYTES_MAX, truncateHead } from './truncate.ts';

export async function reportMatches(found: Extract<GrepResult, { kind: 'found' }>, query: GrepQuery): Promise<Outcome> {
  const { matchCount, isCut, isLate } = found;
  const lines = await inOrder(withoutStrayContext(found.lines, query.contextLines), query.signal);
  const fileCount = new Set(lines.map((line) => line.path)).size;
  const details = { path: query.target, matchCount, fileCount };
  if (matchCount === 0) {
    const notes = [...found.notes, `No matches for ${query.pattern} in ${where(query)}`];
    if (asksForProtected(query))
      notes.push('environment files, keys and their like are searched only where path names them');
    if (mayBeOtherwiseEncoded(query))
      notes.push('in a file that is not UTF-8, only ASCII is found; read says which it is');
    return succeeded('', { ...details, truncated: isLate }, notes);
  }

  const { text, hasCutLines } = format(lines, query);
  const page = truncateHead(text, { linesMax: Number.POSITIVE_INFINITY, bytesMax: OUTPUT_BYTES_MAX });
  const notes = [...found.notes];
  if (isCut) {
    const more = matchCount < MATCHES_MAX ? `, or use limit=${Math.min(2 * matchCount, MATCHES_MAX)}` : '';
    notes.push(`${matchCount} matches limit reached, there are more; narrow the pattern, path or glob${more}`);
  }
  if (page.truncated) notes.push(`${OUTPUT_BYTES_MAX / 1024} KB limit reached; narrow the pattern, path or glob`);
  if (hasCutLines) {
    notes.push(`some lines are cut to ${LINE_CHARACTERS_MAX} characters; use read to see them whole`);
  }
  return succeeded(page.content, { ...details, truncated: isCut || isLate || page.truncated }, notes);
}

function asksForProtected({ glob, reach }: GrepQuery): boolean {
  return glob !== null && !reach.isNamedProtected && isProtectedPath(glob);
}

/** Of a single file, which `read` shows in whatever encoding: the model has seen there what it looks for. */
function mayBeOtherwiseEncoded({ pattern, targetIsFolder, encoding }: GrepQuery): boolean {
  return !targetIsFolder && encoding === undefined && /[^\p{ASCII}]/u.test(pattern);
}

function where({ target, folder, glob }: GrepQuery): string {
  const place = shownPath(target, folder);
  return glob === null ? place : `${place} (files ${glob})`;
}

/** Where the search was cut, lines before the next match may have come already. */
function withoutStrayContext(lines: readonly GrepLine[], contextLines: number): GrepLine[] {
  const lastAt = lines.findLastIndex((line) => line.isMatch);
  const last = lines[lastAt];
  if (!last) return [];
  return lines.filter(
    (line, at) => at <= lastAt || (line.path === last.path && line.number <= last.number + contextLines),
  );
}

/** The newest file first; ripgrep reports them as it is ready with them. The lines of a file are in order already. */
async function inOrder(lines: readonly GrepLine[], signal: AbortSignal): Promise<GrepLine[]> {
  const files = await newestFirst([...new Set(lines.map((line) => line.path))], signal);
  const places = new Map(files.map((path, at) => [path, at]));
  const placeOf = ({ path }: GrepLine) => places.get(path) ?? 0;
  return [...lines].sort((one, other) => placeOf(one) - placeOf(other) || one.number - other.number);
}

function format(lines: readonly GrepLine[], query: GrepQuery): { text: string; hasCutLines: boolean } {
  let hasCutLines = false;
  const shown: string[] = [];
  let before: GrepLine | null = null;
  for (const line of lines) {
    const isNext = before !== null && before.path === line.path && before.number + 1 === line.number;
    if (query.contextLines > 0 && before !== null && !isNext) shown.push('--');
    hasCutLines ||= line.isCut;
    const mark = line.isMatch ? ':' : '-';
    const path = shownPath(line.path, query.folder);
    shown.push(`${path}${mark}${line.number}${mark} ${line.text}${line.isCut ? '... [truncated]' : ''}`);
    before = line;
  }
  return { text: shown.join('\n'), hasCutLines };
}
