/** A frame as a terminal shows it: painted, and read back from a real emulator. */
import { COLOURED } from '../../src/terminal/colour.ts';
import { paint } from '../../src/terminal/paint.ts';
import type { Frame } from '../../src/text/cells.ts';
import { emulator } from '../terminal/emulator.ts';

/** The rows of the terminal, without blanks at their ends, once the frames were painted one after the other. */
export async function emulated(...frames: readonly Frame[]): Promise<string[]> {
  const { columns = 80, rows = 24 } = frames[0]?.size ?? {};
  const terminal = emulator(columns, rows, '15-graphemes');
  let shown: Frame | null = null;
  for (const frame of frames) {
    const bytes = paint(shown, frame, { sgr: COLOURED, links: true });
    await new Promise<void>((resolve) => terminal.write(bytes, resolve));
    shown = frame;
  }
  const { active } = terminal.buffer;
  return Array.from({ length: rows }, (_, y) => active.getLine(y)?.translateToString(true).trimEnd() ?? '');
}
