/**
 * What is to be done for the model, done: each kind of act by its performer. What takes its time answers later, by a
 * change of the model as it is then.
 */
import { released } from '../dialogs/answering.ts';
import { ALONE_MS } from '../dialogs/attention.ts';
import { promptsFound } from '../dialogs/rewinding.ts';
import type { Terminal } from '../terminal/blessed-screen.ts';
import { suspend } from '../terminal/ways-out.ts';
import { modelChosen } from './control.ts';
import type { FoundModel, Leaving, Rewound, ShownSession } from './doors.ts';
import type { Act, Model, Next } from './model.ts';
import { runCommand } from './press.ts';
import { TYPED_RUNS } from './typed-runs.ts';

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
  readonly leave: (leaving: Leaving) => void;
};

type Performer<A extends Act> = (act: A, stage: Stage) => void;

const NO_OTHER_MODEL: FoundModel = { ok: false, message: 'There is no other model here.' };
const NO_WAY_BACK = { ok: false, message: 'No history is kept here: there is nothing to go back to.' } as const;

const PERFORMERS: { readonly [T in Act['type']]: Performer<Extract<Act, { type: T }>> } = {
  send: ({ fact }, { shown }) => shown().session.send(fact),
  hold: (_act, { after }) => after('hold', ALONE_MS, released),
  quit: ({ interrupted }, { leave }) => leave({ kind: 'quit', interrupted }),
  'choose-model': async ({ name }, { shown, follow }) => {
    const found = (await shown().chooseModel?.(name)) ?? NO_OTHER_MODEL;
    follow((model) => modelChosen(model, found));
  },
  'find-prompts': async (_act, { shown, follow }) => {
    const found = (await shown().rewinding?.prompts()) ?? NO_WAY_BACK;
    follow((model) => promptsFound(model, found));
  },
  rewind: ({ point }, { shown, swap }) => swap(async () => (await shown().rewinding?.to(point)) ?? NO_WAY_BACK),
  run: ({ command }, { follow }) => follow((model) => runCommand(model, command)),
  'run-typed': ({ name }, { follow }) => follow((model) => TYPED_RUNS[name](model, '')),
  suspend: () => suspend(),
  redraw: (_act, { terminal }) => terminal.forget(),
};

export function perform(act: Act, stage: Stage): void {
  // The compiler does not see that an act belongs to the entry of its own type.
  (PERFORMERS[act.type] as Performer<Act>)(act, stage);
}
