/**
 * The marks of a reply, in their order. A long reply has millions of them, so each is kept as a few numbers, and is an object
 * only where somebody asks for it.
 */
import type { Mark, MarkKind } from './marks.ts';

const KINDS: readonly MarkKind[] = [
  ...(['open', 'close', 'empty', 'cut', 'cdata', 'cdata-end'] as const),
  ...(['comment', 'comment-end', 'tick', 'fence', 'fence-open', 'label'] as const),
];
const KIND_BITS = 4;
/** Bits of the first number; the index of the name stands above them. */
const AT_LINE_START = 1 << KIND_BITS;
const AFTER_BLANK = AT_LINE_START << 1;
const TILDES = AT_LINE_START << 2;
const NAME_SHIFT = KIND_BITS + 3;

/** Of each mark: what it is, where it starts and ends, its line, and one more than the index of its pair (0: none). */
const FIELDS = 5;
const [START, END, LINE, PAIR] = [1, 2, 3, 4];
/** So many marks are kept in one block. */
const BLOCK_MARKS = 256;
const NO_BLOCK = new Uint32Array(0);

export type MarkList = {
  length: number;
  readonly blocks: Uint32Array[];
  /** The names that occur, and the index of each. */
  readonly names: string[];
  readonly nameIndices: Map<string, number>;
};

export function startMarks(): MarkList {
  return { length: 0, blocks: [], names: [], nameIndices: new Map() };
}

/** @param mark of a tick or a fence, `count` is how long it is. */
export function addTo(list: MarkList, mark: Mark): void {
  const { block, at } = place(list, list.length++);
  const flags =
    (mark.atLineStart ? AT_LINE_START : 0) | (mark.afterBlank ? AFTER_BLANK : 0) | (mark.count < 0 ? TILDES : 0);
  block[at] = (nameIndex(list, mark.name) << NAME_SHIFT) | flags | KINDS.indexOf(mark.kind);
  block[at + START] = mark.start;
  block[at + END] = mark.end;
  block[at + LINE] = mark.line;
  block[at + PAIR] = 0;
}

export function markIn(list: MarkList, index: number): Mark | undefined {
  if (index < 0 || index >= list.length) return undefined;
  const { block, at } = place(list, index);
  const [what = 0, start = 0, end = 0, line = 0, pair = 0] = [
    block[at],
    block[at + START],
    block[at + END],
    block[at + LINE],
    block[at + PAIR],
  ];
  const kind = KINDS[what & (AT_LINE_START - 1)] ?? 'open';
  const isRun = kind === 'tick' || kind === 'fence' || kind === 'fence-open';
  return {
    kind,
    name: list.names[what >>> NAME_SHIFT] ?? '',
    start,
    end,
    line,
    atLineStart: (what & AT_LINE_START) > 0,
    afterBlank: (what & AFTER_BLANK) > 0,
    count: isRun ? ((what & TILDES) > 0 ? start - end : end - start) : 0,
    pair: pair === 0 ? null : pair - 1,
  };
}

/** Where the last mark ends; 0 where there is none. */
export function lastEnd(list: MarkList): number {
  if (list.length === 0) return 0;
  const { block, at } = place(list, list.length - 1);
  return block[at + END] ?? 0;
}

export function setPair(list: MarkList, index: number, pair: number): void {
  const { block, at } = place(list, index);
  block[at + PAIR] = pair + 1;
}

export function dropLast(list: MarkList): void {
  list.length--;
}

function place(list: MarkList, index: number): { readonly block: Uint32Array; readonly at: number } {
  const number = Math.floor(index / BLOCK_MARKS);
  if (number === list.blocks.length) list.blocks.push(new Uint32Array(BLOCK_MARKS * FIELDS));
  return { block: list.blocks[number] ?? NO_BLOCK, at: (index % BLOCK_MARKS) * FIELDS };
}

function nameIndex(list: MarkList, name: string): number {
  const known = list.nameIndices.get(name);
  if (known !== undefined) return known;
  list.nameIndices.set(name, list.names.length);
  return list.names.push(name) - 1;
}
