/**
 * What is told of the messages that were left out, in their place: what the person said in them, word for word, the summary of
 * the rest, and the files. It stands at the beginning of the conversation.
 */
import { guard, NO_SUMMARY, oneLine, type Summary, visible, writeSummary } from '@tagma/protocol';
import type { Context } from '../context.ts';
import { estimateTokens } from '../estimate.ts';
import { withoutEndIn } from '../left-out.ts';
import type { Entry } from '../message.ts';
import { todoText } from '../todo.ts';
import { charactersOf } from '../tokens.ts';
import { decisionsWith } from './decisions.ts';
import type { Memory } from './known.ts';

const LEFT_OUT = '(The older part of this conversation is left out.)';
const SUMMED_UP = 'What happened before, summed up:';
const SAID = 'What the user has said, oldest first:';
/** Files are named up to so many, the last ones. */
const FILES_MAX = 30;
/** Of a text that is cut, less would say nothing. */
const CHARACTERS_MIN = 80;

/** What is known of all messages before the one of that number, with what was known of earlier ones. */
export function memoryOf({ memory, conversation, turn }: Context, until: number, charactersMax: number): Memory {
  const old = conversation.slice(0, until);
  const said = [...(memory?.said ?? []), ...old.flatMap((entry) => entry.said)];
  const summary = withDecisions(memory?.summary ?? null, old, charactersMax);
  return { said: boundedSaid(said, charactersMax, turn.task).map(({ whole }) => whole), summary };
}

/** A summary tells of no decision that came after it; where there is none, of those alone. */
function withDecisions(summary: Summary | null, old: readonly Entry[], charactersMax: number): Summary | null {
  const before = summary?.decisions ?? '';
  const decisions = decisionsWith(
    before,
    old.map(({ message }) => message),
    charactersMax,
  );
  return decisions === before ? summary : { ...(summary ?? NO_SUMMARY), decisions };
}

/** The message that tells it; the list of steps in it has not more than so many characters, fewer of a script that takes more tokens. */
export function headOf(context: Context, { said, summary }: Memory, charactersMax: number): Entry {
  const texts = boundedSaid(said, charactersMax, context.turn.task).map(({ told }, i) => `${i + 1}. ${told}`);
  const told = texts.length === 0 ? '' : [SAID, ...texts].join('\n\n');
  const summed = summary === null ? LEFT_OUT : `${SUMMED_UP}\n${writeSummary(summary)}`;
  const list = todoText(context);
  const steps = withoutEndIn(list, charactersLike(list, charactersMax), CHARACTERS_MIN) ?? '';
  const content = [told, summed, filesText(context, Math.floor(charactersMax / 2)), steps].filter(Boolean).join('\n\n');
  return { message: { role: 'user', content }, parts: [], said: [] };
}

/**
 * Of what was said, in not more than so many characters: what belongs to the task at hand, then the last, then the very first.
 * Each that is too long is told cut; it is known whole, for by its words the task is known again.
 */
function boundedSaid(said: readonly string[], charactersMax: number, task: string): readonly SaidBefore[] {
  const eachMax = Math.floor(charactersMax / 2);
  const latest = said.map((_, i) => i).reverse();
  const ranked = [...latest.filter((i) => task.includes(said[i] ?? '')), ...latest.slice(0, -1), 0];
  const kept = new Map<number, SaidBefore>();
  let left = charactersMax;
  for (const i of ranked) {
    const whole = said[i];
    if (whole === undefined || kept.has(i)) continue;
    const told = withoutEndIn(whole, charactersLike(whole, Math.min(eachMax, left)), CHARACTERS_MIN);
    if (told === null) continue;
    kept.set(i, { whole, told });
    left -= charactersTakenBy(told);
  }
  return said.flatMap((_, i) => kept.get(i) ?? []);
}

/** How many characters of the text take as much of the window as so many of prose and code: of Chinese, for instance, fewer. */
function charactersLike(text: string, characters: number): number {
  const beginning = text.slice(0, Math.max(characters, 0));
  return beginning === '' ? characters : Math.floor((characters * beginning.length) / charactersTakenBy(beginning));
}

/** As many of prose and code would take as much of the window. */
function charactersTakenBy(text: string): number {
  return Math.max(text.length, charactersOf(estimateTokens(text)));
}

type SaidBefore = { readonly whole: string; readonly told: string };

/** The last files of each kind, in not more than so many characters each. */
function filesText({ files }: Context, charactersMax: number): string {
  const lines = [
    ...(files.changed.length === 0 ? [] : [`Files changed so far: ${listed(files.changed, charactersMax)}`]),
    ...(files.read.length === 0 ? [] : [`Files read so far: ${listed(files.read, charactersMax)}`]),
  ];
  return lines.join('\n');
}

/** A name may hold anything: none can pass for markup or for another line. */
function listed(files: readonly string[], charactersMax: number): string {
  const shown: string[] = [];
  let left = charactersMax;
  for (const file of files.toReversed()) {
    const name = guard(visible(oneLine(file)));
    left -= charactersTakenBy(name) + 2;
    if (left < 0 || shown.length >= FILES_MAX) break;
    shown.unshift(name);
  }
  const before = files.length - shown.length;
  return [...shown, ...(before > 0 ? [`${before} ${shown.length > 0 ? 'before them' : 'with long names'}`] : [])].join(
    ', ',
  );
}
