/**
 * What a source file offers to others, and what it takes from them, as far as regular expressions tell: a row a language. A
 * parser would know more; this costs microseconds a file, and a map needs no more. Pure.
 */

type Language = {
  readonly endings: readonly string[];
  /** Each finds names in its first group. */
  readonly symbols: readonly RegExp[];
  /** The same for what is imported: a path or a dotted name. */
  readonly imports: readonly RegExp[];
};

const TYPES =
  /^[ \t]*(?:@?\w+[ \t]+){0,6}(?:class|interface|enum|record|object|struct|protocol|trait|actor)[ \t]+([A-Z]\w*)/gm;

const LANGUAGES: readonly Language[] = [
  {
    endings: ['ts', 'tsx', 'mts', 'cts', 'js', 'jsx', 'mjs', 'cjs', 'vue', 'svelte'],
    symbols: [
      /^export[ \t]+(?:(?:default|async|abstract|declare)[ \t]+)*(?:function\*?|class|const|let|var|interface|type|enum|namespace)[ \t]+([\w$]+)/gm,
    ],
    imports: [
      /\bfrom[ \t]*['"]([^'"\n]+)['"]/g,
      /\b(?:require|import)[ \t]*\([ \t]*['"]([^'"\n]+)['"]/g,
      /^import[ \t]+['"]([^'"\n]+)['"]/gm,
    ],
  },
  {
    endings: ['py', 'pyi'],
    symbols: [/^(?:class|(?:async[ \t]+)?def)[ \t]+([A-Za-z]\w*)/gm],
    imports: [/^[ \t]*from[ \t]+([\w.]+)[ \t]+import\b/gm, /^[ \t]*import[ \t]+([\w.]+)/gm],
  },
  {
    endings: ['go'],
    symbols: [/^func[ \t]+(?:\([^)\n]*\)[ \t]*)?([A-Z]\w*)/gm, /^type[ \t]+([A-Z]\w*)/gm],
    imports: [/^(?:import)?[ \t]*(?:[\w.]+[ \t]+)?"([\w./-]+)"$/gm],
  },
  {
    endings: ['rs'],
    symbols: [
      /^[ \t]*pub(?:\([^)\n]*\))?[ \t]+(?:(?:async|unsafe|const)[ \t]+)*(?:fn|struct|enum|trait|type|static|const)[ \t]+(\w+)/gm,
    ],
    imports: [/^[ \t]*(?:pub[ \t]+)?mod[ \t]+(\w+);/gm, /^[ \t]*(?:pub[ \t]+)?use[ \t]+([\w:]+)/gm],
  },
  {
    endings: ['java', 'kt', 'kts', 'scala', 'cs', 'swift', 'groovy'],
    symbols: [TYPES],
    imports: [/^[ \t]*(?:import|using)[ \t]+(?:static[ \t]+)?([\w.]+)/gm],
  },
  {
    endings: ['c', 'h', 'cc', 'cpp', 'cxx', 'hpp', 'hh', 'm', 'mm'],
    symbols: [
      /^(?:typedef[ \t]+)?(?:struct|class|enum|union|namespace)[ \t]+([A-Za-z_]\w*)/gm,
      /^[A-Za-z_][\w \t*&:]{0,80}[ \t*&]([A-Za-z_]\w*)\([^;\n]{0,200}\)[ \t]*\{?$/gm,
    ],
    imports: [/^[ \t]*#[ \t]*include[ \t]+"([^"\n]+)"/gm],
  },
  {
    endings: ['rb'],
    symbols: [/^[ \t]*(?:class|module)[ \t]+([A-Z]\w*)/gm, /^def[ \t]+(?:self\.)?([a-z]\w*)/gm],
    imports: [/^[ \t]*require(?:_relative)?[ \t]+['"]([^'"\n]+)['"]/gm],
  },
  {
    endings: ['php'],
    symbols: [
      /^[ \t]*(?:(?:abstract|final)[ \t]+)*(?:class|interface|trait|enum)[ \t]+(\w+)/gm,
      /^function[ \t]+(\w+)/gm,
    ],
    imports: [/^[ \t]*use[ \t]+([\w\\]+)/gm, /\b(?:require|include)(?:_once)?[ \t(]+['"]([^'"\n]+)['"]/g],
  },
  {
    endings: ['ex', 'exs'],
    symbols: [/^[ \t]*defmodule[ \t]+([\w.]+)/gm],
    imports: [/^[ \t]*(?:alias|import|use)[ \t]+([\w.]+)/gm],
  },
  { endings: ['lua'], symbols: [/^function[ \t]+([\w.:]+)/gm], imports: [/\brequire[ \t(]*['"]([^'"\n]+)['"]/g] },
  {
    endings: ['sh', 'bash', 'zsh'],
    symbols: [/^(?:function[ \t]+)?([A-Za-z_]\w*)[ \t]*\(\)[ \t]*\{/gm],
    imports: [/^[ \t]*(?:source|\.)[ \t]+['"]?([\w./-]+)/gm],
  },
];

const BY_ENDING = new Map(
  LANGUAGES.flatMap((language) => language.endings.map((ending) => [ending, language] as const)),
);

/** Of one file; more are not counted. */
const FOUND_MAX = 200;

export function isSource(path: string): boolean {
  return BY_ENDING.has(endingOf(path));
}

/** The names that a file offers, in their order, each once; none where its language is not known. */
export function symbolsIn(path: string, text: string): readonly string[] {
  return foundBy(BY_ENDING.get(endingOf(path))?.symbols ?? [], text);
}

/** What it imports, as it is written, each once. */
export function importsIn(path: string, text: string): readonly string[] {
  return foundBy(BY_ENDING.get(endingOf(path))?.imports ?? [], text);
}

function foundBy(expressions: readonly RegExp[], text: string): readonly string[] {
  const found = new Map<string, number>();
  for (const expression of expressions) {
    for (const match of text.matchAll(expression)) {
      const [, name] = match;
      if (name !== undefined && !found.has(name)) found.set(name, match.index);
      if (found.size >= FOUND_MAX) break;
    }
  }
  return [...found].sort(([, one], [, other]) => one - other).map(([name]) => name);
}

function endingOf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1).toLowerCase();
}
