/** Sessions under each other in columns. On a terminal each row is one line: what matters least is left out, the title is cut. */

import { basename } from 'node:path';
import type { SessionSummary } from '@tagma/history';
import { oneLine, visible } from '@tagma/protocol';
import { beginningOf, widthOf } from '@tagma/tui';
import { shownBytes, shownCost, shownCount, shownTime } from './words.ts';

type Column = {
  readonly name: string;
  readonly of: (summary: SessionSummary) => string;
  readonly isNumber?: true;
};

const GAP = '  ';
/** A title with less room than this makes other columns go. */
const TITLE_WIDTH_MIN = 24;
/** Those that go first stand first. */
const SPARED = ['size', 'tokens', 'cost', 'model', 'turns', 'state', 'when'];

/**
 * @param width of the terminal, in columns; null where it is none: then nothing is cut.
 * @param withProject whether they are of several projects
 */
export function sessionRows(
  summaries: readonly SessionSummary[],
  width: number | null,
  now: number,
  withProject: boolean,
): string[] {
  const all = columnsOf(now, withProject).filter(({ of }) => summaries.some((summary) => of(summary) !== ''));
  const columns = width === null ? all : fitting(all, summaries, width);
  const taken = columns.map((column) => (column.name === 'title' ? 0 : widthIn(column, summaries)));
  const gaps = GAP.length * (columns.length - 1);
  const left = width === null ? Number.POSITIVE_INFINITY : width - gaps - taken.reduce((sum, each) => sum + each, 0);
  const rows = [columns.map(({ name }) => name), ...summaries.map((summary) => columns.map(({ of }) => of(summary)))];
  const titles = columns.findIndex(({ name }) => name === 'title');
  const widest = Math.max(...rows.map((row) => widthOf(row[titles] ?? '')));
  const titleWidth = Math.max(Math.min(widest, left), 1);
  return rows.map((row) =>
    row
      .map((cell, at) => {
        const room = at === titles ? titleWidth : (taken[at] ?? 0);
        return aligned(beginningOf(cell, room), room, columns[at]?.isNumber === true);
      })
      .join(GAP)
      .trimEnd(),
  );
}

function columnsOf(now: number, withProject: boolean): readonly Column[] {
  const project: Column = { name: 'project', of: ({ folder }) => harmless(folder) };
  return [
    { name: 'id', of: ({ file }) => harmless(basename(file, '.xml')) },
    { name: 'when', of: ({ changedAt }) => shownTime(changedAt, now) },
    ...(withProject ? [project] : []),
    { name: 'title', of: ({ title }) => harmless(title) || '–' },
    { name: 'model', of: ({ model }) => harmless(model) },
    { name: 'turns', of: ({ prompts }) => String(prompts), isNumber: true },
    { name: 'tokens', of: ({ tokens }) => (tokens === 0 ? '' : shownCount(tokens)), isNumber: true },
    { name: 'cost', of: ({ cost }) => shownCost(cost), isNumber: true },
    { name: 'state', of: ({ state, torn }) => (torn ? `${state}, torn` : state) },
    { name: 'size', of: ({ bytes }) => shownBytes(bytes), isNumber: true },
  ];
}

/** Without the columns that leave too little room for the title. */
function fitting(columns: readonly Column[], summaries: readonly SessionSummary[], width: number): readonly Column[] {
  let kept = columns;
  for (const name of SPARED) {
    const others = kept.filter((column) => column.name !== 'title');
    const taken = others.reduce((sum, column) => sum + widthIn(column, summaries) + GAP.length, 0);
    if (width - taken >= TITLE_WIDTH_MIN) break;
    kept = kept.filter((column) => column.name !== name);
  }
  return kept;
}

function widthIn({ name, of }: Column, summaries: readonly SessionSummary[]): number {
  return Math.max(name.length, ...summaries.map((summary) => widthOf(of(summary))));
}

function aligned(cell: string, width: number, toTheRight: boolean): string {
  const blanks = ' '.repeat(Math.max(0, width - widthOf(cell)));
  return toTheRight ? blanks + cell : cell + blanks;
}

/** What comes from a file may hold anything; it becomes a part of one line that a terminal obeys in nothing. */
function harmless(text: string): string {
  return oneLine(visible(text));
}
