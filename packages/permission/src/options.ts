/**
 * Reads the options of a program against an allow-list. Every option has to be on the list exactly as it is written:
 * abbreviations of long options and unknown letters in a cluster are not.
 */

export type OptionList = {
  /** Letters of short options without a value. */
  readonly flags?: string;
  /** Letters of short options with a value that is no path, attached or in the next word. */
  readonly valued?: string;
  /** Letters of short options whose value is a path that is read. */
  readonly paths?: string;
  /** Long options without a value, or with one after `=` that is no path. Separated by blanks. */
  readonly long?: string;
  /** Long options with a value that is no path, after `=` or in the next word. */
  readonly longValued?: string;
  /** Long options whose value is a path that is read. */
  readonly longPaths?: string;
  /** Letters of short options that may have a value, attached. */
  readonly attached?: string;
  /** Whether `-5` is a number (head, tail). */
  readonly numbers?: boolean;
  /** Whether all words from the first operand on are operands. */
  readonly leading?: boolean;
};

export type OptionsRead =
  /**
   * `given` holds the options by name without dashes; `values` the values of those that have one, in order, and what is attached
   * to those that may have one; `paths` the
   * values that are paths.
   */
  | {
      readonly ok: true;
      readonly given: ReadonlySet<string>;
      readonly values: ReadonlyMap<string, readonly string[]>;
      readonly paths: readonly string[];
      readonly operands: readonly string[];
    }
  | { readonly ok: false; readonly option: string };

type Step = { readonly name: string; readonly value: 'none' | 'text' | 'path'; readonly attached: string | null };

/** Whether programs take options behind their operands too, and the values that the lists say, as GNU's do. */
const IS_GNU = process.platform === 'linux' && process.env.POSIXLY_CORRECT === undefined;
/** Of these it is certain that they have a value, whatever that begins with. */
const OF_PATTERNS: ReadonlySet<string> = new Set(['e', 'regexp']);

/**
 * Options may stand after operands. Elsewhere than with GNU's programs that may be otherwise, and an option that has a value
 * there may have none: so the values in words of their own are paths, too.
 */
export function readOptions(words: readonly string[], list: OptionList, isGnu: boolean = IS_GNU): OptionsRead {
  const given = new Set<string>();
  const values = new Map<string, string[]>();
  const paths: string[] = [];
  const operands: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (word === '--') return { ok: true, given, values, paths, operands: [...operands, ...words.slice(at + 1)] };
    if (!word.startsWith('-') || word === '-') {
      if (list.leading) return { ok: true, given, values, paths, operands: words.slice(at) };
      operands.push(word);
      continue;
    }
    if (list.numbers && /^-\d+$/.test(word)) continue;
    const steps = word.startsWith('--') ? longOption(word, list) : cluster(word, list);
    if (!steps) return { ok: false, option: word };
    for (const { name, value, attached } of steps) {
      given.add(name);
      if (value === 'none' && attached !== null) values.set(name, [...(values.get(name) ?? []), attached]);
      if (value === 'none') continue;
      const text = attached ?? words[++at];
      if (text === undefined) return { ok: false, option: word };
      // Where the program knows of no value there, it would be an option that nobody has read.
      if (attached === null && /^-\D/.test(text) && !OF_PATTERNS.has(name)) return { ok: false, option: text };
      values.set(name, [...(values.get(name) ?? []), text]);
      if (value === 'path' || (!isGnu && attached === null)) paths.push(text);
    }
  }
  return { ok: true, given, values, paths, operands };
}

function longOption(word: string, list: OptionList): Step[] | null {
  const equals = word.indexOf('=');
  const name = word.slice(2, equals < 0 ? undefined : equals);
  const attached = equals < 0 ? null : word.slice(equals + 1);
  const value = longKind(name, list);
  return value === null ? null : [{ name, value, attached }];
}

function longKind(name: string, list: OptionList): Step['value'] | null {
  const isIn = (names: string | undefined) => (names ?? '').split(' ').includes(name);
  if (name === '') return null;
  if (isIn(list.long)) return 'none';
  if (isIn(list.longValued)) return 'text';
  return isIn(list.longPaths) ? 'path' : null;
}

/** `-ab`, `-n5`, `-an 5`: letters without value, then at most one with, which takes the rest of the word. */
function cluster(word: string, list: OptionList): Step[] | null {
  const steps: Step[] = [];
  for (let at = 1; at < word.length; at++) {
    const name = word.charAt(at);
    if (list.flags?.includes(name)) {
      steps.push({ name, value: 'none', attached: null });
      continue;
    }
    if (list.attached?.includes(name)) {
      return [...steps, { name, value: 'none', attached: null }];
    }
    const value = list.valued?.includes(name) ? 'text' : list.paths?.includes(name) ? 'path' : null;
    if (value === null) return null;
    const rest = word.slice(at + 1);
    return [...steps, { name, value, attached: rest === '' ? null : rest }];
  }
  return steps;
}
