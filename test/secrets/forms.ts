/** A value in all forms in which it must not be found, and the search for them in bytes. */
import { searchFor, type TextSearch } from '../../packages/protocol/src/index.ts';

/** In base64 both ends of a value mix with what stands beside it. */
const BASE64_CHARACTERS_MIN = 12;

export type Found = { readonly secret: string; readonly form: string };

/** `where`: the file, the request, whatever it was found in. */
export type Leak = Found & { readonly where: string; readonly around: string };

/** Plain, in base64 at each alignment, hexadecimal, percent-encoded, in JSON and HTML; and each of these reversed. */
export function formsOf(value: string): readonly (readonly [name: string, text: string])[] {
  return [
    ...plainForms(value),
    ...plainForms(value).map(([name, text]) => [`${name}, reversed`, [...text].reverse().join('')] as const),
  ];
}

function plainForms(value: string): readonly (readonly [name: string, text: string])[] {
  const hex = Buffer.from(value).toString('hex');
  const percent = hex.replace(/../g, '%$&');
  return [
    ['plain', value],
    ['hex', hex],
    ['HEX', hex.toUpperCase()],
    ['percent', percent],
    ['PERCENT', percent.toUpperCase()],
    ['url', encodeURIComponent(value)],
    ['json', JSON.stringify(value).slice(1, -1)],
    ['html', value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')],
    ...[0, 1, 2].flatMap((before) => base64Forms(value, before)),
  ];
}

function base64Forms(value: string, before: number): readonly (readonly [name: string, text: string])[] {
  const whole = Buffer.from('\0'.repeat(before) + value)
    .toString('base64')
    .replace(/=+$/, '');
  const text = whole.slice(Math.ceil((before * 4) / 3), Math.floor(((before + value.length) * 4) / 3));
  if (text.length < BASE64_CHARACTERS_MIN) return [];
  return [
    [`base64-${before}`, text],
    [`base64url-${before}`, text.replaceAll('+', '-').replaceAll('/', '_')],
  ];
}

export type Search = (bytes: Buffer | string, where: string) => readonly Leak[];

/** @param secrets by names that a failing test says */
export function searchForSecrets(secrets: ReadonlyMap<string, string>): Search {
  const search: TextSearch<Found> = searchFor(
    [...secrets].flatMap(([secret, value]) => formsOf(value).map(([form, text]) => [text, { secret, form }] as const)),
  );
  return (bytes, where) => {
    const text = typeof bytes === 'string' ? bytes : bytes.toString('latin1');
    const leaks: Leak[] = [];
    search.each(text, 0, (at, found) => {
      leaks.push({ ...found, where, around: text.slice(Math.max(0, at - 80), at + 20) });
      return at + 1;
    });
    return leaks;
  };
}
