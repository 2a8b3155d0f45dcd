/**
 * Names that one command finds and another is given: `find … -exec CMD {} +`, `find … | xargs CMD`, `git ls-files | xargs
 * CMD`. They are not known one by one, but where they lie is: the folders that are searched stand for them, and these
 * are looked through for what is protected, for links that lead out, and for names that would not arrive as they are.
 */
import { type Facts, NO_FACTS } from '@tagma/protocol';
import { commandFacts } from './command.ts';
import { sum } from './facts.ts';
import { readFind } from './find.ts';
import { areTracked } from './git-tracked.ts';
import type { Ground } from './ground.ts';
import { endsOptions } from './inspections.ts';
import { type Names, namesOfFind } from './listed-names.ts';
import { type OptionList, readOptions } from './options.ts';
import { nameOf, SHELL_STATE, SHELLS, WRAPPERS } from './programs.ts';
import { sweepFacts } from './sweep.ts';
import { FOUND, isUnknownText } from './unknown-text.ts';

/** What changes how names are told apart, or how many lines one is, is not among them. */
const XARGS: OptionList = {
  flags: '0r',
  valued: 'nPI',
  long: 'null no-run-if-empty',
  longValued: 'max-args max-procs',
  leading: true,
};

/** Null where no names are handed on, or the command that gets them is not understood. */
export function gatheredFacts(
  program: string,
  words: readonly string[],
  base: string,
  names: Names | null,
  ground: Ground,
): Facts | null {
  if (words.some(isUnknownText)) return null;
  if (program === 'xargs') return names && xargsFacts(words, base, names, ground);
  return program === 'find' ? findExecFacts(words, base, ground) : null;
}

function xargsFacts(words: readonly string[], base: string, names: Names, ground: Ground): Facts | null {
  const read = readOptions(words, XARGS);
  if (!read.ok || names.areEndedByNul !== ['0', 'null'].some((name) => read.given.has(name))) return null;
  const [mark, ...marks] = read.values.get('I') ?? [];
  const command = read.operands.length === 0 ? ['echo'] : read.operands;
  const isOneByOne = ['n', 'max-args'].some((option) => read.values.get(option)?.at(-1) === '1');
  if (mark === '' || marks.length > 0) return null;
  const given =
    mark === undefined ? [...command, ...placesOf(names, isOneByOne)] : put(command, mark, placesOf(names, true));
  return given && handedFacts('xargs', given, base, names, ground);
}

/** `-exec CMD {} ;` and `-exec CMD {} +` at the end of tests that only look. */
function findExecFacts(words: readonly string[], base: string, ground: Ground): Facts | null {
  const read = readFind(words);
  const [acting, ...more] = read.ok ? read.steps.filter(({ word }) => word === '-exec') : [];
  if (!read.ok || !acting || more.length > 0 || read.steps.at(-1) !== acting) return null;
  const end = acting.values.at(-1) ?? '';
  const names = namesOfFind({ ...read, steps: read.steps.slice(0, -1) });
  const given = names && put(acting.values.slice(0, -1), '{}', placesOf(names, end === ';'));
  if (!names || !given) return null;
  // Names that are handed on by find itself arrive as they are.
  const arriving = { ...names, sweep: { ...names.sweep, areEndedByNul: true } };
  const searched = commandFacts('find', words.slice(0, -1 - acting.values.length), base, ground);
  const handed = handedFacts('find', given, base, arriving, ground);
  return handed && sum([searched, handed]);
}

/** What stands for the names: of several, there may always be one more, such as the file that `uniq` would write. */
function placesOf({ roots }: Names, isOneByOne: boolean): readonly string[] {
  const places = roots.map((root) => FOUND + root);
  return isOneByOne ? places : [...places, ...places];
}

/** The roots in the place of the mark, which must be a word of its own; a program is not found in this way. */
function put(command: readonly string[], mark: string, roots: readonly string[]): readonly string[] | null {
  if (command[0]?.includes(mark) || command.some((word) => word !== mark && word.includes(mark))) return null;
  return command.flatMap((word) => (word === mark ? roots : [word]));
}

function handedFacts(
  through: string,
  command: readonly string[],
  base: string,
  names: Names,
  ground: Ground,
): Facts | null {
  const [program = '', ...rest] = command;
  const name = nameOf(program);
  if (SHELLS.has(name) || WRAPPERS.has(name) || SHELL_STATE.has(name) || name === 'find') return null;
  // It would be taken for an option.
  if (names.roots.some((root) => root.startsWith('-'))) return null;
  const facts = commandFacts(program, rest, base, ground);
  // Behind `--` no name is an option, whatever it begins with.
  const isAfterOptions = endsOptions(
    program,
    rest.slice(
      0,
      rest.findIndex((word) => word.startsWith(FOUND)),
    ),
  );
  const { lines, ...sweep } = names.sweep;
  const arriving = isAfterOptions || !lines ? { ...sweep, lines: 'with-folder' as const } : { ...sweep, lines };
  const swept = sweepFacts(names.roots, arriving, base, ground);
  const reached = names.areTracked ? { ...swept, reads: areTracked(swept.reads, base, ground) } : swept;
  return sum([{ ...NO_FACTS, runs: [through] }, facts, reached]);
}
