/**
 * Which files a text would run or load, as far as it says so in plain words: imports by relative paths, scripts that a shell
 * script starts or sources, scripts of `package.json`. Whoever writes code so that this is not seen is not found out here:
 * the text itself is what the person has trusted.
 */
import { extname } from 'node:path';

export type Reference =
  /** A path, relative to where `from` says; `isProgram`: only where the file looks like one. */
  | { readonly kind: 'file'; readonly path: string; readonly from: 'beside' | 'anywhere'; readonly isProgram: boolean }
  /** A script of the project's `package.json`. */
  | { readonly kind: 'script'; readonly name: string };

const CODE = /^\.[cm]?[jt]sx?$/;
const SHELLS = /^\.(ba|z|k|da)?sh$/;
const SHEBANG = /^#!.*?\b(node|deno|bun|python[\d.]*|ruby|(?:ba|z|k|da)?sh)\b/;

/** A path that begins beside the file, in any quotes. */
const RELATIVE = /(\bfrom\s*|\bimport\s*\(?\s*|\brequire(?:\.resolve)?\s*\(\s*)?(['"`])(\.{1,2}\/[^'"`\n$]+)\2/g;
/** What is code wherever it stands: to be started, or imported in another way. Else a script may write what it names. */
const CODE_PATH = /\.([cm]?[jt]sx?|sh|py|rb)$/;
const PYTHON = /^[ \t]*(?:from[ \t]+(\.*[\w.]*)[ \t]+import[ \t]+([\w, \t]+)|import[ \t]+([\w., \t]+))/gm;
const RUBY = /\brequire_relative[ \t(]+['"]([^'"\n]+)['"]/g;
const SOURCED = /(?:^|[\s;&|(])(?:source|\.)[ \t]+(\S+)/gm;
/** What parts the words of a shell. */
const WORDS = /[\s"';|&()<>=`]+/;
/** `"$HERE"/lib.sh`, `${0%/*}/lib.sh`, and what is left of `$(dirname "$0")/lib.sh`. */
const BEFORE_PATH = /^(\$\{[^}]*\}|\$\w+)?\/+/;
const SCRIPTS = /\b(?:npm|pnpm|yarn|bun)((?:[ \t]+[\w@:./=-]+){1,4})/g;
/** Words between the program and the name of a script. */
const NO_SCRIPT = /^(-.*|run|run-script|exec)$/;

/** @param text of the file of that name */
export function referencesIn(text: string, name: string): readonly Reference[] {
  const ending = extname(name).toLowerCase();
  const [, program = ''] = SHEBANG.exec(text.slice(0, 200)) ?? [];
  if (CODE.test(ending) || /^(node|deno|bun)$/.test(program)) return inCode(text);
  if (ending === '.py' || program.startsWith('python')) return inPython(text);
  if (ending === '.rb' || program === 'ruby')
    return [...text.matchAll(RUBY)].map(([, path = '']) => beside(`${path}.rb`));
  return SHELLS.test(ending) || program.endsWith('sh') ? referencesInShell(text) : [];
}

/** Of what a shell would be given. */
export function referencesInShell(text: string): readonly Reference[] {
  const sourced = [...text.matchAll(SOURCED)].flatMap(([, word = '']) => pathsOf(word.replace(/['"]/g, '')));
  const named = text.split(WORDS).flatMap(pathsOf);
  return [
    ...sourced.map((path): Reference => ({ kind: 'file', path, from: 'anywhere', isProgram: false })),
    ...named.map((path): Reference => ({ kind: 'file', path, from: 'anywhere', isProgram: true })),
    ...scriptsIn(text),
  ];
}

/** The scripts of `package.json` that a command runs; names that are none of them are for the caller to leave. */
export function scriptsIn(text: string): readonly Reference[] {
  const names = [...text.matchAll(SCRIPTS)].flatMap(([, words = '']) => {
    const name = words
      .trim()
      .split(/\s+/)
      .find((word) => !NO_SCRIPT.test(word));
    return name === undefined ? [] : name === 't' ? ['test'] : [name];
  });
  return [...new Set(names)].map((name) => ({ kind: 'script', name }));
}

function inCode(text: string): readonly Reference[] {
  return [...text.matchAll(RELATIVE)].flatMap(([, imports, , written = '']) => {
    const path = written.replace(/[?#].*$/, '');
    return imports !== undefined || CODE_PATH.test(path) ? [beside(path)] : [];
  });
}

/** `import a.b`, `from .a import b`: a module beside the script, or in a folder there. */
function inPython(text: string): readonly Reference[] {
  return [...text.matchAll(PYTHON)].flatMap(([, from, names = '', plain = '']) => {
    if (from === undefined) return plain.split(',').flatMap((one) => pythonFiles(one.trim().split(/\s/)[0] ?? ''));
    const inner = names.split(',').map((one) => one.trim().split(/\s/)[0] ?? '');
    return [
      ...pythonFiles(from),
      ...inner.flatMap((one) => pythonFiles(`${from}${from.endsWith('.') ? '' : '.'}${one}`)),
    ];
  });
}

function pythonFiles(module: string): readonly Reference[] {
  const [, dots = '', rest = ''] = /^(\.*)(.*)$/.exec(module) ?? [];
  if (rest === '' && dots === '') return [];
  const up = '../'.repeat(Math.max(0, dots.length - 1));
  const path = `${up}${rest.replaceAll('.', '/')}`;
  return [beside(`${path}.py`), beside(`${path}/__init__.py`)];
}

function beside(path: string): Reference {
  return { kind: 'file', path, from: 'beside', isProgram: false };
}

function pathsOf(word: string): readonly string[] {
  const bare = word.replace(BEFORE_PATH, '');
  return [...new Set([word, bare])].filter((path) => path !== '' && !path.startsWith('-'));
}
