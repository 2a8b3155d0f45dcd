/**
 * Reads the configuration file: JSON with comments and trailing commas. What is wrong in it is named with file and line;
 * a key that nobody knows is only warned of, for another version may know it.
 */
import { readFileSync, statSync } from 'node:fs';
import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { EXIT } from '../exit.ts';
import { messageOf, type Problem, problem } from '../problem.ts';
import { check } from './check.ts';
import { type Config, NO_CONFIG } from './config.ts';
import type { ConfigFile } from './file.ts';
import { placeAt } from './place.ts';
import type { ConfiguredProvider } from './schema.ts';

/** A configuration is small; a larger file is something else. */
const BYTES_MAX = 1024 * 1024;
const READABLE_BY_OTHERS = 0o077;

export type ReadConfig = { readonly ok: true; readonly config: Config };

export function readConfigFile({ file, source }: ConfigFile): ReadConfig | Problem {
  let text: string;
  let mode: number;
  try {
    const stats = statSync(file);
    mode = stats.mode;
    if (stats.size > BYTES_MAX) return wrong(`${file} has ${stats.size} bytes: this is no configuration.`);
    text = readFileSync(file, 'utf8').replace(/^\ufeff/, '');
  } catch (error) {
    const named = source === 'usual' ? '' : ` ${source} names it.`;
    return wrong(`the configuration cannot be read: ${messageOf(error)}.${named}`);
  }
  const parsed = parse(text, file);
  if (!parsed.ok) return parsed;
  if (parsed.root === undefined) return { ok: true, config: { ...NO_CONFIG, file } };
  const checked = check(parsed.root, text, file);
  if (!checked.ok) return wrong(checked.message);
  const { $schema: _, providers = {}, ...rest } = checked.values;
  const exposed = process.platform === 'win32' ? undefined : exposedKey(providers, mode);
  if (exposed !== undefined) return wrong(aboutExposed(file, mode, exposed));
  return { ok: true, config: { ...rest, file, providers, warnings: checked.warnings } };
}

/** A file in which nothing stands, or all of it in comments, says nothing: there is no root then. */
function parse(text: string, file: string): { ok: true; root: Node | undefined } | Problem {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true, allowEmptyContent: true });
  const [error] = errors;
  if (error === undefined) return { ok: true, root };
  const what = WORDS[printParseErrorCode(error.error)] ?? 'this is no JSON';
  return wrong(`${placeAt(file, text, error.offset)}: ${what}.`);
}

const WORDS: Readonly<Record<string, string>> = {
  InvalidSymbol: 'this word is no JSON: a text stands in quotation marks',
  InvalidNumberFormat: 'this is no number',
  PropertyNameExpected: 'the name of a key is missing, in quotation marks',
  ValueExpected: 'a value is missing',
  ColonExpected: 'a colon is missing after the key',
  CommaExpected: 'a comma is missing before this',
  CloseBraceExpected: 'a closing brace } is missing',
  CloseBracketExpected: 'a closing bracket ] is missing',
  EndOfFileExpected: 'something follows the end',
  UnexpectedEndOfString: 'the closing quotation mark is missing',
  UnexpectedEndOfComment: 'the comment does not end',
};

/** The provider whose key stands in a file that others can read. One that only names a variable is no secret. */
function exposedKey(providers: Readonly<Record<string, ConfiguredProvider>>, mode: number): string | undefined {
  if ((mode & READABLE_BY_OTHERS) === 0) return undefined;
  return Object.keys(providers).find((name) => {
    const key = providers[name]?.key;
    return key !== undefined && !/^\$\{[^}]*\}$/.test(key);
  });
}

function aboutExposed(file: string, mode: number, provider: string): string {
  return [
    `${file} holds the key of "${provider}", and not only you may read it (mode 0${(mode & 0o777).toString(8)}).`,
    `Do: chmod 600 ${file}`,
    `Better: put the key into a variable, and its name into the file: "keyVariable": "NAME".`,
  ].join('\n');
}

function wrong(message: string): Problem {
  return problem(EXIT.usage, message);
}
