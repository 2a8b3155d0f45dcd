/** How a list to choose from looks: its title and hint, what is typed, and the choices around the chosen one. */
import { oneLine, visible } from '@tagma/protocol';
import { firstShown } from '../text/first-shown.ts';
import { beginningOf, endOf, widthOf } from '../text/glyphs.ts';
import { type Line, line, targeted } from '../text/line.ts';
import { wrap } from '../text/wrap.ts';
import { type Choice, type ChoiceList, foundIn } from './list.ts';

/** A list of fewer choices is searched by looking at it: the row for the query comes once something is typed. */
const QUERY_FROM = 8;
/** Code units of a label that are looked at: more than fit, however narrow its signs. */
const LENGTH_LOOKED_AT = 1_000;
/** Long details have at least this share of the row where the labels beside them are long, too; a note has at most that. */
const DETAIL_SHARE = 0.45;
const NOTE_SHARE = 0.5;
const MARK = '› ';
const GAP = '  ';
const TYPED = 'find: ';

/** Exactly what fits into `rows` rows of `columns`; the chosen one is among them wherever there is a row for it. */
export function listLines(list: ChoiceList, columns: number, rows: number): readonly Line[] {
  const head = headOf(list, columns, rows);
  const foot = footOf(list, columns, rows - head.length);
  const room = Math.max(1, rows - head.length - foot.length);
  const choices = choiceLines(list, columns, room);
  const gap = Array.from({ length: foot.length === 0 ? 0 : room - choices.length }, (): Line => []);
  return [...head, ...choices, ...gap, ...foot].slice(0, Math.max(1, rows));
}

/** Rows that the chosen one has below the list, where it says more than fits into its row. */
const FOOT_ROWS = 3;
/** Rows of choices that are worth more than those below. */
const CHOICES_WORTH = 5;
/** So many of the choices are asked whether they fit. */
const ASKED_MAX = 1_000;

/** The chosen one whole, or as much of it as there is room for; always as high, so that nothing jumps. */
function footOf(list: ChoiceList, columns: number, room: number): readonly Line[] {
  const found = foundIn(list);
  const chosen = found[list.chosen];
  if (chosen === undefined || room < CHOICES_WORTH + FOOT_ROWS) return [];
  const labels = labelColumns(found, columns);
  const fits = (choice: Choice): boolean => isWhole(choice, columns, labels);
  if (found.slice(0, ASKED_MAX).every(fits)) return [];
  const { label, detail = '' } = chosen;
  const text = detail === '' ? label : `${label}: ${detail}`;
  const words = fits(chosen) ? [] : wrap(line([harmless(text), 'text']), columns).slice(0, FOOT_ROWS - 1);
  return Array.from({ length: FOOT_ROWS }, (_, index) => (index === 0 ? [] : (words[index - 1] ?? [])));
}

/** Where the caret stands in the query, from the first of the list's rows; null while there is no row for it. */
export function listCaret(
  list: ChoiceList,
  columns: number,
  rows: number,
): { readonly row: number; readonly column: number } | null {
  if (!hasQueryRow(list)) return null;
  const row = headOf(list, columns, rows).findIndex((each) => each[0]?.text === TYPED);
  const before = oneLine(visible(list.query.text.slice(0, list.query.caret)));
  const column = Math.min(columns - 1, TYPED.length + widthOf(endOf(before, columns - TYPED.length - 1)));
  return row < 0 ? null : { row, column };
}

function hasQueryRow({ choices, query }: ChoiceList): boolean {
  return query.text !== '' || (choices?.length ?? 0) >= QUERY_FROM;
}

/** On a low screen the hint goes first, then the blank row. */
function headOf(list: ChoiceList, columns: number, rows: number): readonly Line[] {
  const { title, hint, choices, query } = list;
  const found = foundIn(list).filter(({ isFallback }) => !isFallback).length;
  const title_ = wrap(line([title, 'label'], [countWords(list, found), 'muted']), columns);
  const hints = hint === '' ? [] : wrap(line([hint, 'muted']), columns);
  const typed = hasQueryRow(list)
    ? [line([TYPED, 'muted'], [endOf(oneLine(visible(query.text)), columns - TYPED.length - 1), 'person'])]
    : [];
  const few = Math.min(3, Math.max(1, choices?.length ?? 1));
  if (title_.length + hints.length + typed.length + 1 + few <= rows) return [...title_, ...hints, ...typed, []];
  return title_.length + typed.length + few <= rows ? [...title_, ...typed] : typed;
}

function countWords({ choices, chosen, query }: ChoiceList, found: number): string {
  const all = choices?.filter(({ isFallback }) => !isFallback).length ?? 0;
  if (all === 0) return '';
  if (found === 0) return ` · none of ${all}`;
  const of = query.text.trim() === '' ? '' : ` found, of ${all}`;
  return chosen < found ? ` · ${chosen + 1} of ${found}${of}` : ` · ${found} of ${all} found`;
}

type Row = { readonly heading: string } | { readonly choice: Choice; readonly at: number; readonly isChosen: boolean };

function choiceLines(list: ChoiceList, columns: number, room: number): readonly Line[] {
  if (list.choices === null) return [line([`${GAP}…`, 'muted'])];
  const found = foundIn(list);
  if (found.length === 0) {
    const words =
      list.choices.length === 0 ? (list.none ?? 'There is nothing here.') : 'Nothing answers to what is typed.';
    return wrap(line([GAP + words, 'warning']), columns);
  }
  const rows = rowsOf(list, found);
  const at = rows.findIndex((row) => 'choice' in row && row.isChosen);
  const first = firstShown(at, rows.length, room, list.kept ?? null);
  const shown = rows.slice(first, first + room);
  const labels = labelColumns(found, columns);
  return shown.map((row) =>
    'heading' in row
      ? line([beginningOf(harmless(row.heading), columns), 'label'])
      : targeted(choiceLine(row.choice, row.isChosen, columns, labels), { kind: 'choice', at: row.at, first }),
  );
}

/** Found ones stand in the order of how well they answer, which no heading fits. */
function rowsOf({ chosen, query }: ChoiceList, found: readonly Choice[]): readonly Row[] {
  const isGrouped = query.text.trim() === '';
  return found.flatMap((choice, index): Row[] => {
    const row: Row = { choice, at: index, isChosen: index === chosen };
    const { group } = choice;
    const begins = isGrouped && group !== undefined && group !== found[index - 1]?.group;
    return begins ? [{ heading: group }, row] : [row];
  });
}

/**
 * Columns of the labels, so that what stands behind them stands in a column too. Short details are whole; of long ones
 * and long labels each has its share of what the notes leave.
 */
function labelColumns(found: readonly Choice[], columns: number): number {
  const asked = found.slice(0, ASKED_MAX);
  const widest = (of: (choice: Choice) => string) =>
    Math.max(0, ...asked.map((choice) => widthOf(harmless(of(choice)))));
  const [label, detail] = [widest((choice) => choice.label), widest(({ detail = '' }) => detail)];
  if (detail === 0) return columns;
  const note = Math.min(
    widest(({ note = '' }) => note),
    Math.floor(columns * NOTE_SHARE),
  );
  const room = Math.max(0, columns - MARK.length - (note === 0 ? 0 : note + GAP.length) - GAP.length);
  return Math.min(label, room - Math.min(detail, Math.max(room - label, Math.floor(room * DETAIL_SHARE))));
}

/** Whether nothing of it is cut. */
function isWhole({ label, detail = '', note = '' }: Choice, columns: number, labels: number): boolean {
  const width = widthOf(harmless(label));
  const details = detail === '' ? 0 : labels - width + GAP.length + widthOf(harmless(detail));
  return width <= labels && MARK.length + width + details + noteColumns(note, columns) <= columns;
}

/** With the gap before it. */
function noteColumns(note: string, columns: number): number {
  return note === '' ? 0 : Math.min(widthOf(harmless(note)), Math.floor(columns * NOTE_SHARE)) + GAP.length;
}

function choiceLine(
  { label, detail = '', note = '' }: Choice,
  isChosen: boolean,
  columns: number,
  labels: number,
): Line {
  const noteRoom = noteColumns(note, columns);
  const room = Math.max(1, columns - MARK.length - noteRoom);
  const shownLabel = beginningOf(harmless(label), Math.max(1, Math.min(labels, room)));
  const left = room - labels - GAP.length;
  const shownDetail = detail === '' || left < 1 ? '' : beginningOf(harmless(detail), left);
  const filled = shownDetail === '' ? shownLabel : padded(shownLabel, labels) + GAP;
  const gap = Math.max(0, room - widthOf(filled) - widthOf(shownDetail)) + GAP.length;
  const shownNote = noteRoom === 0 ? '' : ' '.repeat(gap) + beginningOf(harmless(note), noteRoom - GAP.length);
  return line(
    [(isChosen ? MARK : GAP) + filled, isChosen ? 'person' : 'text'],
    [shownDetail, isChosen ? 'person' : 'muted'],
    [shownNote, 'muted'],
  ).filter(({ text }) => text !== '');
}

function padded(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - widthOf(text)));
}

function harmless(text: string): string {
  return oneLine(visible(text.slice(0, LENGTH_LOOKED_AT)));
}
