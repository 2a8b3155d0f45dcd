/**
 * What is to be done for the model, done: each kind of act by its performer. What takes its time answers later, by a
 * change of the model as it is then.
 */
import { COMPOSER_PERFORMERS } from '../composer/performers.ts';
import { released } from '../dialogs/answering.ts';
import { ALONE_MS } from '../dialogs/attention.ts';
import { chosenOf } from '../dialogs/list.ts';
import { modelsFound } from '../dialogs/models-list.ts';
import { promptsFound } from '../dialogs/rewinding.ts';
import { outlineFound, sessionsFound } from '../dialogs/sessions-list.ts';
import { STEPPING_PERFORMERS } from '../machine/perform.ts';
import { suspend } from '../terminal/ways-out.ts';
import { THEME_PERFORMERS } from '../theme/performers.ts';
import { modelChosen } from './control.ts';
import type { FoundModel } from './doors.ts';
import { type Act, type Model, type Next, next } from './model.ts';
import { runCommand } from './press.ts';
import type { Performer, Performers, Stage } from './stage.ts';
import { TYPED_RUNS } from './typed-runs.ts';

const NO_OTHER_MODEL: FoundModel = { ok: false, message: 'There is no other model here.' };
const NO_SESSIONS = { ok: false, message: 'No other session can be opened here.' } as const;
const NO_LIST = { ok: false, message: 'There is no list of models here: /model NAME takes one.' } as const;
/** So long a session is chosen before its file is looked into. */
const OUTLINE_AFTER_MS = 120;
const NO_WAY_BACK = { ok: false, message: 'No history is kept here: there is nothing to go back to.' } as const;

const PERFORMERS: Performers<Act> = {
  ...COMPOSER_PERFORMERS,
  ...STEPPING_PERFORMERS,
  ...THEME_PERFORMERS,
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
  'find-models': async (_act, { shown, follow }) => {
    const found = (await shown().models?.()) ?? NO_LIST;
    follow((model) => modelsFound(model, found));
  },
  'find-sessions': async (_act, { shown, follow }) => {
    const found = (await shown().sessions?.list()) ?? NO_SESSIONS;
    follow((model) => sessionsFound(model, found));
  },
  // Whoever goes on down the list is not waited for.
  'outline-session': (_act, stage) => stage.after('outline', OUTLINE_AFTER_MS, (model) => outlined(model, stage)),
  'open-session': ({ file }, { shown, swap }) => swap(async () => (await shown().sessions?.open(file)) ?? NO_SESSIONS),
  'new-session': (_act, { shown, swap }) => swap(async () => (await shown().sessions?.begin()) ?? NO_SESSIONS),
  run: ({ command }, { follow }) => follow((model) => runCommand(model, command)),
  'run-typed': ({ name }, { follow }) => follow((model) => TYPED_RUNS[name](model, '')),
  'find-branch': async (_act, { shown, follow }) => {
    const branch = (await shown().branch?.()) ?? null;
    follow((model) => next({ ...model, branch }));
  },
  suspend: () => suspend(),
  redraw: (_act, { terminal }) => terminal.forget(),
};

/** Looks into the file of the session that is chosen by now. */
function outlined(model: Model, { shown, follow }: Stage): Next {
  const file = model.dialog?.kind === 'sessions' ? chosenOf(model.dialog.list)?.id : undefined;
  const { sessions } = shown();
  if (file !== undefined && sessions !== undefined)
    void sessions.outline(file).then((lines) => follow((later) => outlineFound(later, file, lines)));
  return next(model);
}

export function perform(act: Act, stage: Stage): void {
  // The compiler does not see that an act belongs to the entry of its own type.
  (PERFORMERS[act.type] as Performer<Act>)(act, stage);
}
