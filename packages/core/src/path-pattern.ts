/**
 * Patterns of paths, and the paths of facts. A pattern is relative to the project folder or absolute; `*` and `?` stand
 * for characters of one name, `**` for any number of names.
 */
import type { Facts, PathFact } from '@tagma/protocol';

export function pathsOf(facts: Facts): readonly PathFact[] {
  return [...facts.reads, ...facts.writes, ...facts.deletes];
}

export function isAway({ where }: PathFact): boolean {
  return where !== 'inside';
}

export function isHere({ where }: PathFact): boolean {
  return where === 'inside';
}

/**
 * Whether a path is meant by a pattern. A strict rule also means what it cannot tell: a path that is said to be inside and
 * does not lie below `folder`. Only a strict rule means a protected path.
 */
export function matchesPath(pattern: string, { path, where }: PathFact, folder: string, isStrict: boolean): boolean {
  if (where === 'protected' && !isStrict) return false;
  if (/^(\/|[A-Za-z]:)/.test(pattern)) return matchesPattern(pattern, withSlashes(path));
  const fromFolder = relativeTo(folder, path);
  if (fromFolder === null) return isStrict && where === 'inside';
  return (isStrict || where === 'inside') && matchesPattern(pattern, fromFolder);
}

/** The path below the folder, with `/`; empty for the folder itself; null if it lies elsewhere. */
export function relativeTo(folder: string, path: string): string | null {
  const [base, full] = [withSlashes(folder).replace(/\/+$/, ''), withSlashes(path)];
  if (full === base) return '';
  return full.startsWith(`${base}/`) ? full.slice(base.length + 1) : null;
}

function withSlashes(path: string): string {
  return /^([A-Za-z]:|\\\\)/.test(path) ? path.replaceAll('\\', '/') : path;
}

function matchesPattern(pattern: string, path: string): boolean {
  const wanted = segmentsOf(pattern.endsWith('/') ? `${pattern}**` : pattern);
  return matchesSequence(wanted, segmentsOf(path), '**', (name, segment) =>
    matchesSequence([...name], [...segment], '*', (want, have) => want === '?' || want === have),
  );
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '' && segment !== '.');
}

/**
 * Whether `items` are what `pattern` describes, where `any` stands for any number of them. Only the last `any` is ever
 * taken back, so the cost is at most the product of the two lengths.
 */
function matchesSequence(
  pattern: readonly string[],
  items: readonly string[],
  any: string,
  isOne: (wanted: string, item: string) => boolean,
): boolean {
  let [at, wantedAt, anyAt, resumeAt] = [0, 0, -1, 0];
  while (at < items.length) {
    const [wanted, item] = [pattern[wantedAt], items[at] ?? ''];
    if (wanted === any) {
      anyAt = wantedAt++;
      resumeAt = at;
    } else if (wanted !== undefined && isOne(wanted, item)) {
      wantedAt++;
      at++;
    } else if (anyAt >= 0) {
      wantedAt = anyAt + 1;
      at = ++resumeAt;
    } else return false;
  }
  return pattern.slice(wantedAt).every((rest) => rest === any);
}
