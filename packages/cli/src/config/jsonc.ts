/** JSON with comments and trailing commas, in a file that a person writes. */
import { readFileSync, statSync } from 'node:fs';
import { readRegularFile } from '@tagma/tools';
import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { placeAt } from './place.ts';

/** What a person has written is small; a larger file is something else. */
const BYTES_MAX = 1024 * 1024;

export type JsoncFile = {
  readonly ok: true;
  readonly text: string;
  /** Undefined where nothing stands in the file, or all of it in comments. */
  readonly root: Node | undefined;
  /** The permission bits of the file. */
  readonly mode: number;
};

/**
 * `message` names file, line and column. Throws the error of `node:fs` where the file cannot be read.
 * @param isNamed the person has named it for this run: then it may be a pipe or `/dev/null`, too
 */
export function readJsonc(file: string, isNamed = false): JsoncFile | { readonly ok: false; readonly message: string } {
  const { size, mode } = statSync(file);
  if (size > BYTES_MAX) return { ok: false, message: `${file} has ${size} bytes: this is no configuration.` };
  const bytes = isNamed ? readFileSync(file) : readRegularFile(file, BYTES_MAX);
  return parseJsonc(bytes.toString('utf8').replace(/^\ufeff/, ''), file, mode);
}

/** The same of a text that is not in the file yet. */
export function parseJsonc(text: string, file: string, mode = 0): ReturnType<typeof readJsonc> {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true, allowEmptyContent: true });
  const [error] = errors;
  if (error === undefined) {
    const again = root && keyAgain(root);
    if (!again) return { ok: true, text, root, mode };
    return {
      ok: false,
      message: `${placeAt(file, text, again.offset)}: the key ${again.value} stands here once more.`,
    };
  }
  const what = WORDS[printParseErrorCode(error.error)] ?? 'this is no JSON';
  return { ok: false, message: `${placeAt(file, text, error.offset)}: ${what}.` };
}

/** A key that its object has already: of the two values one would be lost. */
function keyAgain(node: Node): { readonly value: string; readonly offset: number } | null {
  const seen = new Set<string>();
  for (const child of node.children ?? []) {
    const [key] = child.type === 'property' ? (child.children ?? []) : [];
    const name = JSON.stringify(key?.value);
    if (key && seen.has(name)) return { value: name, offset: key.offset };
    seen.add(name);
    const below = keyAgain(child);
    if (below) return below;
  }
  return null;
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
