/** `${NAME}` in a text of the configuration stands for what the environment has under that name; `$${` for `${`. */
import type { Environment } from '../environment.ts';

const VARIABLE = /\$?\$\{([^}]*)\}/g;

export type Expanded = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly missing: string };

/** Fails where a variable is not set: an empty key or address would only fail later, and less clearly. */
export function expand(text: string, env: Environment): Expanded {
  const missing = [...text.matchAll(VARIABLE)].find(([whole, name = '']) => !whole.startsWith('$$') && !env[name]);
  if (missing !== undefined) return { ok: false, missing: missing[1] ?? '' };
  return {
    ok: true,
    text: text.replace(VARIABLE, (whole, name: string) =>
      whole.startsWith('$$') ? whole.slice(1) : (env[name] ?? ''),
    ),
  };
}

/** The variables that a text names. */
export function variablesIn(text: string): readonly string[] {
  return [...text.matchAll(VARIABLE)].flatMap(([whole, name = '']) => (whole.startsWith('$$') ? [] : [name]));
}

/** Whether a text only names a variable that the secret is in. */
export function isVariable(text: string): boolean {
  return /^\$\{[^}]*\}$/.test(text);
}
