/** Two columns beside a narrow one of labels, as wide as the terminal; coloured on a terminal alone. */
import { COLOURED, cellsOf, colourRefused, type Role } from '@tagma/tui';

export type Columns = {
  /** Of each of the two, in columns of the terminal. */
  readonly width: number;
  /** A label, and a text of any number of lines on each side. */
  readonly row: (label: string, a: Cell, b: Cell) => readonly string[];
  readonly paint: (text: string, role: Role) => string;
};

export type Cell = readonly [text: string, role: Role];

const LABEL_WIDTH = 14;
const BORDER = ' │ ';
/** Where nobody says how wide it is: a file, a pipe. */
const WIDTH_DEFAULT = 120;
const WIDTH_MIN = 60;

/** Signs of one column each: to measure any others takes a hundred times as long. */
const PLAIN = /^[ -~…·–→]*$/;

type Output = { readonly isTTY?: boolean; readonly columns?: number };

export function columnsOf(output: Output = process.stdout, env: NodeJS.ProcessEnv = process.env): Columns {
  const isColoured = output.isTTY === true && !colourRefused(env);
  const paint = (text: string, role: Role) =>
    isColoured && COLOURED[role] !== '' && text !== '' ? `\x1b[${COLOURED[role]}m${text}\x1b[0m` : text;
  const all = Math.max(WIDTH_MIN, output.columns ?? WIDTH_DEFAULT);
  const width = Math.floor((all - LABEL_WIDTH - 2 * BORDER.length) / 2);
  const padded = (text: string, columns: number) =>
    PLAIN.test(text)
      ? text.slice(0, columns).padEnd(columns)
      : cellsOf([{ text, role: 'text' }], columns)
          .map((cell) => cell.text)
          .join('');
  return {
    width,
    paint,
    row(label, [a, roleA], [b, roleB]) {
      const [ours, theirs] = [a.split('\n'), b.split('\n')];
      return Array.from({ length: Math.max(ours.length, theirs.length) }, (_, at) => {
        const [left, right] = [padded(ours[at] ?? '', width), padded(theirs[at] ?? '', width).trimEnd()];
        const name = padded(at === 0 ? label : '', LABEL_WIDTH);
        return `${paint(name, 'muted')}${BORDER}${paint(left, roleA)}${BORDER}${paint(right, roleB)}`.trimEnd();
      });
    },
  };
}
