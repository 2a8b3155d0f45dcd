/**
 * HTML from a template. Every value is escaped but what is HTML already, so that no text of a history can become markup,
 * in an element or in a quoted attribute, whatever the template forgets. Characters without ink are named as well.
 */
import { revealed, revealedAs } from '@tagma/protocol';

/** Markup that is safe to stand in an element. */
export type Html = { readonly markup: string };
type Value = string | number | null | Html | readonly Html[];

/** `html\`<p title="${text}">${shown(text)}</p>\``. Null stands for nothing. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  let markup = parts[0] ?? '';
  for (const [index, value] of values.entries()) markup += markupOf(value) + parts[index + 1];
  return { markup };
}

export const NOTHING: Html = { markup: '' };

/** The text of an element, in which a character without ink has a mark of its own: `<i>U+202E</i>`. */
export function shown(text: string): Html {
  return { markup: revealedAs(escaped(text), (name) => `<i>${name.replace(/[<>]/g, '')}</i>`) };
}

export function joined(pieces: readonly Html[], between = ''): Html {
  return { markup: pieces.map(({ markup }) => markup).join(between) };
}

function markupOf(value: Value): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return escaped(revealed(value));
  return 'markup' in value ? value.markup : joined(value).markup;
}

const NAMES: { readonly [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => NAMES[character] ?? character);
}
