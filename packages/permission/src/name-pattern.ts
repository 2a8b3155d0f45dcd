/**
 * Patterns of names as the options of search programs take them (`*.ts`, `.env*`, `!*.pem`): `*`, `?` and one pair of
 * braces are understood. Two questions, each answered on the safe side where a pattern is not understood.
 */

/** Whether a name surely matches. */
export function surelyMatches(pattern: string, name: string): boolean {
  return !/[{/]/.test(pattern) && (expressionOf(pattern, '')?.test(name) ?? false);
}

/** Whether a name may match: of a whole path, the last name decides. */
export function mayMatch(pattern: string, name: string): boolean {
  const last = pattern.replace(/\/+$/, '').split('/').at(-1) ?? '';
  return expressionOf(last, 'i')?.test(name) ?? true;
}

function expressionOf(pattern: string, flags: string): RegExp | null {
  if (/[[\]\\!+@()]|\{[^}]*\{|^[^{]*\}|\{[^}]*$/.test(pattern)) return null;
  const source = pattern
    .replaceAll(/[.^$|]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.')
    .replaceAll('{', '(?:')
    .replaceAll('}', ')');
  const inBraces = source.replaceAll(/\(\?:([^)]*)\)/g, (group) => group.replaceAll(',', '|'));
  return new RegExp(`^${inBraces}$`, `${flags}s`);
}
