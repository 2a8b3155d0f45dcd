/**
 * What a server says for itself when it refuses: found in whatever body it sends (JSON in a dozen shapes, an HTML page,
 * plain text), made fit for a message: on one line, without control characters, short, and without secrets.
 */
import { formsOfSecret, isSecret } from '@tagma/protocol';
import { ERROR_BODY_BYTES_MAX, SERVER_WORDS_CHARACTERS_MAX } from './limits.ts';

/** Where servers put their words, the most telling first. */
const FIELDS = ['error', 'message', 'msg', 'detail', 'errors', 'error_message', 'status_msg', 'type', 'code'];

/** The server's own words in a body, or the empty string where there are none. */
export function wordsOfBody(body: string): string {
  const text = body.trim();
  if (text.startsWith('<')) return wordsOfHtml(text);
  if (!text.startsWith('{') && !text.startsWith('[')) return text;
  try {
    return wordsOf(JSON.parse(text));
  } catch {
    return text;
  }
}

/** The server's own words in a parsed value: `{error: {message}}` and its relatives. */
export function wordsOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(wordsOf).filter(Boolean).join('; ');
  if (typeof value !== 'object' || value === null) return '';
  const fields = value as Record<string, unknown>;
  for (const name of FIELDS) {
    const words = wordsOf(fields[name]);
    if (words !== '') return words + wordsBehind(fields);
  }
  return '';
}

/** What a gateway passes on of the server behind it (OpenRouter: `metadata.raw`); its own words say only that it failed. */
function wordsBehind({ metadata }: Record<string, unknown>): string {
  const { raw } = (metadata ?? {}) as { readonly raw?: unknown };
  const words = typeof raw === 'string' ? wordsOfBody(raw) : '';
  return words === '' ? '' : `: ${words}`;
}

/** One short line of the words, with the secrets hidden. */
export function sayable(words: string, secrets: readonly string[]): string {
  // Hidden before it is cut: half a key would no longer be found.
  const line = hideSecrets(words.slice(0, ERROR_BODY_BYTES_MAX), secrets)
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
  const characters = [...line];
  if (characters.length <= SERVER_WORDS_CHARACTERS_MAX) return line;
  return `${characters.slice(0, SERVER_WORDS_CHARACTERS_MAX).join('')}…`;
}

/** The text without the secrets, also where they stand in another form (`formsOfSecret`). A placeholder is none. */
export function hideSecrets(text: string, secrets: readonly string[]): string {
  const forms = secrets.filter(isSecret).flatMap((secret) => formsOfSecret(secret).map((form) => form.text));
  if (forms.length === 0) return text;
  // One pass, the longest first: what was put in place of one is not searched for the next.
  const either = forms.sort((a, b) => b.length - a.length).map((form) => form.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'));
  return text.replace(new RegExp(either.join('|'), 'g'), '[key]');
}

function wordsOfHtml(page: string): string {
  const title = /<title[^>]*>([^<]*)</i.exec(page)?.[1] ?? /<h1[^>]*>([^<]*)</i.exec(page)?.[1] ?? '';
  return title.trim() === '' ? 'an HTML page' : `an HTML page, "${title.trim()}"`;
}
