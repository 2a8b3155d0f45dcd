/**
 * The terminal itself, by neo-blessed: the only file that touches it, loaded when a screen is opened.
 *
 * Of neo-blessed its *program* is used: terminfo, the alternate buffer, the keypad, the cursor, resize. Its widgets and
 * its `Screen` are not, and what they would do is done here or beside:
 * - Its `draw` counts code units and knows one wide sign from another by a table of 2013; partial updates leave residue
 *   behind wide signs. With an own draw (`paint.ts`) all that is left of `Screen` is two arrays, the ACS borders that
 *   show as letters in tmux, and handlers that end the process with 0 on every signal.
 * - Its input reads Enter twice, swallows the marks of a paste and splits emoji. It is given an input that never says
 *   anything; ours goes to `keys.ts`.
 * - Its terminfo reader fails on the newer format that some systems have, and falls to 8 colours for names that it does
 *   not know. So it is asked for `xterm-256color` and reads the entry that comes with it (in the bundle: inlined).
 */
import { EventEmitter } from 'node:events';
import type { Frame, Size } from '../text/cells.ts';
import type { Sgr } from './colour.ts';
import type { Painter } from './painter.ts';

export type TerminalInput = NodeJS.ReadableStream & { setRawMode?(raw: boolean): unknown };
export type TerminalOutput = NodeJS.WritableStream & { readonly columns?: number; readonly rows?: number };

export type Terminal = {
  /** What there is to draw on. */
  size(): Size;
  /** Takes the terminal over; also when another program has meddled with it in between. */
  enter(): void;
  /** Gives it back as it was: buffer, cursor, modes, line discipline. Harmless if it is not taken. */
  leave(): void;
  /** Shows a frame. False: the terminal is behind, and the next frame waits for `drain`. */
  draw(frame: Frame): boolean;
  /** Forgets what is on the screen, so that the next frame is drawn whole. */
  forget(): void;
  /** Leaves, and lets go of the streams. */
  close(): void;
};

/** A size that a terminal cannot have means that it does not know. */
const COLUMNS_UNKNOWN = 80;
const ROWS_UNKNOWN = 24;

const PASTE_BRACKETED = ['\x1b[?2004h', '\x1b[?2004l'] as const;
/** A sign in the last cell of the last row must not scroll the screen. */
const WRAP_OFF = ['\x1b[?7l', '\x1b[?7h'] as const;
/** So that Shift+Enter and a lone Escape can be told: kitty's protocol (level 1), and xterm's modifyOtherKeys. */
const KEYS_DISTINCT = ['\x1b[=1;1u\x1b[>4;1m', '\x1b[=0;1u\x1b[>4m'] as const;
const UPDATE_ENDS = '\x1b[?2026l';
const PLAIN = '\x1b[0m';

export async function openTerminal(
  input: TerminalInput,
  output: TerminalOutput,
  sgr: Sgr,
  painter: Painter,
  onResize: () => void,
): Promise<Terminal> {
  const { default: createProgram } = await import('neo-blessed/lib/program.js');
  const { default: Tput } = await import('neo-blessed/lib/tput.js');
  // Without folders to look in it takes the entry of its own.
  Tput.ipaths.length = 0;
  const program = createProgram({ input: new EventEmitter(), output, terminal: 'xterm-256color', buffer: false });
  let taken = false;

  program.on('resize', onResize);

  function enter(): void {
    taken = true;
    input.setRawMode?.(true);
    // A terminal that is gone says so at once, as an error of the stream, and may have been left on that.
    if (!taken) return;
    if (painter.takesScreen) program.alternateBuffer();
    program.put.keypad_xmit();
    output.write(PASTE_BRACKETED[0] + WRAP_OFF[0] + KEYS_DISTINCT[0] + PLAIN);
    program.hideCursor();
    painter.begin();
  }

  function leave(): void {
    if (!taken) return;
    taken = false;
    output.write(painter.erase() + UPDATE_ENDS + PLAIN + KEYS_DISTINCT[1] + WRAP_OFF[1] + PASTE_BRACKETED[1]);
    program.put.keypad_local();
    program.showCursor();
    if (painter.takesScreen) program.normalBuffer();
    input.setRawMode?.(false);
  }

  return {
    size: () =>
      painter.room({ columns: known(output.columns, COLUMNS_UNKNOWN), rows: known(output.rows, ROWS_UNKNOWN) }),
    enter,
    leave,
    draw(frame) {
      if (!taken) return true;
      const bytes = painter.paint(frame, sgr);
      return bytes === '' || output.write(bytes);
    },
    forget: () => painter.forget(),
    close() {
      leave();
      program.destroy();
    },
  };
}

function known(size: number | undefined, otherwise: number): number {
  return size !== undefined && size > 0 ? size : otherwise;
}
