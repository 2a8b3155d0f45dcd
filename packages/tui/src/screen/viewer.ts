/**
 * A screen that shows something without a session: keys go into a model, frames come out of it. Everything that decides is
 * pure and comes in; `on-terminal.ts` has the streams and the ways out.
 */

import type { KeyTable } from '../keys/key-table.ts';
import type { TerminalInput, TerminalOutput } from '../terminal/blessed-screen.ts';
import type { Key, Mouse, Paste, Reported, Text } from '../terminal/input.ts';
import type { Input } from '../terminal/keys.ts';
import { screenPainter } from '../terminal/painter.ts';
import { holdSignals, suspend } from '../terminal/ways-out.ts';
import type { Frame, Size } from '../text/cells.ts';
import type { Environment } from '../theme/environment.ts';
import { type Look, lookAfter, type NamedTheme, startLook, themeShown } from '../theme/look.ts';
import type { Leaving } from './doors.ts';
import { type OnTerminal, type Showing, showOnTerminal } from './on-terminal.ts';
import { noTimers } from './timers.ts';

export type ViewerOptions = {
  readonly input: TerminalInput;
  readonly output: TerminalOutput;
  readonly env: Environment;
  /** One of the person's own, or the name of one that comes with Tagma; left out: what fits the terminal. */
  readonly theme?: NamedTheme | string;
  /** As the person has bound them; left out: as they are (`boundKeys`). */
  readonly keys?: KeyTable;
  /** What the person should know, in words. */
  readonly notice?: string;
  /** False: the mouse stays the terminal's. */
  readonly mouse?: boolean;
};

/** What a person does. */
export type Pressed = Key | Text | Paste | Mouse;

/** What is shown, and what becomes of it. Only `begin` and `perform` may do anything. */
export type Viewed<M, Act> = {
  readonly start: (size: Size) => M;
  /** `at`, in ms: now. */
  readonly press: (model: M, input: Pressed, at: number) => Viewing<M, Act>;
  readonly resized: (model: M, size: Size) => M;
  readonly view: (model: M) => Frame;
  /** When something is due though no key comes, in ms; null for never. */
  readonly dueAt: (model: M) => number | null;
  readonly due: (model: M, at: number) => Viewing<M, Act>;
  readonly perform: (act: Act, stage: ViewerStage<M, Act>) => void;
  /** Called once the screen is there. Gives what is to be done when it is left. */
  readonly begin?: (stage: ViewerStage<M, Act>) => () => void;
};

export type Viewing<M, Act> = { readonly model: M; readonly acts: readonly Act[] };

export type ViewerStage<M, Act> = {
  readonly follow: (change: (model: M, at: number) => Viewing<M, Act>) => void;
  /** @param keeps the terminal, for another screen that follows at once */
  readonly leave: (leaving: Leaving, keeps?: boolean) => void;
  readonly suspend: () => void;
  readonly redraw: () => void;
  /** Gives the terminal back while that runs, and takes it again. It must not reject. */
  readonly outside: (run: () => Promise<void>) => Promise<void>;
  /** To the clipboard. False: too long, or not with this terminal. */
  readonly copy: (text: string) => boolean;
};

/**
 * Shows it until it is left; by then the terminal has been given back.
 * @throws what the model or the view threw; the terminal has been given back all the same.
 */
export async function openViewer<M, Act>(options: ViewerOptions, viewed: Viewed<M, Act>): Promise<Leaving> {
  const held = holdSignals();
  try {
    const { input, output, env, mouse = true } = options;
    const streams = { input, output, env, mouse, painter: screenPainter(), isMarkupFirst: true };
    return await showOnTerminal(streams, held, (on) => new Viewer(on, options, viewed));
  } finally {
    held.release();
  }
}

class Viewer<M, Act> implements Showing {
  readonly #on: OnTerminal;
  readonly #viewed: Viewed<M, Act>;
  readonly #stage: ViewerStage<M, Act>;
  readonly #timers = noTimers();
  #model: M;
  #look: Look;
  #end = (): void => undefined;
  #isOver = false;

  constructor(on: OnTerminal, { theme, env }: ViewerOptions, viewed: Viewed<M, Act>) {
    this.#on = on;
    this.#viewed = viewed;
    this.#model = viewed.start(on.terminal.size());
    this.#look = startLook(theme, env);
    this.#stage = {
      follow: (change) => on.guarded(() => this.#follow(change(this.#model, performance.now())))(),
      leave: (leaving, keeps) => on.leave(leaving, keeps),
      suspend,
      redraw: () => on.terminal.forget(),
      outside: async (run) => void (await on.lend(run)),
      copy: (text) => on.terminal.copy(text),
    };
  }

  begin(): void {
    this.#end = this.#viewed.begin?.(this.#stage) ?? this.#end;
  }

  take(inputs: readonly Input[]): void {
    for (const each of inputs) {
      if (each.kind === 'report') this.#reported(each.report);
      else if (each.kind !== 'focus')
        for (const one of apart(each)) this.#follow(this.#viewed.press(this.#model, one, performance.now()));
    }
  }

  taken(): void {
    this.resized();
  }

  resized(): void {
    this.#model = this.#viewed.resized(this.#model, this.#on.terminal.size());
  }

  draw(): boolean {
    return this.#on.terminal.draw(this.#viewed.view(this.#model), themeShown(this.#look));
  }

  stop(): void {
    this.#isOver = true;
    this.#timers.clear();
    this.#end();
  }

  /** What the terminal says of its colours. */
  #reported(report: Reported): void {
    this.#look = lookAfter(this.#look, report);
    if (report.type === 'appearance-changed') this.#on.terminal.askColours();
    this.#on.frame();
  }

  #follow({ model, acts }: Viewing<M, Act>): void {
    if (this.#isOver) return;
    this.#model = model;
    for (const act of acts) this.#viewed.perform(act, this.#stage);
    this.#on.frame();
    this.#wait();
  }

  /** Until something is due by itself. */
  #wait(): void {
    this.#timers.cancel('due');
    const at = this.#isOver ? null : this.#viewed.dueAt(this.#model);
    if (at === null) return;
    const due = this.#on.guarded(() => this.#follow(this.#viewed.due(this.#model, performance.now())));
    this.#timers.start('due', Math.max(0, at - performance.now()), due);
  }
}

/** Letters that came together, for a key was held down, are keys one by one. */
function apart(input: Pressed): readonly Pressed[] {
  return input.kind === 'text' ? [...input.text].map((text) => ({ kind: 'text', text })) : [input];
}
