/** The mouse of a screen without a terminal: it is pressed where a text stands. */
import { view } from '../../src/screen/view.ts';
import type { Screen } from '../model-screen.ts';

/** The cell of the last row that shows the text, counted from where that begins. */
export function cellOf(screen: Screen, text: string): { readonly row: number; readonly column: number } {
  const { rows } = view(screen.model);
  for (let row = rows.length - 1; row >= 0; row--) {
    const signs = rows[row] ?? [];
    const column = signs.findIndex((_, at) => {
      const rest = signs.slice(at, at + text.length).map((cell) => cell.text);
      return rest.join('').startsWith(text);
    });
    if (column >= 0) return { row, column };
  }
  throw new Error(`"${text}" is not shown:\n${screen.rows().join('\n')}`);
}

/** A click `apartMs` after what was done last; `by` columns right of where the text begins. */
export function clickOn(screen: Screen, text: string, { apartMs = 1_000, by = 0 } = {}): Screen {
  const { row, column } = cellOf(screen, text);
  return clickAt(screen, row, column + by, apartMs);
}

export function clickAt(screen: Screen, row: number, column: number, apartMs = 1_000): Screen {
  screen.clock += apartMs;
  for (const chord of ['mouse-left', 'release-left']) screen.gets({ kind: 'mouse', chord, row, column });
  return screen;
}

/** Two clicks, as fast as people do that. */
export function doubleClickOn(screen: Screen, text: string): Screen {
  const { row, column } = cellOf(screen, text);
  return clickAt(clickAt(screen, row, column), row, column, 150);
}
