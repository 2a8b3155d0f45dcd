/**
 * What rules say of a command's text. There is no shell parser here: an allow rule is compared to the letter, one that
 * denies or asks with every reading of the text that comes near it. Quotes, blanks, options in between, words that the
 * shell makes up: none of it leads around a denial.
 */

/** Characters that make a command of more than one simple command, or of more than its words. */
const SHELL_OPERATORS = /[;&|<>()`$\n\r]/;
/** What ends a simple command, roughly: good enough to find where a forbidden one might begin. */
const COMMAND_BREAKS = /[;&|\n\r(){}`!]+/;
const REDIRECTION = /\d{0,3}(&>>?|[<>]{1,3}[&|]?)[ \t]*[^\s;&|<>()]+/g;
const BRACES = /\{[^\s{}]*\}/g;
/** A word of these may come to any words, or to none. */
const MADE_UP = /[$*?[]/;
const ASSIGNMENT = /^\w+\+?=/;

/** Whether a command is one simple command that begins with these words, and nothing else. */
export function isOneCommandOf(command: string, prefix: string): boolean {
  return !SHELL_OPERATORS.test(command) && (command === prefix || command.startsWith(`${prefix} `));
}

/** Whether some simple command in there may be just this one. @param runs the programs that are known to run */
export function mayBe(command: string, wanted: string, runs: readonly string[] | null): boolean {
  return mayHold(command, wanted, runs, isSame);
}

/** Whether some simple command in there may begin with these words. */
export function mayBeginWith(command: string, prefix: string, runs: readonly string[] | null): boolean {
  return mayHold(command, prefix, runs, leads);
}

/** Whether a command names a path itself: from `/` on, or from the home. */
export function isNamedIn(command: string, path: string): boolean {
  const words = command.split(/[\s'"=:;&|<>()]+/);
  return words.some((word) => word === path || (word.startsWith('~/') && path.endsWith(word.slice(1))));
}

/** Takes where the words after the program begin, in rising order, and what they should be. */
type Matches = (words: readonly string[], starts: readonly number[], wanted: readonly string[]) => boolean;

/** @param runs null where it is not known what runs: then a name may stand anywhere, and for anything */
function mayHold(command: string, wanted: string, runs: readonly string[] | null, matches: Matches): boolean {
  if (
    command
      .split(COMMAND_BREAKS)
      .concat(command)
      .some((part) => part.trim() === wanted)
  )
    return true;
  const [[program = '', ...rest] = [], ...more] = simpleCommands(wanted);
  if (program === '' || more.length > 0) return false;
  const name = lastName(program);
  const isRun = runs === null || runs.some((each) => lastName(each) === name);
  return simpleCommands(command).some((words) => {
    const first = words.findIndex((word) => !ASSIGNMENT.test(word));
    // What the shell makes of a first word may be a program and more.
    if (isRun && MADE_UP.test(words[first] ?? '')) return true;
    const isProgram = (word: string) => lastName(word) === name || MADE_UP.test(word);
    const found = words.flatMap((word, at) => ((isRun || at === first) && isProgram(word) ? [at + 1] : []));
    return matches(words, found, rest);
  });
}

/** The words of each, without quotes and redirections. */
function simpleCommands(text: string): readonly (readonly string[])[] {
  const plain = text.replaceAll('\\\n', '').replace(REDIRECTION, ' ').replace(BRACES, madeUp);
  const commands = plain.split(COMMAND_BREAKS).map((part) => part.replace(/['"\\]/g, '').split(/\s+/));
  return commands.map((words) => words.filter((word) => word !== '')).filter((words) => words.length > 0);
}

/** `{git,push}`: the shell makes words of it. */
function madeUp(braces: string): string {
  return /,|\.\./.test(braces) ? '$' : braces;
}

function isSame(words: readonly string[], starts: readonly number[], wanted: readonly string[]): boolean {
  return starts.some((start) => {
    const rest = words.slice(start, start + wanted.length + 1);
    const made = rest.findIndex((word) => MADE_UP.test(word));
    const length = made < 0 ? Math.max(rest.length, wanted.length) : made;
    return rest.slice(0, length).join(' ') === wanted.slice(0, length).join(' ');
  });
}

/** Options may stand in between, each with a value. */
function leads(words: readonly string[], starts: readonly number[], wanted: readonly string[]): boolean {
  let reached = new Set(starts);
  for (const next of wanted) {
    const after = new Set<number>();
    for (const at of reached) {
      const word = words[at];
      if (word === undefined) continue;
      if (MADE_UP.test(word)) return true;
      if (word === next) after.add(at + 1);
      if (word.startsWith('-')) reached.add(at + 1).add(at + 2);
    }
    reached = after;
  }
  return reached.size > 0;
}

function lastName(program: string): string {
  return program.slice(program.lastIndexOf('/') + 1);
}
