/** Markdown as rows of a certain width: its blocks, one below the other, each with its own way to break lines. */
import { visible } from '@tagma/protocol';
import type { Role } from '../../theme/roles.ts';
import { codeLines } from '../highlight.ts';
import { type Line, line, type Span } from '../line.ts';
import { wrap } from '../wrap.ts';
import { type Block, parseMarkdown } from './parse.ts';
import { tableRows } from './table.ts';

type List = Extract<Block, { kind: 'list' }>;

/** Less than this is no room for anything: what is set in further is not set in. */
const COLUMNS_MIN = 8;

/** Each row at most `columns` wide. What is no Markdown that can be shown is shown as it is written. */
export function markdownRows(text: string, columns: number): readonly Line[] {
  const parsed = parseMarkdown(text);
  return parsed ? blockRows(parsed.blocks, columns) : plainRows(text, columns);
}

export function plainRows(text: string, columns: number): readonly Line[] {
  return text.split(/\r?\n/).flatMap((each) => wrap(line([visible(each), 'text']), columns));
}

/** A blank row between two blocks, unless both are single lines of a list. */
export function blockRows(blocks: readonly Block[], columns: number, tight = false): readonly Line[] {
  return blocks.flatMap((block, index) => {
    const rows = rowsOf(block, columns);
    return index === 0 || (tight && block.kind === 'list') ? rows : [[], ...rows];
  });
}

function rowsOf(block: Block, columns: number): readonly Line[] {
  switch (block.kind) {
    case 'paragraph':
      return block.lines.flatMap((each) => wrap(each, columns));
    case 'heading':
      return block.lines.flatMap((each) => wrap([...headingMark(block.level), ...inRole(each, 'heading')], columns));
    case 'code':
      return codeLines(block.text, block.language).flatMap((each) =>
        wrap([{ text: '  ', role: 'text' }, ...each], columns),
      );
    case 'quote':
      return setIn(blockRows(block.blocks.map(quoted), roomOf(columns, 2)), [{ text: '│ ', role: 'quote' }], columns);
    case 'list':
      return listRows(block, columns);
    case 'table':
      return tableRows(block, columns);
    case 'rule':
      return [line(['─'.repeat(Math.max(3, Math.min(columns, 40))), 'muted'])];
  }
}

/** How deep a heading is cannot be seen by its looks. */
function headingMark(level: number): Line {
  return level === 1 ? [] : [{ text: `${'#'.repeat(level)} `, role: 'muted' }];
}

function inRole(spans: Line, role: Role): Line {
  return spans.map((span) => (span.role === 'text' || span.role === 'strong' ? { ...span, role } : span));
}

function quoted(block: Block): Block {
  return block.kind === 'paragraph' ? { ...block, lines: block.lines.map((each) => inRole(each, 'quote')) } : block;
}

/** Whether blank rows are between its items: where one of them is more than a paragraph with lists below. */
export function isLoose({ items, loose = false }: List): boolean {
  return loose || items.some(({ blocks }) => blocks.slice(1).some(({ kind }) => kind !== 'list'));
}

function listRows(list: List, columns: number): readonly Line[] {
  const { items, first } = list;
  const tight = !isLoose(list);
  const digits = first === null ? 0 : String(first + items.length - 1).length;
  return items.flatMap(({ done, blocks }, index) => {
    const number = first === null ? '•' : `${String(first + index).padStart(digits)}.`;
    const mark = done === null ? `${number} ` : `${first === null ? '' : `${number} `}${done ? '[x]' : '[ ]'} `;
    const rows = blockRows(blocks, roomOf(columns, mark.length), tight);
    const marked = setIn(
      rows.length === 0 ? [[]] : rows,
      [{ text: mark, role: 'label' }],
      columns,
      ' '.repeat(mark.length),
    );
    return index === 0 || tight ? marked : [[], ...marked];
  });
}

function roomOf(columns: number, margin: number): number {
  return columns - margin < COLUMNS_MIN ? columns : columns - margin;
}

/** Rows behind a margin, where there is room for one: the same for each, or another one for those after the first. */
function setIn(rows: readonly Line[], margin: readonly Span[], columns: number, rest?: string): readonly Line[] {
  const length = margin.reduce((sum, { text }) => sum + text.length, 0);
  const hasRoom = columns - length >= COLUMNS_MIN;
  if (!hasRoom) return rest === undefined ? rows : [margin, ...rows];
  return rows.map((row, index) => {
    if (index === 0 || rest === undefined) return [...margin, ...row];
    return row.length === 0 ? [] : [{ text: rest, role: 'text' }, ...row];
  });
}
