/**
 * Something that is shown on a terminal, whatever it is: keys go in, frames come out, the terminal is lent to other programs
 * and taken back, and it is given back on every way out.
 */
import {
  openTerminal,
  type Terminal,
  type TerminalInput,
  type TerminalOptions,
  type TerminalOutput,
} from '../terminal/blessed-screen.ts';
import { hear } from '../terminal/hearing.ts';
import { giveScreenBack, keepScreen, takeKeptScreen } from '../terminal/kept-screen.ts';
import type { Input } from '../terminal/keys.ts';
import { outlive } from '../terminal/outlive.ts';
import type { Painter } from '../terminal/painter.ts';
import { type HeldSignals, watchWaysOut } from '../terminal/ways-out.ts';
import { loadMarkup } from '../text/markup.ts';
import type { Leaving } from './doors.ts';
import { type Frames, KEY_FRAME_MS, startFrames } from './frames.ts';
import { type Guarded, guard } from './guard.ts';

export type Showing = {
  /** The screen is there. */
  readonly begin: () => void;
  readonly take: (inputs: readonly Input[]) => void;
  /** It has the terminal, at the beginning or again: that may be of another size. */
  readonly taken: () => void;
  readonly resized: () => void;
  /** Draws a frame. False: the terminal is behind. */
  readonly draw: () => boolean;
  /** It is over: what it has begun ends. */
  readonly stop: () => void;
};

export type Streams = Omit<TerminalOptions, 'onResize'> & {
  /** What takes Markdown apart is there before the first frame. */
  readonly isMarkupFirst: boolean;
};

type Settling = { readonly resolve: (leaving: Leaving) => void; readonly reject: (error: unknown) => void };

/**
 * Shows it until it is left; by then the terminal has been given back.
 * @throws what it threw; the terminal has been given back all the same.
 */
export async function showOnTerminal(
  { isMarkupFirst, ...streams }: Streams,
  held: HeldSignals,
  shown: (on: OnTerminal) => Showing,
): Promise<Leaving> {
  outlive(streams.input);
  outlive(streams.output);
  if (isMarkupFirst) await loadMarkup();
  let resize = (): void => undefined;
  const terminal = await openTerminal({ ...streams, onResize: () => resize() });
  return new Promise((resolve, reject) => {
    const on = new OnTerminal(terminal, streams, { resolve, reject });
    resize = on.guarded(() => on.resized());
    on.guarded(() => on.begin(shown(on), held))();
  });
}

export class OnTerminal {
  readonly terminal: Terminal;
  /** Around all that begins by itself: what it throws gives the terminal back, and once the screen is over it is not called. */
  readonly guarded: Guarded;
  readonly #input: TerminalInput;
  readonly #output: TerminalOutput;
  readonly #painter: Painter;
  readonly #settling: Settling;
  readonly #frames: Frames;
  #showing: Showing | null = null;
  #resizedAt = Number.NEGATIVE_INFINITY;
  #letGo: readonly (() => void)[] = [];
  /** It has the terminal; it has not while that is lent, or while the process is stopped. */
  #hasTerminal = false;
  #isLent = false;
  #isOver = false;

  constructor(terminal: Terminal, { input, output, painter }: Omit<Streams, 'isMarkupFirst'>, settling: Settling) {
    this.terminal = terminal;
    this.#input = input;
    this.#output = output;
    this.#painter = painter;
    this.#settling = settling;
    this.guarded = guard(
      () => this.#isOver,
      (error) => {
        if (this.#close()) settling.reject(error);
      },
    );
    this.#frames = startFrames({
      canDraw: () => this.#hasTerminal && !this.#isOver,
      draw: () => this.#showing?.draw() ?? true,
      guarded: this.guarded,
    });
  }

  begin(showing: Showing, held: HeldSignals): void {
    this.#showing = showing;
    // First of all: a terminal that is gone already says so as soon as it is touched.
    this.#letGo = [this.#watchWaysOut(), this.#hear(showing)];
    const signal = held.release();
    if (signal === null) this.#takeOver();
    else this.leave({ kind: 'signal', signal });
    if (this.#isOver) return;
    this.#input.resume();
    this.guarded(() => showing.begin())();
  }

  /** Draws soon. */
  frame(apartMs?: number): void {
    this.#frames.soon(apartMs);
  }

  resized(): void {
    this.#showing?.resized();
    this.terminal.forget();
    const now = performance.now();
    this.#frames.wait(this.#painter.stillMs(now - this.#resizedAt));
    this.#resizedAt = now;
    this.frame();
  }

  /** Gives the terminal back while that runs, which must not reject, and takes it again. False: it is lent already. */
  async lend(run: () => Promise<void>): Promise<boolean> {
    if (this.#isOver || this.#isLent) return false;
    this.#isLent = true;
    this.#hasTerminal = false;
    // Not from within the input's own event: Node would read on.
    await new Promise((resolve) => setImmediate(resolve));
    this.#input.pause();
    this.terminal.leave();
    await run();
    this.#isLent = false;
    this.guarded(() => {
      this.#takeOver();
      this.#input.resume();
    })();
    return true;
  }

  /** @param keeps what the terminal shows, for another screen that follows: see `kept-screen.ts` */
  leave(leaving: Leaving, keeps = false): void {
    if (this.#close(keeps)) this.#settling.resolve(leaving);
  }

  #hear(showing: Showing): () => void {
    return hear({
      ...{ input: this.#input, output: this.#output, guarded: this.guarded },
      onInputs: (inputs) => {
        showing.take(inputs);
        this.frame(KEY_FRAME_MS);
      },
      onDrain: () => this.#frames.drained(),
      onGone: () => this.leave({ kind: 'terminal-closed' }),
    });
  }

  #watchWaysOut(): () => void {
    return watchWaysOut({
      onEnd: () => this.terminal.leave(),
      // Ctrl+C in an editor is for the editor.
      onSignal: (signal) => (this.#isLent && signal === 'SIGINT' ? undefined : this.leave({ kind: 'signal', signal })),
      onStop: () => {
        this.#hasTerminal = false;
        this.terminal.leave();
      },
      onContinue: () => (this.#isLent ? undefined : this.#takeOver()),
    });
  }

  #takeOver(): void {
    if (!this.#painter.takesScreen) giveScreenBack();
    this.terminal.enter(takeKeptScreen());
    if (this.#isOver) return;
    this.#hasTerminal = true;
    this.#showing?.taken();
    this.frame();
  }

  #close(keeps = false): boolean {
    if (this.#isOver) return false;
    // The last frame stands there until the other screen has its first.
    if (keeps) this.#showing?.draw();
    this.#isOver = true;
    this.#showing?.stop();
    this.#frames.stop();
    for (const letGo of this.#letGo) letGo();
    if (keeps && this.#hasTerminal) keepScreen(this.terminal, this.#input);
    else this.terminal.close();
    return true;
  }
}
