/**
 * What is to be done for the model, done: each kind of act by its performer. What takes its time answers later, by a
 * change of the model as it is then.
 */
import { COMPOSER_PERFORMERS } from '../composer/performers.ts';
import { released } from '../dialogs/answering.ts';
import { ALONE_MS } from '../dialogs/attention.ts';
import { DIALOGS_PERFORMERS } from '../dialogs/performers.ts';
import { STEPPING_PERFORMERS } from '../machine/perform.ts';
import { suspend } from '../terminal/ways-out.ts';
import { TRANSCRIPT_PERFORMERS } from '../transcript/performers.ts';
import { modelChosen } from './control.ts';
import type { FoundModel } from './doors.ts';
import { guideWritten, sessionExported } from './files-written.ts';
import { type Act, next } from './model.ts';
import type { Performer, Performers, Stage } from './stage.ts';

const NOTHING_WRITTEN = { ok: false, message: 'Nothing can be written here.' } as const;
const NO_OTHER_MODEL: FoundModel = { ok: false, message: 'There is no other model here.' };

const PERFORMERS: Performers<Act> = {
  ...COMPOSER_PERFORMERS,
  ...STEPPING_PERFORMERS,
  ...DIALOGS_PERFORMERS,
  ...TRANSCRIPT_PERFORMERS,
  send: ({ fact }, { shown }) => shown().session.send(fact),
  hold: (_act, { after }) => after('hold', ALONE_MS, released),
  quit: ({ interrupted }, { leave }) => leave({ kind: 'quit', interrupted }),
  'choose-model': async ({ name }, { shown, follow }) => {
    const found = (await shown().chooseModel?.(name)) ?? NO_OTHER_MODEL;
    follow((model) => modelChosen(model, found));
  },
  'write-guide': async ({ replaces }, { shown, follow }) => {
    const written = (await shown().writeGuide?.(replaces)) ?? { ...NOTHING_WRITTEN, isThere: false };
    follow((model) => guideWritten(model, written));
  },
  'export-session': async ({ wanted }, { shown, follow }) => {
    const written = (await shown().exportSession?.(wanted)) ?? NOTHING_WRITTEN;
    follow((model) => sessionExported(model, written));
  },
  'find-branch': async (_act, { shown, follow }) => {
    const branch = (await shown().branch?.()) ?? null;
    follow((model) => next({ ...model, branch }));
  },
  suspend: () => suspend(),
  redraw: (_act, { terminal }) => terminal.forget(),
  'ask-colours': (_act, { terminal }) => terminal.askColours(),
};

export function perform(act: Act, stage: Stage): void {
  // The compiler does not see that an act belongs to the entry of its own type.
  (PERFORMERS[act.type] as Performer<Act>)(act, stage);
}
