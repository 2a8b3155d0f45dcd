/** Found lines for the model: `path:line: text`, lines around a match as `path-line- text`, `--` between groups. */
import { isProtectedPath, type Outcome } from '@tagma/protocol';
import { type GrepLine, type GrepQuery, type GrepResult, LINE_CHARACTERS_MAX, MATCHES_MAX } from './grep-search.ts';
import { newestFirst } from './newest-first.ts';
import { succeeded } from './outcome.ts';
import { sizeInWords } from './output-limits.ts';
import { shownPath } from './paths.ts';
import { type TextLimits, type Truncation, truncateHead, truncateLine } from './truncate.ts';

/** Of a line so much is shown at least; else no line takes more than a part of all that is. */
const LINE_CHARACTERS_MIN = 100;
const LINE_SHARE = 1 / 8;

/** @param bytesMax of all that is shown */
export async function reportMatches(
  found: Extract<GrepResult, { kind: 'found' }>,
  query: GrepQuery,
  { bytesMax }: Pick<TextLimits, 'bytesMax'>,
): Promise<Outcome> {
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

  const charactersMax = lineCharactersOf(bytesMax);
  const { text, hasCutLines } = format(lines, query, charactersMax);
  const page = truncateHead(text, { linesMax: Number.POSITIVE_INFINITY, bytesMax });
  const notes = [...found.notes];
  if (isCut) {
    const more = matchCount < MATCHES_MAX ? `, or use limit=${Math.min(2 * matchCount, MATCHES_MAX)}` : '';
    notes.push(`${matchCount} matches limit reached, there are more; narrow the pattern, path or glob${more}`);
  }
  if (page.truncated) notes.push(cutNote(page));
  if (hasCutLines) {
    notes.push(`some lines are cut to ${charactersMax} characters; use read to see them whole`);
  }
  return succeeded(page.content, { ...details, truncated: isCut || isLate || page.truncated }, notes);
}

function cutNote({ outputLines, totalLines, bytesMax }: Truncation): string {
  const shown = `showing the first ${outputLines} of ${totalLines} lines found (${sizeInWords(bytesMax)} limit)`;
  return `${shown}; narrow the pattern, path or glob`;
}

function lineCharactersOf(bytesMax: number): number {
  return Math.min(LINE_CHARACTERS_MAX, Math.max(LINE_CHARACTERS_MIN, Math.floor(bytesMax * LINE_SHARE)));
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

function format(lines: readonly GrepLine[], query: GrepQuery, charactersMax: number) {
  let hasCutLines = false;
  const shown: string[] = [];
  let before: GrepLine | null = null;
  for (const line of lines) {
    const isNext = before !== null && before.path === line.path && before.number + 1 === line.number;
    if (query.contextLines > 0 && before !== null && !isNext) shown.push('--');
    const cut = truncateLine(line.text, charactersMax);
    const isCut = line.isCut || cut.truncated;
    hasCutLines ||= isCut;
    const mark = line.isMatch ? ':' : '-';
    const path = shownPath(line.path, query.folder);
    shown.push(`${path}${mark}${line.number}${mark} ${cut.content}${isCut ? '... [truncated]' : ''}`);
    before = line;
  }
  return { text: shown.join('\n'), hasCutLines };
}
