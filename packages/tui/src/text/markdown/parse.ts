/**
 * Markdown (CommonMark, tables, struck-out text, bare addresses) as a small tree, by markdown-it, which is linear in the
 * length of the text but for what is bounded here. HTML is no markup but text. What is in the tree can be shown as it is:
 * its controls are visible.
 */
import { visible } from '@tagma/protocol';
import type { Token } from 'markdown-it';
import type { Line } from '../line.ts';
import { markup } from '../markup.ts';
import { NESTING_MAX } from '../markup-form.ts';
import { inlineLines } from './inline.ts';

export type Block =
  | { readonly kind: 'paragraph'; readonly lines: readonly Line[] }
  | { readonly kind: 'heading'; readonly level: number; readonly lines: readonly Line[] }
  | { readonly kind: 'code'; readonly language: string; readonly text: string }
  | { readonly kind: 'quote'; readonly blocks: readonly Block[] }
  /** `loose`: blank rows are between its items, whatever they are. */
  | {
      readonly kind: 'list';
      readonly first: number | null;
      readonly items: readonly ListItem[];
      readonly loose?: boolean;
    }
  /** `widths`: it goes on below a part with columns so wide (null: with none), and its heading stands there. */
  | {
      readonly kind: 'table';
      readonly alignments: readonly Alignment[];
      readonly rows: readonly TableRow[];
      readonly widths?: readonly number[] | null;
    }
  | { readonly kind: 'rule' };

/** `done` is null where the item is no task. */
export type ListItem = { readonly done: boolean | null; readonly blocks: readonly Block[] };
export type Alignment = 'left' | 'center' | 'right';
/** Its cells, each as lines. The first row is the heading. */
export type TableRow = readonly (readonly Line[])[];

/** A longer text is shown as it is written. In code units. */
export const MARKDOWN_LENGTH_MAX = 96 * 1024;
export type Parsed = {
  readonly blocks: readonly Block[];
  /** Where the last block begins, which may still change while the text grows. */
  readonly lastLine: number;
  /** Where its last part begins, of a list or of a table below its heading; else as `lastLine`. */
  readonly lastPartLine: number;
};

/** Null where the text is too long, nests too deep, or nothing can parse it yet. */
export function parseMarkdown(text: string): Parsed | null {
  const library = markup();
  if (library === null || text.length > MARKDOWN_LENGTH_MAX) return null;
  const tokens = library.parse(visible(text.replaceAll('\r\n', '\n')));
  if (tokens.some(({ level }) => level >= NESTING_MAX - 2)) return null;
  const last = tokens.findLast(({ level, map, nesting }) => level === 0 && map !== null && nesting >= 0);
  const lastLine = last?.map?.[0] ?? 0;
  const isPart = PARTS[last?.type ?? ''];
  const part = isPart && tokens.findLast(isPart);
  return { blocks: blocksIn(tokens), lastLine, lastPartLine: part?.map?.[0] ?? lastLine };
}

const isItem = ({ type, level }: Token): boolean => type === 'list_item_open' && level === 1;

/** What begins a part of a block that stands in no other. */
const PARTS: { readonly [type: string]: ((token: Token) => boolean) | undefined } = {
  bullet_list_open: isItem,
  ordered_list_open: isItem,
  table_open: ({ type, level }) => type === 'tr_open' && level === 2,
};

/** The blocks of tokens that belong together: each is a token of its own, or stands between an opening and its closing. */
function blocksIn(tokens: readonly Token[]): Block[] {
  return partsOf(tokens).flatMap((part): Block[] => {
    const [token] = part;
    if (!token) return [];
    const inner = part.slice(1, -1);
    switch (token.type) {
      case 'paragraph_open':
        return [{ kind: 'paragraph', lines: linesOf(inner) }];
      case 'heading_open':
        return [{ kind: 'heading', level: Number(token.tag.slice(1)), lines: linesOf(inner) }];
      case 'blockquote_open':
        return [{ kind: 'quote', blocks: blocksIn(inner) }];
      case 'bullet_list_open':
        return [{ kind: 'list', first: null, items: itemsIn(inner) }];
      case 'ordered_list_open':
        return [{ kind: 'list', first: Number(token.attrGet('start') ?? 1), items: itemsIn(inner) }];
      case 'table_open':
        return [tableOf(inner)];
      case 'fence':
        return [{ kind: 'code', language: token.info.trim().split(/\s/)[0] ?? '', text: token.content }];
      case 'code_block':
        return [{ kind: 'code', language: '', text: token.content }];
      case 'hr':
        return [{ kind: 'rule' }];
      default:
        return [];
    }
  });
}

function partsOf(tokens: readonly Token[]): (readonly Token[])[] {
  const parts: (readonly Token[])[] = [];
  let start = 0;
  let depth = 0;
  for (const [index, { nesting }] of tokens.entries()) {
    depth += nesting;
    if (depth > 0) continue;
    parts.push(tokens.slice(start, index + 1));
    start = index + 1;
  }
  return parts;
}

function itemsIn(tokens: readonly Token[]): ListItem[] {
  return partsOf(tokens).map((part) => {
    const blocks = blocksIn(part.slice(1, -1));
    const [first, ...rest] = blocks;
    const [head, ...lines] = first?.kind === 'paragraph' ? first.lines : [];
    const mark = /^\[([ xX])\] /.exec(head?.[0]?.text ?? '');
    if (!head || !mark) return { done: null, blocks };
    const [span, ...spans] = head;
    const text = span ? [{ ...span, text: span.text.slice(mark[0].length) }, ...spans] : spans;
    return { done: mark[1] !== ' ', blocks: [{ kind: 'paragraph', lines: [text, ...lines] }, ...rest] };
  });
}

function tableOf(tokens: readonly Token[]): Block {
  const heads = tokens.filter(({ type }) => type === 'th_open');
  const rows = partsOf(tokens).flatMap((part) => partsOf(part.slice(1, -1)).map(cellsIn));
  return { kind: 'table', alignments: heads.map(alignmentOf), rows };
}

function cellsIn(row: readonly Token[]): TableRow {
  return partsOf(row.slice(1, -1)).map((cell) => linesOf(cell.slice(1, -1)));
}

function alignmentOf(token: Token): Alignment {
  const [, side] = /text-align:(center|right)/.exec(String(token.attrGet('style') ?? '')) ?? [];
  return side === 'center' || side === 'right' ? side : 'left';
}

function linesOf(tokens: readonly Token[]): readonly Line[] {
  return tokens.flatMap(({ content, children }) => inlineLines(content, children));
}
