/**
 * The rows of a text that grows, without laying it out from its start each time: what is settled (whole lines, or blocks of
 * Markdown that a further one follows) is laid out once. Plain values that know what they were made of: where a text is not
 * the continuation of the one before, it is laid out anew, so that the rows depend on nothing but the text and the width.
 */
import { visible } from '@tagma/protocol';
import type { Role } from '../theme/roles.ts';
import { GrowingList } from './growing-list.ts';
import { type Line, line, type Span } from './line.ts';
import { type Begun, begunBy, continued, parted, standsApart } from './markdown/begun.ts';
import { type Block, MARKDOWN_LENGTH_MAX, parseMarkdown } from './markdown/parse.ts';
import { blockRows, plainRows } from './markdown/rows.ts';
import { markup } from './markup.ts';
import type { Markup } from './markup-form.ts';
import { joinedRows, type Rows } from './rows.ts';
import { wrap } from './wrap.ts';

export type Streamed = {
  /** What it was laid out with. */
  readonly library: Markup | null;
  readonly width: number;
  readonly text: string;
  /** The beginning that no further text changes, and its rows. */
  readonly settled: string;
  readonly settledRows: GrowingList<Line>;
  /** Those of what may still change. */
  readonly openRows: readonly Line[];
  readonly begun: Begun | null;
  readonly rows: Rows;
};

const GAP: readonly Line[] = [[]];

const NOTHING = { settled: '', settledRows: GrowingList.of<Line>(), openRows: [], begun: null };

/** Lays a text out that follows what is settled: so many code units of it are settled, too. `begun`: what it goes on with. */
export type LayOut = (text: string, width: number, begun: Begun | null) => LaidOut;

type LaidOut = {
  readonly settled: number;
  readonly settledRows: readonly Line[];
  readonly openRows: readonly Line[];
  /** Whether a blank row is between what was settled before and this. */
  readonly apart: boolean;
  /** The same between what is settled now and what is open. */
  readonly openApart: boolean;
  /** What the open rows go on with. */
  readonly begun: Begun | null;
};

/** Of a line that does not end, this much is laid out: its end, which is what a person follows. In code units. */
const OPEN_LINE_MAX = 4_000;
/** A list or a table that is longer is laid out part by part. In code units. */
const OPEN_WHOLE_MAX = 2_000;
/** A block of Markdown, or a part of a list, that is longer is shown as it is written until it ends. In code units. */
const OPEN_BLOCK_MAX = 8_000;
/** The same for the words of code: they are told apart when it has ended. */
const OPEN_CODE_MAX = 2_000;

/** The rows of `text`; `before` is what was got of the same text when it was shorter, or of anything. */
export function streamed(before: Streamed | null, text: string, width: number, layOut: LayOut): Streamed {
  const library = markup();
  const isSame = before?.width === width && before.library === library;
  if (isSame && before.text === text) return before;
  const goesOn = isSame && text.startsWith(before.settled);
  const known = goesOn ? before : NOTHING;
  const laidOut = layOut(text.slice(known.settled.length), width, known.begun);
  const { settled, apart, begun } = laidOut;
  const openApart = laidOut.settledRows.length === 0 ? apart : laidOut.openApart;
  const settledRows =
    settled === 0 ? known.settledRows : joined(known.settledRows, asBefore(known.openRows, laidOut.settledRows), apart);
  const openRows = asBefore(known.openRows, laidOut.openRows);
  return {
    library,
    width,
    text,
    settled: text.slice(0, known.settled.length + settled),
    settledRows,
    openRows,
    begun,
    rows: joinedRows(settledRows, openApart && settledRows.length > 0 && openRows.length > 0 ? GAP : [], openRows),
  };
}

/** The lines of a text in a role, each behind an indentation. */
export function plainLayOut(role: Role, indent: string): LayOut {
  const rowsOf = (text: string, width: number): readonly Line[] =>
    text.split('\n').flatMap((each) => wrap(line([indent + visible(tail(each.replace(/\r$/, ''))), role]), width));
  return (text, width) => {
    const settled = text.lastIndexOf('\n') + 1;
    const open = text.slice(settled);
    return {
      settled,
      settledRows: settled === 0 ? [] : rowsOf(text.slice(0, settled - 1), width),
      openRows: open === '' ? [] : rowsOf(open, width),
      apart: false,
      openApart: false,
      begun: null,
    };
  };
}

const asWritten = plainLayOut('text', '');

/** Markdown, set in by two columns. */
export const markdownLayOut: LayOut = (text, width, begun) => {
  const laidOut = markdownLaidOut(text, width - INDENT.text.length, begun);
  return { ...laidOut, settledRows: setIn(laidOut.settledRows), openRows: setIn(laidOut.openRows) };
};

const INDENT: Span = { text: '  ', role: 'text' };

export function setIn(rows: readonly Line[]): readonly Line[] {
  return rows.map((row) => (row.length === 0 ? row : [INDENT, ...row]));
}

function markdownLaidOut(text: string, width: number, begun: Begun | null): LaidOut {
  // A block that is longer than any that is laid out as Markdown has no end in sight.
  if (text.length > MARKDOWN_LENGTH_MAX) return asWritten(text, width, null);
  const heading = begun?.kind === 'table' ? begun.heading : '';
  const parsed = parseMarkdown(heading + text);
  const [first, ...others] = parsed?.blocks ?? [];
  if (!parsed || !first) return { ...NOTHING_SETTLED, openRows: plainRows(text, width), begun };
  const blocks = [continued(first, begun, width), ...others];
  const last = blocks.pop() ?? first;
  const goesOn = blocks.length === 0 && begun !== null;
  const start = goesOn ? 0 : startOfLine(heading + text, parsed.lastLine) - heading.length;
  const isLong = goesOn || text.length - start > OPEN_WHOLE_MAX;
  const parts = isLong ? parted(last, width) : null;
  const settled = parts ? startOfLine(heading + text, parsed.lastPartLine) - heading.length : start;
  const open = parts?.open ?? last;
  return {
    settled,
    settledRows: blockRows(parts ? [...blocks, parts.closed] : blocks, width),
    openRows: openBlockRows(open, text.slice(settled), width),
    apart: begun === null || standsApart(blocks[0] ?? last),
    openApart: parts?.apart ?? true,
    begun: parts || goesOn ? begunBy(open, goesOn ? heading : headingOf(text.slice(start))) : null,
  };
}

const NOTHING_SETTLED = { settled: 0, settledRows: [], apart: true, openApart: true } as const;

function openBlockRows(block: Block, text: string, width: number): readonly Line[] {
  if (block.kind === 'code')
    return blockRows([text.length > OPEN_CODE_MAX ? { ...block, language: '' } : block], width);
  return text.length > OPEN_BLOCK_MAX ? plainRows(text, width) : blockRows([block], width);
}

function startOfLine(text: string, number: number): number {
  let at = 0;
  for (let passed = 0; passed < number; passed++) at = text.indexOf('\n', at) + 1;
  return at;
}

/** The two lines that make a table. */
function headingOf(text: string): string {
  return text.slice(0, startOfLine(text, 2));
}

function joined(first: GrowingList<Line>, second: readonly Line[], apart: boolean): GrowingList<Line> {
  const isApart = apart && first.length > 0 && second.length > 0;
  return (isApart ? first.joined(GAP) : first).joined(second);
}

/** Of rows that are as they were, those are given that were there: whoever knows them need not look at them again. */
function asBefore(before: readonly Line[], now: readonly Line[]): readonly Line[] {
  return now.map((row, place) => {
    const known = before[place];
    return known !== undefined && isSame(known, row) ? known : row;
  });
}

function isSame(a: Line, b: Line): boolean {
  return a.length === b.length && a.every((span, place) => isSameSpan(span, b[place]));
}

function isSameSpan(a: Span, b: Span | undefined): boolean {
  return a.text === b?.text && a.role === b.role && a.link === b.link;
}

function tail(text: string): string {
  return text.length <= OPEN_LINE_MAX ? text : `… ${text.slice(-OPEN_LINE_MAX)}`;
}
