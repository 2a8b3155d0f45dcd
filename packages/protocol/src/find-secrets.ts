/** Finds secrets that can be told by their look. */
import { SECRET_PATTERNS, type SecretPattern } from './secret-patterns.ts';
import { searchFor } from './text-search.ts';

/** Where a secret stands in a text, and what kind of secret it is. */
export type FoundSecret = { readonly name: string; readonly start: number; readonly end: number };

/** All in a text, in order, none of them over another. */
export type FindSecrets = (text: string) => readonly FoundSecret[];

/** The patterns, each under the beginnings of its matches. */
export const SECRET_BEGINNINGS: readonly (readonly [beginning: string, pattern: SecretPattern])[] =
  SECRET_PATTERNS.flatMap((pattern) => pattern.begins.map((beginning) => [beginning, pattern] as const));

const search = searchFor(SECRET_BEGINNINGS);

/** The secrets of known forms in a text, in order, none within another. */
export const findSecrets: FindSecrets = (text) => {
  const found: FoundSecret[] = [];
  search.each(text, 0, (at, pattern) => {
    const secret = secretAt(text, at, pattern);
    if (secret === null) return at;
    found.push(secret);
    return secret.end;
  });
  return found;
};

/** The secret of the match that begins there, or null. */
export function secretAt(text: string, at: number, pattern: SecretPattern): FoundSecret | null {
  const { form, name, isSecret } = pattern;
  form.lastIndex = at;
  const match = form.exec(text);
  if (match === null) return null;
  const [start, end] = match.indices?.groups?.secret ?? [at, at + match[0].length];
  return isSecret(text.slice(start, end)) ? { name, start, end } : null;
}

/** Whether what begins there goes on to the end of the text, and may be a match, or a longer one, once more has come. */
export function isUnfinished(text: string, at: number, pattern: SecretPattern): boolean {
  const { inside, begins, charactersMax, isWhole = () => true } = pattern;
  if (text.length - at > charactersMax) return false;
  const beginning = begins.find((one) => text.startsWith(one, at)) ?? '';
  inside.lastIndex = at + beginning.length;
  inside.test(text);
  if (inside.lastIndex !== text.length) return false;
  const found = secretAt(text, at, pattern);
  return found === null || found.end === text.length || !isWhole(text.slice(at, found.end));
}
