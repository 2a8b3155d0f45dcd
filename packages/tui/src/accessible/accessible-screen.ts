/**
 * A session line by line, for screen readers and for terminals that cannot be drawn on: the same model, commands and acts
 * as those of the full screen. Lines are typed into the terminal's own line editor, which stays as it is; nothing is
 * written but text and newlines.
 */
import { createInterface, type Interface } from 'node:readline';
import type { Edited, Leaving, ScreenOptions } from '../screen/doors.ts';
import { type Guarded, guard } from '../screen/guard.ts';
import { isBusy, type Model, startModel } from '../screen/model.ts';
import { runCommand } from '../screen/press.ts';
import { progressWords } from '../screen/progress-line.ts';
import { SessionStage } from '../screen/session-stage.ts';
import type { Terminal } from '../terminal/blessed-screen.ts';
import { outlive } from '../terminal/outlive.ts';
import type { HeldSignals } from '../terminal/ways-out.ts';
import { named } from '../text/line.ts';
import { helpWords } from './help-words.ts';
import { itemWords, labelled } from './item-words.ts';
import { said } from './said.ts';
import { typedLine } from './typed-line.ts';

/** What comes within this time of a line belongs to it: it was pasted. */
const PASTE_MS = 40;
/** So long nothing more is said before the person is asked to write. */
const ASK_MS = 60;
/** How often it is said that a turn still works. */
const STILL_MS = 30_000;
/** Nothing is laid out: what asks for a size gets one in which everything can be seen. */
const SIZE = { columns: 1_000, rows: 1_000 };
const YOU = 'you: ';
const ENDINGS = ['SIGTERM', 'SIGHUP'] as const;

/** See `openScreen` in `open-screen.ts`. */
export function showAccessible(options: ScreenOptions, held: HeldSignals): Promise<Leaving> {
  outlive(options.input);
  outlive(options.output);
  return new Promise((resolve, reject) => new AccessibleScreen(options, { resolve, reject }).begin(held));
}

type Settling = { readonly resolve: (leaving: Leaving) => void; readonly reject: (error: unknown) => void };

class AccessibleScreen {
  readonly #options: ScreenOptions;
  readonly #settling: Settling;
  readonly #lines: Interface;
  readonly #guarded: Guarded;
  readonly #session: SessionStage;
  #letGo = (): void => undefined;
  /** The prompt stands at the end, and nothing behind it yet. */
  #isPrompted = false;
  /** What stands there already, because it was typed. */
  #echoed: string | null = null;
  #pasted: string[] = [];
  #isStillDue = false;
  #isOver = false;

  constructor(options: ScreenOptions, settling: Settling) {
    this.#options = options;
    this.#settling = settling;
    this.#lines = createInterface({ input: options.input, terminal: false });
    this.#guarded = guard(
      () => this.#isOver,
      (error) => {
        if (this.#close()) settling.reject(error);
      },
    );
    this.#session = new SessionStage(options, startModel(options.status, SIZE, options), {
      terminal: NO_TERMINAL,
      guarded: this.#guarded,
      leave: (leaving) => this.#leave(leaving),
      edit: (text, name) => this.#edit(text, name),
      changed: (before) => this.#say(this.#withoutEcho(said(before, this.#session.model))),
      followed: () => this.#followed(),
      // Nothing is said of it but how much there is, every now and then.
      streamed() {},
      fresh: (shown) => startModel(shown.status, SIZE, shown),
      swapped: (before, { ok }) => this.#swapped(before, ok),
    });
  }

  begin(held: HeldSignals): void {
    this.#letGo = this.#hear();
    const signal = held.release();
    if (signal === null) this.#guarded(() => this.#greet())();
    else this.#leave({ kind: 'signal', signal });
  }

  #greet(): void {
    const { model } = this.#session;
    const { status } = model;
    this.#say([
      `session: model ${named(status.model)}, mode ${status.mode}, folder ${named(status.folder)}`,
      ...notesSaid(model),
      'ready: write what to do, or /help',
    ]);
    this.#session.begin(this.#options.prompt);
    this.#ask();
  }

  /** Gives a function that ends it. */
  #hear(): () => void {
    const { input, output } = this.#options;
    const onInterrupt = this.#guarded(() => {
      this.#isPrompted = false;
      output.write('\n');
      this.#session.follow(runCommand(this.#session.model, 'clear-or-quit'));
    });
    const onEnded = (signal: 'SIGTERM' | 'SIGHUP'): void => this.#leave({ kind: 'signal', signal });
    const onGone = (): void => this.#leave({ kind: 'terminal-closed' });
    this.#lines.on(
      'line',
      this.#guarded((line: string) => this.#takeLine(line)),
    );
    this.#lines.on('close', () => this.#leave({ kind: 'quit', interrupted: isBusy(this.#session.model) }));
    for (const stream of [input, output]) stream.on('error', onGone);
    process.on('SIGINT', onInterrupt);
    for (const signal of ENDINGS) process.on(signal, onEnded);
    return () => {
      process.removeListener('SIGINT', onInterrupt);
      for (const signal of ENDINGS) process.removeListener(signal, onEnded);
      for (const stream of [input, output]) stream.removeListener('error', onGone);
      this.#lines.close();
    };
  }

  #takeLine(line: string): void {
    const { timers } = this.#session;
    this.#isPrompted = false;
    this.#pasted.push(textOf(line));
    timers.cancel('paste');
    if (!line.endsWith('\\'))
      timers.start(
        'paste',
        PASTE_MS,
        this.#guarded(() => this.#takeText()),
      );
  }

  /** A line that ends with a backslash goes on in the next one. */
  #takeText(): void {
    const text = this.#pasted.map((each) => each.replace(/\\$/, '')).join('\n');
    this.#pasted = [];
    this.#session.catchUp();
    this.#echoed = text;
    if (text.trim() === '/help') this.#say(helpWords(this.#session.model.writing.commands.found ?? []));
    else this.#session.follow(typedLine({ ...this.#session.model, now: performance.now() }, text));
    this.#echoed = null;
    this.#ask();
  }

  #followed(): void {
    this.#still();
    this.#ask();
  }

  /** What was just typed stands on the terminal already. */
  #withoutEcho(words: readonly string[]): readonly string[] {
    if (this.#echoed === null) return words;
    const own = YOU + this.#echoed.split('\n').join('\n  ');
    const count = own.split('\n').length;
    return words.slice(0, count).join('\n') === own ? words.slice(count) : words;
  }

  #say(words: readonly string[]): void {
    if (words.length === 0 || this.#isOver) return;
    this.#options.output.write(`${this.#isPrompted ? '\n' : ''}${words.join('\n')}\n`);
    this.#isPrompted = false;
  }

  /** Where the person is waited for, there is something to write behind, once all is said. */
  #ask(): void {
    const prompt = this.#guarded(() => {
      if (this.#isPrompted || !isWaitedFor(this.#session.model) || this.#pasted.length > 0) return;
      this.#options.output.write(YOU);
      this.#isPrompted = true;
    });
    this.#session.timers.start('ask', ASK_MS, prompt);
  }

  /** Says every now and then that a turn still works. */
  #still(): void {
    const { timers, model } = this.#session;
    if (!isBusy(model) || model.transcript.question !== null) {
      timers.cancel('still');
      this.#isStillDue = false;
      return;
    }
    if (this.#isStillDue) return;
    this.#isStillDue = true;
    timers.start(
      'still',
      STILL_MS,
      this.#guarded(() => this.#sayStill()),
    );
  }

  #sayStill(): void {
    const session = this.#session;
    this.#isStillDue = false;
    session.catchUp();
    session.model = { ...session.model, now: performance.now() };
    this.#say([`still working: ${progressWords(session.model).join(', ') || session.model.state}`]);
    this.#still();
  }

  #swapped(before: Model, isAnother: boolean): void {
    const { model } = this.#session;
    const draft = model.composer.text;
    const beginning = [
      'session: another one from here on',
      ...notesSaid(model),
      ...(draft === '' ? [] : labelled('draft, not sent', draft)),
    ];
    this.#say(isAnother ? beginning : said(before, model));
    this.#ask();
  }

  async #edit(text: string, name: string): Promise<Edited> {
    const { editor } = this.#options;
    if (!editor) return { ok: false, message: 'There is no editor here.' };
    this.#lines.pause();
    const edited = await editor(text, name);
    this.#lines.resume();
    return edited;
  }

  #leave(leaving: Leaving): void {
    if (this.#close()) this.#settling.resolve(leaving);
  }

  #close(): boolean {
    if (this.#isOver) return false;
    if (this.#isPrompted) this.#options.output.write('\n');
    this.#isOver = true;
    this.#session.stop();
    this.#letGo();
    return true;
  }
}

function isWaitedFor(model: Model): boolean {
  const { transcript, dialog, machine } = model;
  return !isBusy(model) || transcript.question !== null || dialog !== null || machine.held !== null;
}

/** What the person should know of a session stands last in its transcript. */
function notesSaid({ transcript: { items } }: Model): readonly string[] {
  const notes: string[] = [];
  for (let index = items.length - 1; index >= 0 && items.at(index)?.kind === 'note'; index--) {
    const item = items.at(index);
    if (item) notes.unshift(...itemWords(item));
  }
  return notes;
}

/** Without what the terminal's line editor lets through: arrows and other keys that are no text. */
function textOf(line: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  return line.replace(/\x1b(\[[0-9;]*[ -/]*[@-~]|O.)?/g, '').replace(/[\x00-\x08\x0b-\x1f\x7f]/g, '');
}

/** Nothing is drawn, and there is nothing to ask. */
const NO_TERMINAL: Terminal = {
  size: () => SIZE,
  enter() {},
  leave() {},
  draw: () => true,
  forget() {},
  askColours() {},
  takeMouse() {},
  copy: () => false,
  print() {},
  entitle() {},
  notify() {},
  close() {},
  abandon() {},
};
