/** The keys and what they do, in two columns, from the table that binds them. Those of a question stand apart. */
import { widthOf } from './glyphs.ts';
import { type Binding, chordName, KEY_TABLE } from './key-table.ts';
import { type Line, line } from './line.ts';
import { wrap } from './wrap.ts';

const INDENT = '  ';

export function helpLines(columns: number): readonly Line[] {
  const widest = Math.max(...KEY_TABLE.map((binding) => widthOf(keysOf(binding))));
  const left = Math.min(widest, Math.floor(columns / 2) - INDENT.length);
  const right = columns - left - 2 * INDENT.length;
  const rows = (bindings: readonly Binding[]): readonly Line[] =>
    bindings.flatMap((binding) =>
      beside(wrap(line([keysOf(binding), 'action']), left), wrap(line([binding.says, 'text']), right), left),
    );
  return [
    line(['keys while a question is open', 'label']),
    ...rows(KEY_TABLE.filter(isOfQuestion)),
    [],
    line(['keys', 'label']),
    ...rows(KEY_TABLE.filter((binding) => !isOfQuestion(binding))),
  ];
}

function isOfQuestion({ where }: Binding): boolean {
  return where === 'answering' || where === 'question';
}

function keysOf({ chords }: Binding): string {
  return chords.map(chordName).join(', ');
}

/** Two columns of rows next to each other. */
function beside(left: readonly Line[], right: readonly Line[], width: number): Line[] {
  return Array.from({ length: Math.max(left.length, right.length) }, (_, index) => {
    const own = left[index] ?? [];
    const gap = width - own.reduce((sum, { text }) => sum + widthOf(text), 0);
    return [...line([INDENT, 'text']), ...own, ...line([' '.repeat(gap) + INDENT, 'text']), ...(right[index] ?? [])];
  });
}
