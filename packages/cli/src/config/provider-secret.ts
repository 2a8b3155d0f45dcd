/** What of a provider is a secret as it stands in a file, and no variable that holds one. */
import { isVariable } from './expand.ts';
import type { ConfiguredProvider } from './schema.ts';

/** Headers that carry a key. */
const KEY_HEADER = /^(authorization|proxy-authorization|cookie|.*api[-_]?key|key|.*token|.*secret)$/i;

/** In an address, and no variable. */
const PASSWORD = /^[a-z][a-z0-9+.-]*:\/\/[^/?#@]*:(?!\$\{)[^/?#@]+@/i;

/** Null where none is. `what` is for a sentence. */
export function secretIn(
  provider: ConfiguredProvider,
): { readonly path: readonly string[]; readonly what: string } | null {
  const { url = '', key, headers = {}, query = {} } = provider;
  if (PASSWORD.test(url)) return { path: ['url'], what: 'a password in an address' };
  if (key !== undefined && !isVariable(key)) return { path: ['key'], what: 'a key' };
  for (const [kind, fields] of Object.entries({ headers, query })) {
    const carrier = Object.keys(fields).find((field) => KEY_HEADER.test(field) && !namesVariable(fields[field]));
    if (carrier !== undefined) return { path: [kind, carrier], what: `a key in "${carrier}"` };
  }
  return null;
}

/** `Bearer ${NAME}` too. */
function namesVariable(text = ''): boolean {
  return /\$\{[^}]+\}/.test(text.replaceAll('$${', ''));
}
