/**
 * What may be meant by the word before the caret: a command behind a slash, what it takes, a file behind an `@`. The menu
 * follows from the draft, so nothing has to keep the two together; only what the person did to it is remembered. Pure.
 */
import { commandName, namesOf, TYPED_COMMANDS } from '../keys/typed-commands.ts';
import type { Model } from '../screen/model.ts';
import { fuzzyScore } from '../text/fuzzy.ts';
import { argumentsOf } from './command-arguments.ts';
import { type Composer, replaced } from './composer.ts';
import { isFolder } from './folders.ts';
import { search } from './path-search.ts';

export type Completion = {
  readonly kind: 'command' | 'argument' | 'file';
  /** The piece of the draft that a choice takes the place of. */
  readonly from: number;
  readonly to: number;
  /** What is looked for. */
  readonly query: string;
  /** The best first. Null: they are being looked for still. */
  readonly entries: readonly Entry[] | null;
};

export type Entry = {
  readonly label: string;
  readonly says: string;
  /** What is written where it is chosen. */
  readonly text: string;
  /** Whether the completion goes on behind that: in a folder. */
  readonly leadsOn?: boolean;
};

/** Entries that are found at most. */
const ENTRIES_MAX = 100;
/** What an `@` may follow: nothing, a blank, or what opens something. */
const FILE = /(?:^|[\s([{<"'`])@("?)([^\s"]*|(?<=")[^"\n]*)$/u;
/** Code units of a word that is looked for. */
const WORD_LENGTH_MAX = 300;

/** Null where there is nothing to complete, or the menu was closed. */
export function completionOf(model: Model): Completion | null {
  const { composer, focus, dialog } = model;
  if (focus !== 'draft' || dialog || composer.anchor !== null) return null;
  const completion = found(model);
  if (completion === null || completion.from === model.writing.menu.closedAt) return null;
  return completion.entries?.length === 0 ? null : completion;
}

/** Of its entries, from 0: the best, as long as the person chooses no other. */
export function chosenIn({ writing: { menu }, composer }: Model): number {
  return menu.of === composer ? menu.chosen : 0;
}

/** The first entry that is shown, where one was pointed at: nothing moves under the pointer. */
export function keptIn({ writing: { menu }, composer }: Model): number | null {
  return menu.of === composer ? menu.kept : null;
}

/** The word that stands for a file, whether or not any is known yet. */
export function fileWord({ text, caret }: Composer): { readonly from: number; readonly query: string } | null {
  const before = text.slice(Math.max(0, caret - WORD_LENGTH_MAX), caret);
  const [whole, quote = '', query = ''] = FILE.exec(before) ?? [];
  return whole === undefined ? null : { from: caret - query.length - quote.length - 1, query };
}

/** The draft with that entry in it, the caret behind the blank that follows it; behind a folder that leads on there is none. */
export function completed(composer: Composer, { from, to }: Completion, { text, leadsOn = false }: Entry): Composer {
  if (leadsOn) return replaced(composer, from, to, text);
  const behind = composer.text[to];
  const written = replaced(composer, from, to, behind === ' ' || behind === '\n' ? text : `${text} `);
  return behind === ' ' ? { ...written, caret: written.caret + 1 } : written;
}

/** Moves ask for the same again and again, and so does each frame. */
const known = new WeakMap<Composer, { readonly sources: readonly unknown[]; readonly completion: Completion | null }>();

function found(model: Model): Completion | null {
  const { composer, writing, rules, look } = model;
  const sources = [writing.files, writing.models, writing.commands, rules, look];
  const before = known.get(composer);
  if (before && sources.every((source, index) => source === before.sources[index])) return before.completion;
  const completion = commandIn(model) ?? argumentIn(model) ?? fileIn(model);
  known.set(composer, { sources, completion });
  return completion;
}

function commandIn({ composer: { text, caret }, writing }: Model): Completion | null {
  const [word] = /^\/[\p{L}\p{N}_-]*(?=\s|$)/u.exec(text.slice(0, WORD_LENGTH_MAX)) ?? [];
  if (word === undefined || caret === 0 || caret > word.length) return null;
  const query = word.slice(1, caret);
  const entries = [...TYPED_COMMANDS, ...(writing.commands.found ?? [])].map((command) => {
    const { name, score } = nearestName(query, namesOf(command));
    return { label: commandName({ ...command, name }), says: command.says, text: `/${name}`, score };
  });
  return { kind: 'command', from: 0, to: word.length, query, entries: bestOf(entries) };
}

function argumentIn(model: Model): Completion | null {
  const { text, caret } = model.composer;
  const [, name = '', blank = ''] = /^\/([\p{L}\p{N}_-]+)([^\S\n]+)/u.exec(text.slice(0, WORD_LENGTH_MAX)) ?? [];
  const from = 1 + name.length + blank.length;
  if (name === '' || caret < from || text.length > from + WORD_LENGTH_MAX || text.includes('\n')) return null;
  const query = text.slice(from, caret);
  const entries = argumentsOf(model, name).map(({ text: value, says }) => {
    return { label: value, says, text: value, score: scoreOf(query, value) };
  });
  return entries.length === 0 ? null : { kind: 'argument', from, to: text.length, query, entries: bestOf(entries) };
}

function fileIn({ composer, writing: { files } }: Model): Completion | null {
  const word = fileWord(composer);
  if (word === null) return null;
  const place = { kind: 'file', from: word.from, to: composer.caret, query: word.query } as const;
  if (files.found === null) return files.isAsked ? { ...place, entries: null } : null;
  const { texts } = files.found;
  const entries = search(files.found, word.query, ENTRIES_MAX).map(({ index }) => {
    const path = texts[index] ?? '';
    const leadsOn = isFolder(path) && path !== word.query && !path.includes('"');
    return leadsOn
      ? { label: path, says: '', text: opened(path), leadsOn }
      : { label: path, says: isFolder(path) ? 'the folder itself' : '', text: mention(path) };
  });
  return { ...place, entries };
}

/** What is in it is looked for next. */
function opened(folder: string): string {
  return /[\s'`()]/.test(folder) ? `@"${folder}` : `@${folder}`;
}

/** A mention, as whoever reads the prompt takes it: what is named by one goes with what is said. */
function mention(path: string): string {
  return `@${/[\s"'`()<>|\\]/.test(path) ? JSON.stringify(path) : path}`;
}

/** A command has one row: by the first of its names that is like what is looked for, as near as the nearest of them is. */
function nearestName(
  query: string,
  names: readonly string[],
): { readonly name: string; readonly score: number | null } {
  const found = names.flatMap((name) => {
    const score = scoreOf(query, name);
    return score === null ? [] : [{ name, score }];
  });
  const [{ name = '' } = {}] = found;
  return { name, score: found.length === 0 ? null : Math.max(...found.map(({ score }) => score)) };
}

/** The beginning of a name counts most, and the whole name most of all. */
function scoreOf(query: string, name: string): number | null {
  const score = fuzzyScore(query, name);
  if (score === null || query === '') return score;
  return score + (name === query ? 2_000 : name.startsWith(query) ? 1_000 : 0);
}

function bestOf(entries: readonly (Entry & { readonly score: number | null })[]): readonly Entry[] {
  return entries
    .flatMap(({ score, ...entry }) => (score === null ? [] : [{ score, entry }]))
    .sort((one, other) => other.score - one.score)
    .slice(0, ENTRIES_MAX)
    .map(({ entry }) => entry);
}
