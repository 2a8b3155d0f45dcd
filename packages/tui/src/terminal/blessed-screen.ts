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
import { type Abilities, abilitiesOf } from './abilities.ts';
import { copySequence } from './clipboard.ts';
import { sgrOf } from './colour.ts';
import { COLOURS_ASKED, LEFT_BEHIND_TAKEN_BACK, type Modes, modesOf, SCREEN_LEFT_BEHIND_TAKEN_BACK } from './modes.ts';
import { notifySequence } from './notification.ts';
import { type Brush, UPDATE_ENDS } from './paint.ts';
import type { Painter } from './painter.ts';
import type { Program } from './program.ts';
import { TITLE_GIVEN_BACK, TITLE_PUT_BY, titleSequence } from './title.ts';

/** Where keys come from; one that is no terminal has no `setRawMode`. */
export type TerminalInput = NodeJS.ReadableStream & {
  /** Whether each key comes as it is pressed, and none is shown. */
  setRawMode?(raw: boolean): unknown;
};
/** What is drawn on, and how large it is in cells. */
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
  /**
   * Takes the terminal over; also when another program has meddled with it in between. Asks for its colours.
   * @param isKept by another screen, which was on it until now: what that shows stays until the first frame
   */
  enter(isKept?: boolean): void;
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
  /** Lets go of the streams, and leaves the terminal as it is, for another screen that has it already. */
  abandon(): void;
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

export async function openTerminal(options: TerminalOptions): Promise<Terminal> {
  const { createProgram, Tput } = await loadTerminal();
  // Without folders to look in it takes the entry of its own.
  Tput.ipaths.length = 0;
  const input = new EventEmitter();
  const program = createProgram({ input, output: options.output, terminal: 'xterm-256color', buffer: false });
  program.on('resize', options.onResize);
  return new BlessedTerminal(program, options);
}

class BlessedTerminal implements Terminal {
  readonly #program: Program;
  readonly #input: TerminalInput;
  readonly #output: TerminalOutput;
  readonly #painter: Painter;
  readonly #abilities: Abilities;
  #modes: Modes;
  #drawnIn: Theme | null = null;
  #brush: Brush | null = null;
  /** Null: as it was before. */
  #title: string | null = null;
  #isTaken = false;

  constructor(program: Program, { input, output, env, painter, mouse }: TerminalOptions) {
    this.#program = program;
    this.#input = input;
    this.#output = output;
    this.#painter = painter;
    this.#abilities = abilitiesOf(env);
    this.#modes = modesOf({ mouse: mouse && painter.takesScreen });
  }

  size(): Size {
    return this.#painter.room({
      columns: likely(this.#output.columns, COLUMNS_UNKNOWN, COLUMNS_MAX),
      rows: likely(this.#output.rows, ROWS_UNKNOWN, ROWS_MAX),
    });
  }

  enter(isKept = false): void {
    const { takesScreen } = this.#painter;
    this.#isTaken = true;
    this.#input.setRawMode?.(true);
    // A terminal that is gone says so at once, as an error of the stream, and may have been left on that.
    if (!this.#isTaken) return;
    if (takesScreen && !isKept) this.#program.alternateBuffer();
    this.#program.put.keypad_xmit();
    const restored = takesScreen ? SCREEN_LEFT_BEHIND_TAKEN_BACK : LEFT_BEHIND_TAKEN_BACK;
    this.#output.write(restored + this.#modes.set + PLAIN);
    this.#program.hideCursor();
    this.askColours();
    this.#painter.begin();
  }

  leave(): void {
    if (!this.#isTaken) return;
    this.#isTaken = false;
    const title = this.#title === null ? '' : TITLE_GIVEN_BACK;
    this.#title = null;
    this.#output.write(this.#painter.erase() + UPDATE_ENDS + PLAIN + this.#modes.takenBack + title);
    this.#program.put.keypad_local();
    this.#program.showCursor();
    if (this.#painter.takesScreen) this.#program.normalBuffer();
    this.#input.setRawMode?.(false);
  }

  draw(frame: Frame, theme: Theme): boolean {
    if (!this.#isTaken) return true;
    const bytes = this.#painter.paint(frame, this.#brushFor(theme));
    return bytes === '' || this.#output.write(bytes);
  }

  forget(): void {
    this.#painter.forget();
  }

  askColours(): void {
    if (this.#isTaken && this.#abilities.commands) this.#output.write(COLOURS_ASKED);
  }

  copy(text: string): boolean {
    const bytes = copySequence(text, this.#abilities);
    if (bytes !== null && this.#isTaken) this.#output.write(bytes);
    return bytes !== null;
  }

  takeMouse(on: boolean): void {
    if (this.#isTaken) this.#output.write(this.#modes.takenBack);
    this.#modes = modesOf({ mouse: on && this.#painter.takesScreen });
    if (this.#isTaken) this.#output.write(this.#modes.set);
  }

  print(text: string): void {
    if (!this.#isTaken) return;
    this.leave();
    this.#output.write(text.replaceAll('\n', '\r\n'));
    this.enter();
  }

  entitle(text: string): void {
    if (!this.#isTaken || !this.#abilities.commands || text === this.#title) return;
    this.#output.write((this.#title === null ? TITLE_PUT_BY : '') + titleSequence(text));
    this.#title = text;
  }

  notify(text: string): void {
    if (this.#isTaken) this.#output.write(notifySequence(text, this.#abilities));
  }

  close(): void {
    this.leave();
    this.#program.destroy();
  }

  abandon(): void {
    this.#isTaken = false;
    this.#program.destroy();
  }

  #brushFor(theme: Theme): Brush {
    if (this.#brush === null || theme !== this.#drawnIn) {
      this.#brush = { sgr: sgrOf(theme, this.#abilities.depth), links: this.#abilities.commands };
      this.#drawnIn = theme;
      this.#painter.forget();
    }
    return this.#brush;
  }
}

function likely(size: number | undefined, otherwise: number, most: number): number {
  return size !== undefined && size >= 1 ? Math.min(Math.floor(size), most) : otherwise;
}
