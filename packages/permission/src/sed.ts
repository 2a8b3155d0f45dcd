/** Scripts of `sed`: whether one only edits what goes through it. */
import { type Inspection, looksAt, refuse } from './inspection.ts';
import { type OptionsRead, readOptions } from './options.ts';

type Options = Extract<OptionsRead, { ok: true }>;

/** With or without a suffix, in a cluster too. */
const isInPlace = (word: string) => /^-[nErsuz]*i|^--in-place/.test(word);

/** `sed -i` edits the files; whether it does is not asked here. */
export function isPlainSed(words: readonly string[]): boolean {
  // The empty suffix is the one that BSD's wants beside the option.
  const read = optionsOf(words.filter((word) => word !== '' && !isInPlace(word)));
  if (!read) return false;
  const script = scriptOf(read);
  return script === null || isPlainScript(script.text);
}

export function sedInspection(words: readonly string[]): Inspection {
  const changing = words.find(isInPlace);
  if (changing !== undefined) return refuse(changing);
  const read = optionsOf(words);
  const script = read && scriptOf(read);
  if (!read || !script || !isPlainScript(script.text)) return refuse(words[0] ?? '');
  return looksAt(read.operands.slice(script.operands));
}

function optionsOf(words: readonly string[]): Options | null {
  const read = readOptions(words, {
    flags: 'nErsuz',
    valued: 'ef',
    long: 'quiet silent regexp-extended separate unbuffered null-data posix sandbox',
    longValued: 'expression file',
  });
  return read.ok ? read : null;
}

/** The script in the words, and how many of the operands it takes; null where it is in a file. */
function scriptOf({ given, values, operands }: Options): { readonly text: string; readonly operands: number } | null {
  if (given.has('f') || given.has('file')) return null;
  const written = [...(values.get('e') ?? []), ...(values.get('expression') ?? [])];
  return written.length > 0 ? { text: written.join('\n'), operands: 0 } : { text: operands[0] ?? '', operands: 1 };
}

const REGEX = /\/((?:[^/\\\n]|\\.)*)\/I?/.source;
const ADDRESS = `(?:\\d+(?:~\\d+)?|\\$|${REGEX})`;
const ADDRESSES = `(?:${ADDRESS}\\s*(?:,\\s*(?:${ADDRESS}|[+~]\\d+)\\s*)?!?\\s*)?`;
/** `s` without the flags that write (`w`) or start (`e`), and `y`. */
const SUBSTITUTION =
  /[sy](?<mark>[/|#,:@!%])(?<regex>(?:(?!\k<mark>)[^\\\n]|\\.)*)\k<mark>(?:(?!\k<mark>)[^\\\n]|\\.)*\k<mark>[gpIiM\d]*/
    .source;
/** Letters that stand alone, labels and the jumps to them, and groups. */
const COMMAND = new RegExp(
  `[\\s;]*(?:${ADDRESSES}(?:(?:[pdDPgGhHxnN=lzF]|[qQ]\\s*\\d*|[bt]\\s*[a-z]?|${SUBSTITUTION})\\s*(?:[;\\n]|$|(?=\\}))|\\{)|:[a-z]\\s*(?:[;\\n]|$)|\\}\\s*(?:[;\\n]|$|(?=\\}))|$)`,
  'y',
);
/** Seds do not agree whether a delimiter may stand in brackets: those of a plain one are closed. */
const CLOSED_BRACKETS = /^(?:[^[\\]|\\.|\[\^?(?:\][^\]]*|[^\]]+)\])*$/s;

function isPlainScript(script: string): boolean {
  COMMAND.lastIndex = 0;
  while (COMMAND.lastIndex < script.length) {
    const found = COMMAND.exec(script);
    if (!found) return false;
    const [, first = '', second = ''] = found;
    if (![first, second, found.groups?.regex ?? ''].every((regex) => CLOSED_BRACKETS.test(regex))) return false;
  }
  return true;
}
