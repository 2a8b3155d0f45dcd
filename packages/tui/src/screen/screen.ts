/**
 * The full screen: keys and updates go into the model, frames come out of it, and what the model wants done goes to the
 * session. Everything that decides is pure and stands elsewhere; `on-terminal.ts` has the terminal, `session-stage.ts` the
 * session.
 */
import { newAgain } from '../dialogs/attention.ts';
import { themeOf } from '../dialogs/themes-list.ts';
import { KEY_TABLE } from '../keys/key-table.ts';
import type { Terminal } from '../terminal/blessed-screen.ts';
import type { Input } from '../terminal/keys.ts';
import type { HeldSignals } from '../terminal/ways-out.ts';
import { loadMarkup, markup } from '../text/markup.ts';
import { startLook } from '../theme/look.ts';
import { carriedOver, settled } from './carried-over.ts';
import type { Edited, Leaving, ScreenOptions } from './doors.ts';
import { DRAWINGS, type Drawing } from './drawing.ts';
import { STREAM_FRAME_MS } from './frames.ts';
import { isBusy, type Model, next, startModel } from './model.ts';
import { type OnTerminal, type Showing, showOnTerminal } from './on-terminal.ts';
import { press, resized } from './press.ts';
import { SessionStage } from './session-stage.ts';
import { startSettings } from './settings.ts';
import { titleOf } from './title.ts';

const NO_EDITOR: Edited = { ok: false, message: 'There is no editor here.' };
/** How often elapsed times are renewed. */
const TICK_MS = 1_000;

/** See `openScreen` in `open-screen.ts`. */
export function showScreen(options: ScreenOptions, held: HeldSignals): Promise<Leaving> {
  const { input, output, env } = options;
  const { mouse } = startSettings(options.settings);
  const drawing = DRAWINGS[options.drawing ?? 'full'];
  const painter = drawing.painter(env, () => performance.now());
  // What is printed is not drawn again, and what stands there already is not to change under the eyes.
  const isMarkupFirst = options.drawing === 'inline' || options.earlier !== undefined;
  const streams = { input, output, env, mouse, painter, isMarkupFirst };
  return showOnTerminal(streams, held, (on) => new SessionScreen(on, options, drawing));
}

class SessionScreen implements Showing {
  readonly #on: OnTerminal;
  readonly #options: ScreenOptions;
  readonly #drawing: Drawing;
  readonly #session: SessionStage;
  /** What is typed while another session takes the place of this one is for that one. */
  #typedAhead: Input[] = [];

  constructor(on: OnTerminal, options: ScreenOptions, drawing: Drawing) {
    this.#on = on;
    this.#options = options;
    this.#drawing = drawing;
    const { terminal, guarded } = on;
    this.#session = new SessionStage(options, startOn(terminal, options, drawing), {
      ...{ terminal, guarded },
      leave: (leaving) => on.leave(leaving),
      edit: (text, name) => this.#edit(text, name),
      changed() {},
      followed: () => this.#followed(),
      streamed: () => on.frame(STREAM_FRAME_MS),
      fresh: (shown, before) =>
        carriedOver(drawing.swapped(startModel(shown.status, terminal.size(), shown), before), before),
      swapped: () => this.#swapped(),
    });
  }

  begin(): void {
    this.#session.begin(this.#options.prompt);
  }

  take(inputs: readonly Input[]): void {
    const session = this.#session;
    session.catchUp();
    for (const each of inputs) {
      if (!session.isSwapping) session.follow(press(session.model, each, performance.now()));
      // The mouse points at what stands here now.
      else if (each.kind !== 'mouse') this.#typedAhead.push(each);
    }
  }

  taken(): void {
    const at = performance.now();
    this.#session.model = newAgain(resized(this.#session.model, this.#on.terminal.size(), at), at);
  }

  resized(): void {
    this.#session.model = resized(this.#session.model, this.#on.terminal.size(), performance.now());
  }

  draw(): boolean {
    this.#session.catchUp();
    const { terminal, guarded } = this.#on;
    const { model, frame } = this.#drawing.show(this.#session.model);
    this.#session.model = model;
    if (this.#options.title ?? true) terminal.entitle(titleOf(model));
    const isTaken = terminal.draw(frame, themeOf(model));
    if (markup() === null) setImmediate(() => void loadMarkup().then(guarded(() => this.#on.frame())));
    return isTaken;
  }

  stop(): void {
    this.#session.stop();
  }

  /** Renews what changes with time alone, for as long as something runs. */
  #followed(): void {
    const { timers, model } = this.#session;
    this.#on.frame();
    timers.cancel('tick');
    if (!isBusy(model)) return;
    const tick = this.#on.guarded(() => this.#session.follow(next({ ...this.#session.model, now: performance.now() })));
    timers.start('tick', TICK_MS, tick);
  }

  #swapped(): void {
    const inputs = this.#typedAhead;
    this.#typedAhead = [];
    this.take(inputs);
    this.#on.frame();
  }

  /** What comes while an editor has the terminal is followed, and shown after that. */
  async #edit(text: string, name: string): Promise<Edited> {
    const { editor } = this.#options;
    if (!editor) return NO_EDITOR;
    let edited: Edited = { ok: false, message: 'An editor is open already.' };
    await this.#on.lend(async () => {
      edited = await editor(text, name);
    });
    return edited;
  }
}

function startOn(terminal: Terminal, options: ScreenOptions, drawing: Drawing): Model {
  const { status, settings, theme, env, keys = KEY_TABLE } = options;
  const model = drawing.begun(startModel(status, terminal.size(), options));
  return { ...settled(model, startSettings(settings)), look: startLook(theme, env), keys };
}
