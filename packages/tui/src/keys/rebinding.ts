/**
 * The table of keys as the person has bound them: the tables of the screen, with what the configuration says in their place. What
 * cannot be had is said, with its place, and the command keeps the keys that it had. Pure.
 */
import type { ViewWhere, Where } from './binding.ts';
import { isRare, isSign, readChord } from './chord.ts';
import { chordName } from './chord-name.ts';
import { isInView } from './in-history.ts';
import { type AnyBinding, type AnyCommand, isOfSession, KEY_TABLE, type KeyTable } from './key-table.ts';
import { nearest } from './nearest.ts';

/** What stands in the configuration for one command. `at` is its place there: FILE:LINE:COLUMN. */
export type KeyEntry = {
  /** A command, or a place and a command: `palette`, `list.choice-down`. */
  readonly name: string;
  /** None: the command has no key. */
  readonly chords: readonly string[];
  readonly at: string;
};

/** `problems`: a sentence each, with its place. */
export type BoundKeys = { readonly table: KeyTable; readonly problems: readonly string[] };

/** Without a key for these nobody could work, or leave. */
const ESSENTIAL: ReadonlySet<AnyCommand> = new Set<AnyCommand>(['send', 'interrupt', 'clear-or-quit', 'leave-view']);

/** Places that can be asked for together, none of which is meant to cover the other. `anywhere` is behind all of them. */
const TOGETHER: readonly (readonly Where[])[] = [
  ['options', 'answering', 'question', 'open', 'blank'],
  ['asked', 'reason', 'options', 'open', 'blank'],
  ['stepping', 'held', 'machine', 'blank'],
  ['block', 'machine', 'blank'],
];

type Taken = { readonly entry: KeyEntry; readonly chords: readonly string[] };

/**
 * The keys as the person has bound them. An entry that is wrong, or that would take a key which has to stay, is left out, and
 * `problems` says so with its place.
 */
export function boundKeys(entries: readonly KeyEntry[], defaults: KeyTable = KEY_TABLE): BoundKeys {
  const problems: string[] = [];
  let taken: Taken[] = [];
  for (const entry of entries) {
    const read = readEntry(entry, defaults);
    if (typeof read === 'string') problems.push(`${entry.at}: ${read}`);
    else taken.push(read);
  }
  for (;;) {
    const table = tableOf(taken, defaults);
    const loser = taken.findLast((each) => conflictOf(each, table) !== null);
    if (loser === undefined)
      return { table, problems: [...problems, ...taken.flatMap((each) => notesOn(each, table, defaults))] };
    problems.push(kept(`${loser.entry.at}: ${conflictOf(loser, table)}`));
    taken = taken.filter((each) => each !== loser);
  }
}

function kept(problem: string): string {
  return `${problem} It keeps its keys.`;
}

function readEntry(entry: KeyEntry, defaults: KeyTable): Taken | string {
  const { name, chords } = entry;
  const bindings = defaults.filter((binding) => isNamed(binding, name));
  const [first] = bindings;
  if (first === undefined) return aboutName(name, defaults);
  const read = chords.map(readChord);
  const wrong = read.find((each) => !each.ok);
  if (wrong && !wrong.ok) return kept(`"${name}": ${wrong.message}${wrong.message.endsWith('?') ? '' : '.'}`);
  const signs = [...new Set(read.flatMap((each) => (each.ok ? [each.chord] : [])))];
  const unfit = signs.find((chord) => !bindings.some(({ where }) => isFit(chord, where, defaults)));
  if (unfit !== undefined) return kept(`"${name}": ${chordName(unfit)} writes a sign there; take it with Ctrl or Alt.`);
  if (signs.length === 0 && ESSENTIAL.has(first.command)) return kept(`"${name}" cannot be left without a key.`);
  return { entry, chords: signs };
}

function isNamed({ where, command }: KeyTable[number], name: string): boolean {
  return command === name || `${where}.${command}` === name;
}

function aboutName(name: string, defaults: KeyTable): string {
  const names = defaults.flatMap(({ where, command }) => [command, `${where}.${command}`]);
  const near = nearest(name, names);
  const meant = near === null ? '' : ` Did you mean "${near}"?`;
  return `There is no command "${name}" with keys.${meant} tagma keys lists them.`;
}

/** A sign is a key only where nothing is written. */
function isFit(chord: string, where: Where | ViewWhere, defaults: KeyTable): boolean {
  return !isSign(chord) || defaults.some((each) => each.where === where && each.chords.some(isSign));
}

/** Of a command that is bound in several places each takes what it can; where it can take nothing it stays as it is. */
function tableOf(taken: readonly Taken[], defaults: KeyTable): KeyTable {
  return defaults.map((binding) => {
    const own = taken.findLast(({ entry }) => isNamed(binding, entry.name));
    if (own === undefined) return binding;
    const chords = own.chords.filter((chord) => isFit(chord, binding.where, defaults));
    return chords.length === 0 && own.chords.length > 0 ? binding : { ...binding, chords };
  });
}

/** Another command that would have the same key where both can be meant; null where there is none. */
function conflictOf({ entry, chords }: Taken, table: KeyTable): string | null {
  for (const own of table.filter((binding) => isNamed(binding, entry.name))) {
    for (const chord of own.chords.filter((each) => chords.includes(each))) {
      const other = table.find(
        (each) => each.command !== own.command && each.chords.includes(chord) && isDisputed(own, each),
      );
      if (other) return `"${entry.name}": ${chordName(chord)} is bound to "${other.command}".`;
    }
  }
  return null;
}

/** An inner place may cover what holds anywhere, but not what nobody can do without. */
function isDisputed(own: AnyBinding, other: AnyBinding): boolean {
  if (own.where === other.where) return true;
  if (!isOfSession(own) || !isOfSession(other)) return false;
  if (other.where === 'anywhere') return ESSENTIAL.has(other.command);
  return TOGETHER.some((places) => places.includes(own.where) && places.includes(other.where));
}

/** What is as it was asked for, and may not be what was meant. */
function notesOn({ entry, chords: given }: Taken, table: KeyTable, defaults: KeyTable): readonly string[] {
  const before = defaults.flatMap((binding) => (isNamed(binding, entry.name) ? binding.chords : []));
  const chords = given.filter((chord) => !before.includes(chord));
  const rare = chords.filter(isRare).map((chord) => `${chordName(chord)} is told from others by few terminals only.`);
  const isAnywhere = table.some((binding) => isNamed(binding, entry.name) && binding.where === 'anywhere');
  const inViews = table.some((binding) => isNamed(binding, entry.name) && isInView(binding.command, 'history'));
  const covered = chords.flatMap((chord) => {
    const inner = table.filter((each) => each.where !== 'anywhere' && (isOfSession(each) || inViews));
    const over = isAnywhere ? inner.filter((each) => each.chords.includes(chord)) : [];
    const others = over.filter((each) => !isNamed(each, entry.name)).map(({ where, command }) => `${where}.${command}`);
    return others.length === 0 ? [] : [`${chordName(chord)} is ${others.join(', ')} where that can be done.`];
  });
  return [...rare, ...covered].map((words) => `${entry.at}: "${entry.name}": ${words}`);
}
