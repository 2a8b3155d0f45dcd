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
import type { Environment } from '../theme/environment.ts';
import type { Theme } from '../theme/roles.ts';
import { abilitiesOf } from './abilities.ts';
import { copySequence } from './clipboard.ts';
import { sgrOf } from './colour.ts';
import { COLOURS_ASKED, LEFT_BEHIND_TAKEN_BACK, modesOf, SCREEN_LEFT_BEHIND_TAKEN_BACK } from './modes.ts';
import { notifySequence } from './notification.ts';
import { type Brush, UPDATE_ENDS } from './paint.ts';
import type { Painter } from './painter.ts';
import { TITLE_GIVEN_BACK, TITLE_PUT_BY, titleSequence } from './title.ts';

export type TerminalInput = NodeJS.ReadableStream & { setRawMode?(raw: boolean): unknown };
export type TerminalOutput = NodeJS.WritableStream & { readonly columns?: number; readonly rows?: number };

export type TerminalOptions = {
  readonly input: TerminalInput;
  readonly output: TerminalOutput;
  /** What it tells of the terminal: TERM, COLORTERM, NO_COLOR, TMUX and the like. */
  readonly env: Environment;
  /** Whether the terminal reports its mouse; never where its own scrollback is in use. */
  readonly mouse: boolean;
  readonly painter: Painter;
  readonly onResize: () => void;
};

export type Terminal = {
  /** What there is to draw on: as the terminal says, within what one can have. */
  size(): Size;
  /** Takes the terminal over; also when another program has meddled with it in between. Asks for its colours. */
  enter(): void;
  /** Gives it back as it was: buffer, cursor, modes, line discipline. Harmless if it is not taken. */
  leave(): void;
  /** Shows a frame. False: the terminal is behind, and the next frame waits for `drain`. */
  draw(frame: Frame, theme: Theme): boolean;
  /** Forgets what is on the screen, so that the next frame is drawn whole. */
  forget(): void;
  /** Asks for the colours of texts and background: the answers come as input, or never. */
  askColours(): void;
  /** To the clipboard. False: too long, or not with this terminal. True: it has been asked to; it does not say more. */
  copy(text: string): boolean;
  /** Takes the mouse, or leaves it to the terminal. */
  takeMouse(on: boolean): void;
  /** Below what stands on the main screen, which the terminal keeps; then it is taken over again. */
  print(text: string): void;
  /** Shows it as the terminal's title, without control characters in it, until the terminal is given back. */
  entitle(text: string): void;
  /** Rings the bell, and shows a notification of the desktop where the terminal has one. */
  notify(text: string): void;
  /** Leaves, and lets go of the streams. */
  close(): void;
};

/** A size that a terminal cannot have means that it does not know. */
const COLUMNS_UNKNOWN = 80;
const ROWS_UNKNOWN = 24;
/** Larger than any screen; what says more, lies. */
const COLUMNS_MAX = 1_000;
const ROWS_MAX = 500;

const PLAIN = '\x1b[0m';

/** The part of neo-blessed that is used, and its reader of terminfo. */
export async function loadTerminal() {
  const { default: createProgram } = await import('neo-blessed/lib/program.js');
  const { default: Tput } = await import('neo-blessed/lib/tput.js');
  return { createProgram, Tput };
}

export async function openTerminal({ input, output, env, painter, ...options }: TerminalOptions): Promise<Terminal> {
  const { createProgram, Tput } = await loadTerminal();
  // Without folders to look in it takes the entry of its own.
  Tput.ipaths.length = 0;
  const program = createProgram({ input: new EventEmitter(), output, terminal: 'xterm-256color', buffer: false });
  const abilities = abilitiesOf(env);
  let modes = modesOf({ mouse: options.mouse && painter.takesScreen });
  let drawnIn: Theme | null = null;
  let brush: Brush | null = null;
  /** Null: as it was before. */
  let title: string | null = null;
  let taken = false;

  program.on('resize', options.onResize);

  function enter(): void {
    taken = true;
    input.setRawMode?.(true);
    // A terminal that is gone says so at once, as an error of the stream, and may have been left on that.
    if (!taken) return;
    if (painter.takesScreen) program.alternateBuffer();
    program.put.keypad_xmit();
    const restored = painter.takesScreen ? SCREEN_LEFT_BEHIND_TAKEN_BACK : LEFT_BEHIND_TAKEN_BACK;
    output.write(restored + modes.set + PLAIN);
    program.hideCursor();
    askColours();
    painter.begin();
  }

  function leave(): void {
    if (!taken) return;
    taken = false;
    output.write(painter.erase() + UPDATE_ENDS + PLAIN + modes.takenBack + (title === null ? '' : TITLE_GIVEN_BACK));
    title = null;
    program.put.keypad_local();
    program.showCursor();
    if (painter.takesScreen) program.normalBuffer();
    input.setRawMode?.(false);
  }

  function askColours(): void {
    if (taken && abilities.commands) output.write(COLOURS_ASKED);
  }

  function brushFor(theme: Theme): Brush {
    if (brush === null || theme !== drawnIn) {
      brush = { sgr: sgrOf(theme, abilities.depth), links: abilities.commands };
      drawnIn = theme;
      painter.forget();
    }
    return brush;
  }

  return {
    size: () =>
      painter.room({
        columns: likely(output.columns, COLUMNS_UNKNOWN, COLUMNS_MAX),
        rows: likely(output.rows, ROWS_UNKNOWN, ROWS_MAX),
      }),
    enter,
    leave,
    draw(frame, theme) {
      if (!taken) return true;
      const bytes = painter.paint(frame, brushFor(theme));
      return bytes === '' || output.write(bytes);
    },
    forget: () => painter.forget(),
    askColours,
    copy(text) {
      const bytes = copySequence(text, abilities);
      if (bytes !== null && taken) output.write(bytes);
      return bytes !== null;
    },
    takeMouse(on) {
      if (taken) output.write(modes.takenBack);
      modes = modesOf({ mouse: on && painter.takesScreen });
      if (taken) output.write(modes.set);
    },
    print(text) {
      if (!taken) return;
      leave();
      output.write(text.replaceAll('\n', '\r\n'));
      enter();
    },
    entitle(text) {
      if (!taken || !abilities.commands || text === title) return;
      output.write((title === null ? TITLE_PUT_BY : '') + titleSequence(text));
      title = text;
    },
    notify(text) {
      if (taken) output.write(notifySequence(text, abilities));
    },
    close() {
      leave();
      program.destroy();
    },
  };
}

function likely(size: number | undefined, otherwise: number, most: number): number {
  return size !== undefined && size >= 1 ? Math.min(Math.floor(size), most) : otherwise;
}
