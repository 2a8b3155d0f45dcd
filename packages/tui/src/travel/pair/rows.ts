/** The rounds of two histories as rows, without laying out all of them: side by side, or one above the other. */
import type { HistoryDiff, Round, RoundPair } from '@tagma/history';
import { visible } from '@tagma/protocol';
import { beginningOf, widthOf } from '../../text/glyphs.ts';
import { type Line, line, named } from '../../text/line.ts';
import { wrap } from '../../text/wrap.ts';
import type { Role } from '../../theme/roles.ts';
import { excerpts } from './excerpt.ts';
import type { Pair, Top } from './pair.ts';
import { environmentSections, type Section, sectionsOf } from './sections.ts';
import { differenceWords } from './words.ts';

/** From so many columns on they stand side by side. */
export const BESIDE_COLUMNS_MIN = 100;
const LABEL_COLUMNS = 10;
const BORDER = ' │ ';

const kept = new WeakMap<object, { readonly columns: number; readonly rows: readonly Line[] }>();

/** What both ran on, and a block for each pair of rounds. */
export function blockCount({ rounds }: HistoryDiff): number {
  return rounds.length + 1;
}

export function blockRows(diff: HistoryDiff, block: number, columns: number): readonly Line[] {
  const of = block === 0 ? diff.environment : diff.rounds[block - 1];
  if (of === undefined) return [];
  const known = kept.get(of);
  if (known?.columns === columns) return known.rows;
  const pair = diff.rounds[block - 1];
  const rows = block === 0 || !pair ? environmentRows(diff, columns) : pairRows(pair, columns);
  kept.set(of, { columns, rows });
  return rows;
}

/** At most `height` rows from there on. */
export function rowsFrom({ diff, top, size }: Pair, height: number): readonly Line[] {
  const rows: Line[] = [];
  for (let block = top.block; block < blockCount(diff) && rows.length < height; block++) {
    rows.push(...blockRows(diff, block, size.columns).slice(block === top.block ? top.row : 0));
  }
  return rows.slice(0, height);
}

/** So many rows further down, or up; not past the last block's end, nor the first one's beginning. */
export function movedBy({ diff, top, size }: Pair, by: number): Top {
  let { block, row } = top;
  row += by;
  while (row < 0 && block > 0) {
    block -= 1;
    row += blockRows(diff, block, size.columns).length;
  }
  for (;;) {
    const length = blockRows(diff, block, size.columns).length;
    if (row < length) break;
    if (block === blockCount(diff) - 1) return { block, row: Math.max(0, length - 1) };
    row -= length;
    block += 1;
  }
  return { block, row: Math.max(0, row) };
}

function environmentRows(diff: HistoryDiff, columns: number): readonly Line[] {
  const sections = environmentSections(diff.environment);
  const title = sections.length === 0 ? 'both ran on the same' : 'what they ran on differs';
  return [line([title, 'label']), ...sections.flatMap((each) => sectionRows(each, columns)), []];
}

function pairRows(pair: RoundPair, columns: number): readonly Line[] {
  const mark = pair.same ? '=' : '≠';
  const title: Section = { name: mark, a: titleOf(pair.a), b: titleOf(pair.b), same: true };
  const words = wrap(
    line([' '.repeat(LABEL_COLUMNS), 'text'], [differenceWords(pair), pair.same ? 'muted' : 'warning']),
    columns,
  );
  return [
    ...sectionRows(title, columns, 'label'),
    ...words,
    ...sectionsOf(pair).flatMap((each) => sectionRows(each, columns)),
    [],
  ];
}

function sectionRows(
  { name, a, b, same }: Section,
  columns: number,
  role: Role = same ? 'muted' : 'text',
): readonly Line[] {
  const [ours, theirs] = excerpts(a, b);
  const label = (row: number, sign: string) => {
    const text = row === 0 ? beginningOf(`${sign}${named(name)}`, LABEL_COLUMNS - 1) : '';
    return line([text.padEnd(LABEL_COLUMNS + text.length - widthOf(text)), same ? 'muted' : 'warning']);
  };
  const sign = same ? ' ' : '≠';
  if (columns < BESIDE_COLUMNS_MIN) {
    const width = columns - LABEL_COLUMNS - 2;
    const side = (lines: readonly string[], mark: string) =>
      wrapped(lines, width, role).map((each) => [...line([`${mark} `, 'border']), ...each]);
    const rows = same ? side(ours, ' ') : [...side(ours, '◂'), ...side(theirs, '▸')];
    return rows.map((each, row) => [...label(row, sign), ...each]);
  }
  const width = Math.floor((columns - LABEL_COLUMNS - BORDER.length) / 2);
  const [left, right] = [wrapped(ours, width, role), wrapped(theirs, width, role)];
  return Array.from({ length: Math.max(left.length, right.length) }, (_, row) => {
    const own = left[row] ?? [];
    const gap = width - own.reduce((sum, { text }) => sum + widthOf(text), 0);
    return [
      ...label(row, sign),
      ...own,
      ...line([' '.repeat(Math.max(0, gap)), 'text'], [BORDER, 'border']),
      ...(right[row] ?? []),
    ];
  });
}

function wrapped(lines: readonly string[], width: number, role: Role): readonly Line[] {
  return lines.flatMap((each) => wrap(line([visible(each), role]), width));
}

function titleOf(round: Round | null): string {
  if (round === null) return '–';
  const { turn, reply, from, to } = round;
  return `turn ${turn}${reply === 0 ? '' : ` · reply ${reply}`} · records ${from}–${to}`;
}
