/** What performers of acts have to do with: the session, the terminal, and ways to answer later. */
import type { Terminal } from '../terminal/blessed-screen.ts';
import type { Edited, Leaving, Rewound, ShownSession } from './doors.ts';
import type { Model, Next } from './model.ts';

/** A change of the model, whatever it is by then. */
export type Change = (model: Model) => Next;

/** What performers act upon. */
export type Stage = {
  /** The session that is shown now, and the doors to whoever opened the screen. */
  readonly shown: () => ShownSession;
  readonly terminal: Terminal;
  readonly follow: (change: Change) => void;
  /** Once `ms` have passed; another one of that name takes the place of this one. */
  readonly after: (name: string, ms: number, change: Change) => void;
  /** Another session takes the place of this one as soon as it is there; what is typed until then is for that one. */
  readonly swap: (coming: () => Promise<Rewound>) => void;
  /** Has a text changed in the person's own editor, which has the terminal meanwhile. `name`: of the file, without a folder. */
  readonly edit: (text: string, name: string) => Promise<Edited>;
  readonly leave: (leaving: Leaving) => void;
};

/** Carries out one kind of act. */
export type Performer<A> = (act: A, stage: Stage) => void;

/** One for each kind of a union of acts. */
export type Performers<A extends { readonly type: string }> = {
  readonly [T in A['type']]: Performer<Extract<A, { readonly type: T }>>;
};
