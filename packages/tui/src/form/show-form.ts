/** Puts questions on the whole screen, one after the other, as whoever asks them wants, until he is done. */
import type { Leaving } from '../screen/doors.ts';
import { openViewer, type ViewerOptions, type ViewerStage } from '../screen/viewer.ts';
import { giveScreenBack } from '../terminal/kept-screen.ts';
import { type Asked, answerGiven, type Form, questionPut, startForm, workBegun, workTold } from './form.ts';
import { type FormAct, pressForm } from './press.ts';
import { viewForm } from './rows.ts';

/** How often the time that work takes is renewed. */
const TICK_MS = 1_000;

/** `back`: to the question before. `left`: the person goes, and is to be asked nothing more. */
export type NoAnswer = { readonly kind: 'back' | 'left' };

/** Questions one after the other, and work in between, on the full screen. */
export type Asker = {
  /** Asks one question, and waits for the person. */
  readonly ask: (asked: Asked) => Promise<{ readonly kind: 'answer'; readonly text: string } | NoAnswer>;
  /** Shows that it is done, and what it tells, a text each. Whoever does not want to wait for it aborts it. */
  readonly work: <T>(work: Work<T>) => Promise<{ readonly kind: 'done'; readonly value: T } | NoAnswer>;
};

export type Work<T> = {
  readonly title: string;
  readonly canGoBack: boolean;
  readonly run: (signal: AbortSignal, tell: (text: string) => void) => Promise<T>;
};

/** `keeps`: another screen follows, the terminal is not given back in between, and these words stand there; or null. */
export type Script<T> = (asker: Asker) => Promise<{ readonly value: T; readonly keeps: string | null }>;

export type FormOptions = ViewerOptions & { readonly heading: string };

/** `value` is null where it was left before the script was done. `giveBack` gives a terminal back that was kept. */
export type FormEnd<T> = { readonly leaving: Leaving; readonly value: T | null; readonly giveBack: () => void };

type Stage = ViewerStage<Form, FormAct>;

export async function showForm<T>(options: FormOptions, script: Script<T>): Promise<FormEnd<T>> {
  let value: T | null = null;
  let pending: Pending | null = null;

  function asker(stage: Stage): Asker {
    const shown = (change: (form: Form, at: number) => Form): void =>
      stage.follow((form, at) => ({ model: change(form, at), acts: [] }));
    return {
      async ask(asked) {
        shown((form) => questionPut(form, asked));
        return new Promise((resolve) => {
          pending = { resolve };
        });
      },
      async work({ title, canGoBack, run }) {
        const controller = new AbortController();
        shown((form, at) => workBegun(form, title, canGoBack, at));
        const left = new Promise<NoAnswer>((resolve) => {
          pending = {
            resolve(answer) {
              controller.abort();
              if (answer.kind !== 'answer') resolve(answer);
            },
          };
        });
        const tell = (text: string): void => {
          if (!controller.signal.aborted) shown((form) => workTold(form, text));
        };
        const done = run(controller.signal, tell).then((outcome) => ({ kind: 'done', value: outcome }) as const);
        // What was broken off may fail later.
        done.catch(() => {});
        const outcome = await Promise.race([left, done]);
        pending = null;
        return outcome;
      },
    };
  }

  const settle = (answer: Parameters<Pending['resolve']>[0]): void => {
    const { resolve } = pending ?? {};
    pending = null;
    resolve?.(answer);
  };

  const leaving = await openViewer<Form, FormAct>(options, {
    start: (size) => ({ ...startForm(options.heading, size, options.keys), notice: options.notice ?? null }),
    press: pressForm,
    resized: (form, size) => ({ ...form, size, scroll: 0 }),
    view: viewForm,
    dueAt: ({ work }) => (work === null ? null : work.now + TICK_MS),
    due: (form, at) => ({ model: form.work === null ? form : { ...form, work: { ...form.work, now: at } }, acts: [] }),
    begin(stage) {
      script(asker(stage)).then(
        (end) => {
          value = end.value;
          const { keeps } = end;
          if (keeps !== null) stage.follow((form, at) => ({ model: workBegun(form, keeps, false, at), acts: [] }));
          stage.leave({ kind: 'quit', interrupted: false }, keeps !== null);
        },
        // Thrown from within what is guarded, it gives the terminal back and ends the screen.
        (error: unknown) =>
          stage.follow(() => {
            throw error;
          }),
      );
      return () => settle({ kind: 'left' });
    },
    perform(act, stage) {
      switch (act.type) {
        case 'answer':
          return settle({ kind: 'answer', text: act.text });
        case 'back':
          return settle({ kind: 'back' });
        case 'leave':
          stage.follow((form) => ({ model: answerGiven(form), acts: [] }));
          return settle({ kind: 'left' });
        case 'suspend':
          return stage.suspend();
        case 'redraw':
          return stage.redraw();
      }
    },
  });
  return { leaving, value, giveBack: giveScreenBack };
}

type Pending = { readonly resolve: (answer: { readonly kind: 'answer'; readonly text: string } | NoAnswer) => void };
