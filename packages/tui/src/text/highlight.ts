/**
 * Code with its words told apart, by highlight.js: only what it says of the words is taken, as roles. A language that is not
 * known, and code that is too long to look at, has one role.
 */
import { visible } from '@tagma/protocol';
import type { Role } from '../theme/roles.ts';
import type { Line, Span } from './line.ts';
import { markup } from './markup.ts';

/** In code units: longer code is shown in one role. */
export const HIGHLIGHTED_LENGTH_MAX = 32 * 1024;
/** Of one line: what is longer was not written by hand, and some grammars look far ahead. */
const HIGHLIGHTED_LINE_MAX = 2_000;

/** How the library's names for words, before the first dot, are shown. */
const ROLES: { readonly [scope: string]: Role } = {
  keyword: 'keyword',
  literal: 'keyword',
  'selector-tag': 'keyword',
  section: 'keyword',
  operator: 'code',
  string: 'string',
  regexp: 'string',
  char: 'string',
  symbol: 'string',
  number: 'number',
  comment: 'comment',
  quote: 'comment',
  doctag: 'comment',
  meta: 'comment',
  title: 'function',
  built_in: 'function',
  type: 'function',
  name: 'function',
  attr: 'function',
  attribute: 'function',
  property: 'function',
  addition: 'added',
  deletion: 'removed',
};

/** The lines of a code, made visible; a newline at its end opens no further line. */
export function codeLines(code: string, language: string): readonly Line[] {
  const text = visible(code.replaceAll('\r\n', '\n').replace(/\n$/, ''));
  const markup = marked(text, language.toLowerCase());
  if (markup === null) return text.split('\n').map((each) => [{ text: each, role: 'code' }]);
  return linesOf(markup);
}

function marked(text: string, language: string): string | null {
  const library = markup();
  if (library === null || language === '' || text.length > HIGHLIGHTED_LENGTH_MAX) return null;
  if (text.split('\n').some((each) => each.length > HIGHLIGHTED_LINE_MAX)) return null;
  return library.highlight(text, language);
}

/** The language of a file, by its name. */
export function languageOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  return name.slice(name.lastIndexOf('.') + 1);
}

/** The library gives HTML of its own making: spans with a class, and four characters escaped. */
function linesOf(markup: string): readonly Line[] {
  const lines: Span[][] = [[]];
  const roles: Role[] = ['code'];
  for (const [, scope, closing, text] of markup.matchAll(/<span class="(?:hljs-)?([^"]*)">|(<\/span>)|([^<]+)/g)) {
    const role = roles.at(-1) ?? 'code';
    if (scope !== undefined) roles.push(ROLES[scope.split(' ')[0] ?? ''] ?? role);
    else if (closing !== undefined) roles.pop();
    else if (text !== undefined) {
      for (const [index, each] of unescaped(text).split('\n').entries()) {
        if (index > 0) lines.push([]);
        if (each !== '') lines.at(-1)?.push({ text: each, role });
      }
    }
  }
  return lines;
}

const ESCAPED: { readonly [entity: string]: string } = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
};

function unescaped(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => ESCAPED[entity] ?? entity);
}
