/**
 * A screen that shows something without a session: keys go into a model, frames come out of it. Everything that decides is
 * pure and comes in; here are the streams, the timers and the ways out.
 */

import type { KeyTable } from '../keys/key-table.ts';
import { openTerminal, type Terminal, type TerminalInput, type TerminalOutput } from '../terminal/blessed-screen.ts';
import { hear } from '../terminal/hearing.ts';
import type { Key, Mouse, Paste, Reported, Text } from '../terminal/input.ts';
import type { Input } from '../terminal/keys.ts';
import { outlive } from '../terminal/outlive.ts';
import { screenPainter } from '../terminal/painter.ts';
import { type HeldSignals, holdSignals, suspend, watchWaysOut } from '../terminal/ways-out.ts';
import type { Frame, Size } from '../text/cells.ts';
import { loadMarkup } from '../text/markup.ts';
import type { Environment } from '../theme/environment.ts';
import { lookAfter, type NamedTheme, startLook, themeShown } from '../theme/look.ts';
import type { Leaving } from './doors.ts';
import { guard } from './guard.ts';

/** Frames come at most this often, 30 a second. */
const FRAME_MS = 33;

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
  readonly leave: (leaving: Leaving) => void;
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
    outlive(options.input);
    outlive(options.output);
    const { input, output, env, mouse = true } = options;
    let resize = (): void => undefined;
    const painter = screenPainter();
    await loadMarkup();
    const terminal = await openTerminal({ input, output, env, mouse, painter, onResize: () => resize() });
    return await new Promise((resolve, reject) => {
      resize = run(options, viewed, terminal, held, { resolve, reject });
    });
  } finally {
    held.release();
  }
}

/** Letters that came together, for a key was held down, are keys one by one. */
function apart(input: Pressed): readonly Pressed[] {
  return input.kind === 'text' ? [...input.text].map((text) => ({ kind: 'text', text })) : [input];
}

type Settling = { readonly resolve: (leaving: Leaving) => void; readonly reject: (error: unknown) => void };

function run<M, Act>(
  { input, output, env, theme }: ViewerOptions,
  viewed: Viewed<M, Act>,
  terminal: Terminal,
  held: HeldSignals,
  { resolve, reject }: Settling,
): () => void {
  let model = viewed.start(terminal.size());
  let look = startLook(theme, env);
  let dueTimer: NodeJS.Timeout | undefined;
  let frameTimer: NodeJS.Timeout | undefined;
  let lastFrame = Number.NEGATIVE_INFINITY;
  let behind = false;
  let isOutside = false;
  let over = false;
  let end = (): void => undefined;
  const guarded = guard(
    () => over,
    (error) => {
      if (close()) reject(error);
    },
  );

  const stage: ViewerStage<M, Act> = {
    follow: (change) => guarded(() => follow(change(model, performance.now())))(),
    leave,
    suspend,
    redraw: () => terminal.forget(),
    outside,
    copy: (text) => terminal.copy(text),
  };
  const stopHearing = hear({
    ...{ input, output, onInputs: take, guarded },
    onDrain() {
      behind = false;
      draw();
    },
    onGone: () => leave({ kind: 'terminal-closed' }),
  });
  const unwatch = watchWaysOut({
    onEnd: () => terminal.leave(),
    // Ctrl+C in an editor is for the editor.
    onSignal: (signal) => (isOutside && signal === 'SIGINT' ? undefined : leave({ kind: 'signal', signal })),
    onStop: () => terminal.leave(),
    onContinue: takeOver,
  });
  const signal = held.release();
  if (signal === null) takeOver();
  else leave({ kind: 'signal', signal });
  if (!over) input.resume();
  guarded(() => {
    end = viewed.begin?.(stage) ?? end;
  })();
  return guarded(() => {
    model = viewed.resized(model, terminal.size());
    terminal.forget();
    draw();
  });

  function take(inputs: readonly Input[]): void {
    for (const each of inputs) {
      if (each.kind === 'report') reported(each.report);
      else if (each.kind !== 'focus')
        for (const one of apart(each)) follow(viewed.press(model, one, performance.now()));
    }
  }

  /** What the terminal says of its colours. */
  function reported(report: Reported): void {
    look = lookAfter(look, report);
    if (report.type === 'appearance-changed') terminal.askColours();
    draw();
  }

  function follow(next: Viewing<M, Act>): void {
    if (over) return;
    model = next.model;
    for (const act of next.acts) viewed.perform(act, stage);
    draw();
    wait();
  }

  /** Until something is due by itself. */
  function wait(): void {
    clearTimeout(dueTimer);
    const at = over ? null : viewed.dueAt(model);
    if (at === null) return;
    dueTimer = setTimeout(
      guarded(() => follow(viewed.due(model, performance.now()))),
      Math.max(0, at - performance.now()),
    );
  }

  async function outside(action: () => Promise<void>): Promise<void> {
    if (over || isOutside) return;
    isOutside = true;
    // Not from within the input's own event: Node would read on.
    await new Promise((resolve) => setImmediate(resolve));
    input.pause();
    terminal.leave();
    await action();
    isOutside = false;
    guarded(() => {
      takeOver();
      input.resume();
    })();
  }

  function takeOver(): void {
    if (isOutside) return;
    terminal.enter();
    model = viewed.resized(model, terminal.size());
    draw();
  }

  /** Draws soon: what comes in until then is drawn with it. */
  function draw(): void {
    if (over || behind || isOutside || frameTimer) return;
    const soon = Math.max(0, lastFrame + FRAME_MS - performance.now());
    frameTimer = setTimeout(
      guarded(() => {
        frameTimer = undefined;
        lastFrame = performance.now();
        if (!isOutside) behind = !terminal.draw(viewed.view(model), themeShown(look));
      }),
      soon,
    );
  }

  function leave(leaving: Leaving): void {
    if (close()) resolve(leaving);
  }

  function close(): boolean {
    if (over) return false;
    over = true;
    for (const timer of [dueTimer, frameTimer]) clearTimeout(timer);
    end();
    unwatch();
    stopHearing();
    terminal.close();
    return true;
  }
}
