/** The keys and what they do, in two columns, from the table that binds them. */
import { widthOf } from './glyphs.ts';
import { chordName, KEY_TABLE } from './key-table.ts';
import { type Line, line } from './line.ts';
import { wrap } from './wrap.ts';

const INDENT = '  ';

export function helpLines(columns: number): readonly Line[] {
  const entries = KEY_TABLE.map(({ chords, says }) => [chords.map(chordName).join(', '), says] as const);
  const widest = Math.max(...entries.map(([keys]) => widthOf(keys)));
  const left = Math.min(widest, Math.floor(columns / 2) - INDENT.length);
  const right = columns - left - 2 * INDENT.length;
  return [
    line(['keys', 'label']),
    ...entries.flatMap(([keys, says]) =>
      beside(wrap(line([keys, 'action']), left), wrap(line([says, 'text']), right), left),
    ),
  ];
}

/** Two columns of rows next to each other. */
function beside(left: readonly Line[], right: readonly Line[], width: number): Line[] {
  return Array.from({ length: Math.max(left.length, right.length) }, (_, index) => {
    const own = left[index] ?? [];
    const gap = width - own.reduce((sum, { text }) => sum + widthOf(text), 0);
    return [...line([INDENT, 'text']), ...own, ...line([' '.repeat(gap) + INDENT, 'text']), ...(right[index] ?? [])];
  });
}
