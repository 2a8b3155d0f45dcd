/** The commands of the stepper: a row each, and a line of input read as one of them. */
import { nearestNames } from '@tagma/protocol';

export type CommandName = keyof typeof ROWS;
export type Command = { readonly name: CommandName; readonly argument: string };

/** Where it can be given: on a history, on a live session, on both. */
type Row = readonly [short: string, argument: string, where: 'both' | 'file' | 'live', what: string];

const ROWS = {
  next: ['n', '[N]', 'both', 'tell the machine the next event, or the next N'],
  back: ['b', '[N]', 'file', 'go back one event, or N'],
  continue: ['c', '', 'both', 'go on to the next breakpoint or difference; live, until something waits for you'],
  goto: ['g', 'N', 'file', 'go to event N; 0 is the start'],
  break: ['k', 'state NAME | event NAME', 'both', 'stop where a state is entered, or at an event'],
  breaks: ['K', '', 'both', 'list the breakpoints'],
  delete: ['d', 'N', 'both', 'remove breakpoint N'],
  show: ['s', '[FIELD]', 'both', 'the event with its fields; of one field, all'],
  guards: ['u', '', 'both', 'the way from state to state, and what each condition said'],
  effects: ['e', '[N]', 'both', 'what the machine asks for, and what it notes; of the Nth, all'],
  context: ['x', '[PATH]', 'both', 'what the machine knows; of one part, all (context turn.calls)'],
  diff: ['f', '', 'both', 'what this event changes in the context'],
  state: ['w', '', 'both', 'where the machine stands, and what it waits for (also: where)'],
  list: ['l', '[N]', 'both', 'the events around this one, N on each side'],
  edit: [
    'm',
    '[JSON | FIELD VALUE]',
    'live',
    'change the event that is held: in your editor, as a whole, or one field',
  ],
  revert: ['v', '', 'live', 'take back what edit has changed'],
  drop: ['r', '', 'live', 'keep the event that is held from the machine'],
  abort: ['a', '', 'live', 'end the turn that runs'],
  say: ['t', 'TEXT', 'live', 'give the agent a prompt'],
  steer: ['i', 'TEXT', 'live', 'say something to the turn that runs'],
  yes: ['y', '', 'live', 'what is asked about may happen: a call, a plan, going on at a limit'],
  always: ['A', '', 'live', 'it may, and its like from now on'],
  no: ['N', '[REASON]', 'live', 'it may not'],
  answer: ['o', 'N | TEXT', 'live', 'answer what the model asks: with one of its options, or in words'],
  help: ['h', '', 'both', 'this list'],
  quit: ['q', '', 'both', 'leave'],
} as const satisfies { readonly [name: string]: Row };

export type Where = 'file' | 'live';
export type Read = { readonly ok: true; readonly command: Command } | { readonly ok: false; readonly message: string };

const NAMES = Object.keys(ROWS) as CommandName[];
const OTHER_NAMES: { readonly [name: string]: CommandName } = {
  cont: 'continue',
  where: 'state',
  '?': 'help',
  exit: 'quit',
};

/** Reads one line that is not empty: a name, its letter or the beginning of only one name, then what belongs to it. */
export function readCommand(line: string, where: Where): Read {
  const [, word = '', argument = ''] = /^\s*(\S+)\s*([\s\S]*?)\s*$/.exec(line) ?? [];
  const known = namesFor(where);
  const name = named(word, known);
  if (name === undefined) return { ok: false, message: unknown(word, known) };
  if (argument !== '' && ROWS[name][1] === '') return { ok: false, message: `${name} takes nothing after it.` };
  return { ok: true, command: { name, argument } };
}

export function helpLines(where: Where): readonly string[] {
  return namesFor(where).map((name) => {
    const [short, argument, , what] = ROWS[name];
    return `  ${short}  ${`${name} ${argument}`.padEnd(32)} ${what}`;
  });
}

export type Counted = { readonly ok: true; readonly value: number } | { readonly ok: false; readonly message: string };

/** The number after a command. @param otherwise where there is none; undefined where there must be one */
export function countOf({ name, argument }: Command, min: number, max: number, otherwise?: number): Counted {
  if (argument === '' && otherwise !== undefined) return { ok: true, value: otherwise };
  const value = Number(argument);
  if (argument !== '' && /^\d+$/.test(argument) && value >= min && value <= max) return { ok: true, value };
  const range = max === Number.MAX_SAFE_INTEGER ? `from ${min}` : `from ${min} to ${max}`;
  const given = argument === '' ? 'It is missing' : `${JSON.stringify(argument)} is none`;
  return { ok: false, message: `${name} takes a whole number ${range}. ${given}. For example: ${name} ${min}` };
}

function named(word: string, known: readonly CommandName[]): CommandName | undefined {
  const byLetter = known.find((name) => ROWS[name][0] === word);
  const other = Object.hasOwn(OTHER_NAMES, word) ? OTHER_NAMES[word] : undefined;
  const exact = byLetter ?? other ?? known.find((name) => name === word);
  if (exact !== undefined) return exact;
  const begun = known.filter((name) => name.startsWith(word));
  return begun.length === 1 ? begun[0] : undefined;
}

function unknown(word: string, known: readonly CommandName[]): string {
  const begun = known.filter((name) => name.startsWith(word));
  const isElsewhere = NAMES.some((name) => name === word);
  const elsewhere = isElsewhere ? ` ${word} is for ${whereElse(word)}.` : '';
  const near = begun.length > 0 ? begun : isElsewhere ? [] : nearestNames(word, known, 2);
  const meant = near.length > 0 ? ` Did you mean ${near.join(' or ')}?` : '';
  return `there is no command ${JSON.stringify(word)} here.${elsewhere}${meant} help lists them all.`;
}

function whereElse(word: string): string {
  return ROWS[word as CommandName][2] === 'live' ? 'a live session (tagma step --live)' : 'a history';
}

function namesFor(where: Where): readonly CommandName[] {
  return NAMES.filter((name) => ROWS[name][2] === 'both' || ROWS[name][2] === where);
}
