/**
 * A session that is shown, whichever way: what happens and what the person does goes into the model, what the model wants done
 * goes to the session, and another session may take its place. How it is shown is for the `Rendering`.
 */
import { steppingTold } from '../machine/machine.ts';
import type { Terminal } from '../terminal/blessed-screen.ts';
import type { Leaving, Rewound, ShownSession } from './doors.ts';
import { type Following, followSession } from './follow-session.ts';
import type { Guarded } from './guard.ts';
import { given, type Model, type Next, next } from './model.ts';
import { perform } from './perform.ts';
import type { Change, Stage } from './stage.ts';
import { noTimers } from './timers.ts';
import { told } from './told.ts';

export type Rendering = Pick<Stage, 'edit'> & {
  readonly terminal: Terminal;
  readonly guarded: Guarded;
  readonly leave: (leaving: Leaving) => void;
  /** The model was another one before; nothing of what it wants done has been done yet. */
  readonly changed: (before: Model) => void;
  /** What it wants done has been done, or has begun. */
  readonly followed: () => void;
  /** Something streams in: `catchUp` tells the model. */
  readonly streamed: () => void;
  /** The model of the session that takes the place of the one in `before`. */
  readonly fresh: (shown: ShownSession, before: Model) => Model;
  /** Another session is shown, or, where that could not be, the same one goes on. */
  readonly swapped: (before: Model, rewound: Rewound) => void;
};

const NOT_FOLLOWING: Following = { catchUp() {}, stop() {} };

export class SessionStage {
  /** The screen may change what belongs to it alone. */
  model: Model;
  /** Another session is to take the place of this one. */
  isSwapping = false;
  readonly timers = noTimers();
  readonly #rendering: Rendering;
  readonly #stage: Stage;
  #shown: ShownSession;
  #following = NOT_FOLLOWING;
  #isOver = false;

  constructor(shown: ShownSession, model: Model, rendering: Rendering) {
    const { terminal, guarded, edit, leave } = rendering;
    this.model = model;
    this.#shown = shown;
    this.#rendering = rendering;
    const following = (change: Change) => guarded(() => this.follow(change(this.model)));
    this.#stage = {
      shown: () => this.#shown,
      ...{ terminal, edit, leave },
      follow: (change) => following(change)(),
      after: (name, ms, change) => this.timers.start(name, ms, following(change)),
      swap: (coming) => void this.#swap(coming),
    };
  }

  begin(prompt: string | undefined): void {
    this.#watch();
    if (prompt !== undefined) this.follow(given(this.model, prompt));
  }

  follow({ model, acts }: Next): void {
    if (this.#isOver) return;
    const before = this.model;
    this.model = model;
    this.#rendering.changed(before);
    for (const act of acts) perform(act, this.#stage);
    this.#rendering.followed();
  }

  /** Tells the model what has streamed in. */
  catchUp(): void {
    this.#following.catchUp();
  }

  stop(): void {
    this.#isOver = true;
    this.timers.clear();
    this.#following.stop();
  }

  #watch(): void {
    const { guarded, leave, streamed } = this.#rendering;
    this.#following = followSession(this.#shown, {
      onUpdate: guarded((update) => this.follow(told(this.model, update, performance.now()))),
      onStream: guarded(streamed),
      onStepping: guarded((state) => {
        const machine = steppingTold(this.model.machine, state, performance.now());
        this.follow(next({ ...this.model, machine }));
      }),
      leave,
    });
    perform({ type: 'find-branch' }, this.#stage);
    perform({ type: 'find-commands' }, this.#stage);
  }

  /** The session that is shown ends, and is watched no more: another one takes its place, or it stays. */
  async #swap(coming: () => Promise<Rewound>): Promise<void> {
    const { guarded, fresh, swapped } = this.#rendering;
    this.isSwapping = true;
    this.#following.stop();
    const rewound = await coming();
    guarded(() => {
      const before = this.model;
      this.isSwapping = false;
      if (rewound.ok) {
        this.#shown = rewound.shown;
        this.model = fresh(rewound.shown, before);
      } else this.model = { ...before, dialog: null, notice: rewound.message };
      this.#watch();
      swapped(before, rewound);
    })();
  }
}
