/**
 * The full screen: keys and updates go into the model, frames come out of it, and what the model wants done goes to the
 * session. Everything that decides is pure and stands elsewhere; here are the streams, the timers and the ways out.
 */
import { newAgain } from '../dialogs/attention.ts';
import { themeOf } from '../dialogs/themes-list.ts';
import { KEY_TABLE } from '../keys/key-table.ts';
import { steppingTold } from '../machine/machine.ts';
import { openTerminal, type Terminal } from '../terminal/blessed-screen.ts';
import { hear } from '../terminal/hearing.ts';
import type { Input } from '../terminal/keys.ts';
import { outlive } from '../terminal/outlive.ts';
import { type HeldSignals, watchWaysOut } from '../terminal/ways-out.ts';
import { loadMarkup, markup } from '../text/markup.ts';
import { startLook } from '../theme/look.ts';
import { carriedOver, settled } from './carried-over.ts';
import type { Edited, Leaving, Rewound, ScreenOptions, ShownSession } from './doors.ts';
import { DRAWINGS, type Drawing } from './drawing.ts';
import { type Following, followSession } from './follow-session.ts';
import { guard } from './guard.ts';
import { given, isBusy, type Model, type Next, next, startModel } from './model.ts';
import { perform } from './perform.ts';
import { press, resized } from './press.ts';
import { startSettings } from './settings.ts';
import type { Stage } from './stage.ts';
import { noTimers } from './timers.ts';
import { titleOf } from './title.ts';
import { told } from './told.ts';

/** Frames come at most this often, 30 a second: what happens in between is drawn at once. */
const FRAME_MS = 33;
/** Where something streams in, and nothing else happens, 20 a second are as good to read. */
const STREAM_FRAME_MS = 50;
/** What a key has changed is drawn sooner: nobody types against a wall. */
const KEY_FRAME_MS = 8;
const NO_EDITOR: Edited = { ok: false, message: 'There is no editor here.' };
/** How often elapsed times are renewed. */
const TICK_MS = 1_000;

/** See `openScreen` in `open-screen.ts`. */
export async function showScreen(options: ScreenOptions, held: HeldSignals): Promise<Leaving> {
  outlive(options.input);
  outlive(options.output);
  const { input, output, env } = options;
  const { mouse } = startSettings(options.settings);
  let resize = (): void => undefined;
  const drawing = DRAWINGS[options.drawing ?? 'full'];
  const painter = drawing.painter(env, () => performance.now());
  // What is printed is not drawn again, and what stands there already is not to change under the eyes.
  if (options.drawing === 'inline' || options.earlier) await loadMarkup();
  const terminal = await openTerminal({ input, output, env, mouse, painter, onResize: () => resize() });
  return new Promise((resolve, reject) => {
    resize = run(options, terminal, drawing, held, resolve, reject);
  });
}

function run(
  {
    input,
    output,
    env,
    title = true,
    theme,
    keys: table = KEY_TABLE,
    settings,
    editor,
    prompt,
    ...opened
  }: ScreenOptions,
  terminal: Terminal,
  drawing: Drawing,
  held: HeldSignals,
  resolve: (leaving: Leaving) => void,
  reject: (error: unknown) => void,
): () => void {
  let shown: ShownSession = opened;
  let model: Model = {
    ...settled(drawing.begun(startModel(shown.status, terminal.size(), shown)), startSettings(settings)),
    look: startLook(theme, env),
    keys: table,
  };
  let tickTimer: NodeJS.Timeout | undefined;
  let frameTimer: NodeJS.Timeout | undefined;
  let lastFrame = Number.NEGATIVE_INFINITY;
  let nextFrame = Number.NEGATIVE_INFINITY;
  let behind = false;
  /** What is typed while another session takes the place of this one is for that one. */
  let typedAhead: Input[] | null = null;
  /** Another program has the terminal. */
  let lent = false;
  let over = false;
  const timers = noTimers();
  const guarded = guard(
    () => over,
    (error) => {
      if (close()) reject(error);
    },
  );
  const stage: Stage = {
    shown: () => shown,
    terminal,
    follow: (change) => guarded(() => follow(change(model)))(),
    after: (name, ms, change) =>
      timers.start(
        name,
        ms,
        guarded(() => follow(change(model))),
      ),
    swap: (coming) => void swap(coming),
    edit,
    leave,
  };

  // First of all: a terminal that is gone already says so as soon as it is touched.
  const stopHearing = hear({
    ...{ input, output, guarded },
    onInputs: take,
    onDrain() {
      behind = false;
      draw();
    },
    onGone: () => leave({ kind: 'terminal-closed' }),
  });
  const unwatch = watchWaysOut({
    onEnd: () => terminal.leave(),
    // Ctrl+C in an editor is for the editor.
    onSignal: (signal) => (lent && signal === 'SIGINT' ? undefined : leave({ kind: 'signal', signal })),
    onStop: () => terminal.leave(),
    onContinue: () => (lent ? undefined : takeOver()),
  });
  let following = watch(shown);
  const signal = held.release();
  if (signal === null) takeOver();
  else leave({ kind: 'signal', signal });
  if (!over) input.resume();
  perform({ type: 'find-branch' }, stage);
  if (prompt !== undefined) guarded(() => follow(given(model, prompt)))();
  return guarded(() => {
    model = resized(model, terminal.size(), performance.now());
    terminal.forget();
    draw();
  });

  function watch(session: ShownSession): Following {
    return followSession(session, {
      onUpdate: guarded((update) => follow(told(model, update, performance.now()))),
      onStream: guarded(() => draw(STREAM_FRAME_MS)),
      onStepping: guarded((state) =>
        follow(next({ ...model, machine: steppingTold(model.machine, state, performance.now()) })),
      ),
      leave,
    });
  }

  function take(inputs: readonly Input[]): void {
    following.catchUp();
    for (const each of inputs) {
      if (typedAhead) typedAhead.push(each);
      else follow(press(model, each, performance.now()));
    }
    draw(KEY_FRAME_MS);
  }

  function follow(next: Next): void {
    if (over) return;
    model = next.model;
    for (const act of next.acts) perform(act, stage);
    draw();
    tick();
  }

  /** The session that is shown ends, and is watched no more: another one takes its place, or it stays. */
  async function swap(coming: () => Promise<Rewound>): Promise<void> {
    typedAhead = [];
    following.stop();
    const rewound = await coming();
    guarded(() => {
      if (rewound.ok) {
        shown = rewound.shown;
        model = carriedOver(drawing.swapped(startModel(shown.status, terminal.size(), shown), model), model);
      } else model = { ...model, dialog: null, notice: rewound.message };
      following = watch(shown);
      perform({ type: 'find-branch' }, stage);
      const inputs = typedAhead ?? [];
      typedAhead = null;
      take(inputs);
      draw();
    })();
  }

  /** Renews what changes with time alone, for as long as something runs. */
  function tick(): void {
    clearTimeout(tickTimer);
    if (!isBusy(model)) return;
    tickTimer = setTimeout(
      guarded(() => follow({ model: { ...model, now: performance.now() }, acts: [] })),
      TICK_MS,
    );
  }

  /** What comes while an editor has the terminal is followed, and shown after that. */
  async function edit(text: string, name: string): Promise<Edited> {
    if (!editor) return NO_EDITOR;
    if (lent) return { ok: false, message: 'An editor is open already.' };
    lent = true;
    // Not from within the input's own event: Node would read on.
    await new Promise((resolve) => setImmediate(resolve));
    input.pause();
    terminal.leave();
    const edited = await editor(text, name);
    lent = false;
    guarded(() => {
      takeOver();
      input.resume();
    })();
    return edited;
  }

  function takeOver(): void {
    terminal.enter();
    const at = performance.now();
    model = newAgain(resized(model, terminal.size(), at), at);
    draw();
  }

  /** Draws soon: what comes in until then is drawn with it. */
  function draw(apartMs = FRAME_MS): void {
    if (over || behind || lent) return;
    const at = lastFrame + apartMs;
    if (frameTimer && at >= nextFrame) return;
    clearTimeout(frameTimer);
    nextFrame = at;
    frameTimer = setTimeout(guarded(drawNow), Math.max(0, at - performance.now()));
  }

  function drawNow(): void {
    following.catchUp();
    // What has been told asks for a frame: this one.
    clearTimeout(frameTimer);
    frameTimer = undefined;
    lastFrame = performance.now();
    const { model: drawn, frame } = drawing.show(model);
    model = drawn;
    if (title) terminal.entitle(titleOf(model));
    behind = !terminal.draw(frame, themeOf(model));
    if (markup() === null) setImmediate(() => void loadMarkup().then(guarded(() => draw())));
  }

  function leave(leaving: Leaving): void {
    if (close()) resolve(leaving);
  }

  function close(): boolean {
    if (over) return false;
    over = true;
    clearTimeout(tickTimer);
    timers.clear();
    clearTimeout(frameTimer);
    following.stop();
    unwatch();
    stopHearing();
    terminal.close();
    return true;
  }
}
