/**
 * A session line by line, for screen readers and for terminals that cannot be drawn on: the same model, commands and acts
 * as those of the full screen. Lines are typed into the terminal's own line editor, which stays as it is; nothing is
 * written but text and newlines.
 */
import { createInterface } from 'node:readline';
import { steppingTold } from '../machine/machine.ts';
import type { Edited, Leaving, Rewound, ScreenOptions, ShownSession } from '../screen/doors.ts';
import { type Following, followSession } from '../screen/follow-session.ts';
import { guard } from '../screen/guard.ts';
import { given, isBusy, type Model, type Next, next, startModel } from '../screen/model.ts';
import { perform } from '../screen/perform.ts';
import { runCommand } from '../screen/press.ts';
import { progressWords } from '../screen/progress-line.ts';
import type { Stage } from '../screen/stage.ts';
import { noTimers } from '../screen/timers.ts';
import { told } from '../screen/told.ts';
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

/** See `openScreen` in `open-screen.ts`. */
export function showAccessible(
  { input, output, prompt, editor, ...opened }: ScreenOptions,
  held: HeldSignals,
): Promise<Leaving> {
  return new Promise((resolve, reject) => {
    outlive(input);
    outlive(output);
    let shown: ShownSession = opened;
    let model = startModel(shown.status, SIZE, shown);
    /** The prompt stands at the end, and nothing behind it yet. */
    let isPrompted = false;
    /** What stands there already, because it was typed. */
    let echoed: string | null = null;
    let pasted: string[] = [];
    let pasteTimer: NodeJS.Timeout | undefined;
    let askTimer: NodeJS.Timeout | undefined;
    let stillTimer: NodeJS.Timeout | undefined;
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
      terminal: NO_TERMINAL,
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

    const lines = createInterface({ input, terminal: false });
    const onInterrupt = guarded(() => {
      isPrompted = false;
      output.write('\n');
      follow(runCommand(model, 'clear-or-quit'));
    });
    const onEnded = (signal: 'SIGTERM' | 'SIGHUP'): void => leave({ kind: 'signal', signal });
    const onGone = (): void => leave({ kind: 'terminal-closed' });
    lines.on('line', guarded(takeLine));
    lines.on('close', () => leave({ kind: 'quit', interrupted: isBusy(model) }));
    input.on('error', onGone);
    output.on('error', onGone);
    process.on('SIGINT', onInterrupt);
    process.on('SIGTERM', onEnded);
    process.on('SIGHUP', onEnded);
    let following = watch(shown);
    guarded(begin)();

    function begin(): void {
      const signal = held.release();
      if (signal !== null) {
        leave({ kind: 'signal', signal });
        return;
      }
      const { status } = model;
      say([
        `session: model ${named(status.model)}, mode ${status.mode}, folder ${named(status.folder)}`,
        ...notesSaid(model),
        'ready: write what to do, or /help',
      ]);
      perform({ type: 'find-branch' }, stage);
      if (prompt !== undefined) follow(given(model, prompt));
      ask();
    }

    function watch(session: ShownSession): Following {
      return followSession(session, {
        onUpdate: guarded((update) => follow(told(model, update, performance.now()))),
        // Nothing is said of it but how much there is, every now and then.
        onStream: () => undefined,
        onStepping: guarded((state) =>
          follow(next({ ...model, machine: steppingTold(model.machine, state, performance.now()) })),
        ),
        leave,
      });
    }

    function takeLine(line: string): void {
      isPrompted = false;
      pasted.push(textOf(line));
      clearTimeout(pasteTimer);
      if (!line.endsWith('\\')) pasteTimer = setTimeout(guarded(takeText), PASTE_MS);
    }

    /** A line that ends with a backslash goes on in the next one. */
    function takeText(): void {
      const text = pasted.map((each) => each.replace(/\\$/, '')).join('\n');
      pasted = [];
      following.catchUp();
      echoed = text;
      if (text.trim() === '/help') say(helpWords());
      else follow(typedLine({ ...model, now: performance.now() }, text));
      echoed = null;
      ask();
    }

    function follow(following: Next): void {
      if (over) return;
      const before = model;
      model = following.model;
      say(withoutEcho(said(before, model)));
      for (const act of following.acts) perform(act, stage);
      still();
      ask();
    }

    /** What was just typed stands on the terminal already. */
    function withoutEcho(words: readonly string[]): readonly string[] {
      if (echoed === null) return words;
      const own = YOU + echoed.split('\n').join('\n  ');
      const count = own.split('\n').length;
      return words.slice(0, count).join('\n') === own ? words.slice(count) : words;
    }

    function say(words: readonly string[]): void {
      if (words.length === 0 || over) return;
      output.write(`${isPrompted ? '\n' : ''}${words.join('\n')}\n`);
      isPrompted = false;
    }

    /** Where the person is waited for, there is something to write behind, once all is said. */
    function ask(): void {
      clearTimeout(askTimer);
      askTimer = setTimeout(
        guarded(() => {
          const { transcript, dialog, machine } = model;
          const isWaited = !isBusy(model) || transcript.question !== null || dialog !== null || machine.held !== null;
          if (isPrompted || !isWaited || pasted.length > 0) return;
          output.write(YOU);
          isPrompted = true;
        }),
        ASK_MS,
      );
    }

    function still(): void {
      if (!isBusy(model) || model.transcript.question !== null) {
        clearTimeout(stillTimer);
        stillTimer = undefined;
        return;
      }
      stillTimer ??= setTimeout(
        guarded(() => {
          stillTimer = undefined;
          following.catchUp();
          model = { ...model, now: performance.now() };
          say([`still working: ${progressWords(model).join(', ') || model.state}`]);
          still();
        }),
        STILL_MS,
      );
    }

    async function swap(coming: () => Promise<Rewound>): Promise<void> {
      following.stop();
      const rewound = await coming();
      guarded(() => {
        const before = model;
        if (rewound.ok) {
          shown = rewound.shown;
          model = startModel(shown.status, SIZE, shown);
          const draft = model.composer.text;
          say([
            'session: another one from here on',
            ...notesSaid(model),
            ...(draft === '' ? [] : labelled('draft, not sent', draft)),
          ]);
        } else {
          model = { ...model, dialog: null, notice: rewound.message };
          say(said(before, model));
        }
        following = watch(shown);
        ask();
      })();
    }

    async function edit(text: string, name: string): Promise<Edited> {
      if (!editor) return { ok: false, message: 'There is no editor here.' };
      lines.pause();
      const edited = await editor(text, name);
      lines.resume();
      return edited;
    }

    function leave(leaving: Leaving): void {
      if (close()) resolve(leaving);
    }

    function close(): boolean {
      if (over) return false;
      if (isPrompted) output.write('\n');
      over = true;
      clearTimeout(pasteTimer);
      clearTimeout(askTimer);
      clearTimeout(stillTimer);
      timers.clear();
      following.stop();
      process.removeListener('SIGINT', onInterrupt);
      process.removeListener('SIGTERM', onEnded);
      process.removeListener('SIGHUP', onEnded);
      input.removeListener('error', onGone);
      output.removeListener('error', onGone);
      lines.close();
      return true;
    }
  });
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
};
