/**
 * The libraries that take Markdown and code apart, with the languages whose words are told apart, by the names that people
 * write behind a fence and at the end of a file. Loaded by `markup.ts`.
 */

import type { LanguageFn } from 'highlight.js';
import highlighter from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import c from 'highlight.js/lib/languages/c';
import cpp from 'highlight.js/lib/languages/cpp';
import csharp from 'highlight.js/lib/languages/csharp';
import css from 'highlight.js/lib/languages/css';
import diff from 'highlight.js/lib/languages/diff';
import dockerfile from 'highlight.js/lib/languages/dockerfile';
import go from 'highlight.js/lib/languages/go';
import ini from 'highlight.js/lib/languages/ini';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import kotlin from 'highlight.js/lib/languages/kotlin';
import lua from 'highlight.js/lib/languages/lua';
import makefile from 'highlight.js/lib/languages/makefile';
import markdown from 'highlight.js/lib/languages/markdown';
import php from 'highlight.js/lib/languages/php';
import python from 'highlight.js/lib/languages/python';
import ruby from 'highlight.js/lib/languages/ruby';
import rust from 'highlight.js/lib/languages/rust';
import sql from 'highlight.js/lib/languages/sql';
import swift from 'highlight.js/lib/languages/swift';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import MarkdownIt from 'markdown-it';
import { INLINE_LENGTH_MAX, type Markup, NESTING_MAX } from './markup-form.ts';

type Grammar = readonly [name: string, definition: LanguageFn];

const GRAMMARS: readonly (readonly [names: string, definition: LanguageFn])[] = [
  ['bash sh shell zsh console', bash],
  ['c h', c],
  ['cpp c++ cc cxx hpp hh', cpp],
  ['csharp cs c#', csharp],
  ['css scss less', css],
  ['diff patch', diff],
  ['dockerfile docker', dockerfile],
  ['go golang', go],
  ['ini toml conf cfg properties', ini],
  ['java', java],
  ['javascript js jsx mjs cjs', javascript],
  ['json jsonc json5 jsonl', json],
  ['kotlin kt kts', kotlin],
  ['lua', lua],
  ['makefile make mk', makefile],
  ['markdown md', markdown],
  ['php', php],
  ['python py pyi', python],
  ['ruby rb', ruby],
  ['rust rs', rust],
  ['sql', sql],
  ['swift', swift],
  ['typescript ts tsx mts cts', typescript],
  ['xml html htm xhtml svg vue', xml],
  ['yaml yml', yaml],
];

const LANGUAGES: { readonly [name: string]: Grammar } = Object.assign(
  Object.create(null),
  ...GRAMMARS.map(([names, definition]): { readonly [name: string]: Grammar } => {
    const [first = '', ...others] = names.split(' ');
    return Object.fromEntries([first, ...others].map((name) => [name, [first, definition]]));
  }),
);

const parser = new MarkdownIt({ html: false, linkify: true, maxNesting: NESTING_MAX });
parser.core.ruler.at('inline', ({ tokens, md, env }) => {
  for (const token of tokens) {
    if (token.type !== 'inline' || token.content.length > INLINE_LENGTH_MAX) continue;
    token.children = [];
    md.inline.parse(token.content, md, env, token.children);
  }
});

export const LIBRARIES: Markup = {
  parse: (text) => parser.parse(text, {}),
  highlight(text, language) {
    const grammar = LANGUAGES[language];
    if (!grammar) return null;
    const [name, definition] = grammar;
    if (!highlighter.getLanguage(name)) highlighter.registerLanguage(name, definition);
    return highlighter.highlight(text, { language: name, ignoreIllegals: true }).value;
  },
};
