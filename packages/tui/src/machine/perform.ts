/** What the screen wants done about events that are held, done through the door to whoever holds them. */
import { visible } from '@tagma/protocol';
import { next } from '../screen/model.ts';
import type { Performers, Stage } from '../screen/stage.ts';
import type { SteppingAct } from './acts.ts';
import { editedInDraft } from './editing.ts';
import type { Done, Stepping } from './stepping.ts';

const DONE: Done = { ok: true };
const NO_STEPPING: Done = { ok: false, message: 'The events of this session cannot be held.' };

export const STEPPING_PERFORMERS: Performers<SteppingAct> = {
  'hold-events': ({ on }, stage) =>
    done(stage, (stepping) => {
      stepping.hold(on);
      return DONE;
    }),
  'pass-event': (_act, stage) =>
    done(stage, (stepping) => {
      stepping.pass(0);
      return DONE;
    }),
  'drop-event': (_act, stage) => done(stage, (stepping) => stepping.drop()),
  'edit-event': ({ text }, stage) => void edit(stage, text),
  'change-event': ({ text }, stage) => change(stage, text),
  'add-breakpoint': ({ name }, stage) =>
    done(stage, (stepping) => stepping.breakpoints.add(name), `${name} is a breakpoint. /break lists them.`),
  'remove-breakpoint': ({ number }, stage) =>
    done(
      stage,
      (stepping) =>
        stepping.breakpoints.remove(number)
          ? DONE
          : { ok: false, message: `There is no breakpoint ${number}. /break lists them.` },
      `Breakpoint ${number} is none any more.`,
    ),
};

/** What could not be done is said; what could shows itself, or `words` say it. */
function done({ shown, follow }: Stage, command: (stepping: Stepping) => Done, words: string | null = null): void {
  const { stepping } = shown();
  const result = stepping ? command(stepping) : NO_STEPPING;
  const notice = result.ok ? words : result.message;
  if (notice !== null) follow((model) => next({ ...model, notice: visible(notice) }));
}

/** What was written and refused goes back to the draft, so that it can be mended. */
function change(stage: Stage, text: string | null): void {
  done(stage, (stepping) => {
    const changed = stepping.change(text);
    if (!changed.ok && text !== null) stage.follow((model) => next(editedInDraft(model, text)));
    return changed;
  });
}

/** Another event may be held once the editor has ended: the text is not for that one. */
async function edit(stage: Stage, text: string): Promise<void> {
  const { stepping } = stage.shown();
  const event = stepping?.state().held?.event;
  const edited = await stage.edit(text, 'event.json');
  if (!edited.ok) return stage.follow((model) => next({ ...model, notice: visible(edited.message) }));
  const written = edited.text.trim();
  if (written === text.trim()) return;
  if (stepping?.state().held?.event === event) return change(stage, written);
  stage.follow((model) => next({ ...model, notice: 'That event is not held any more: nothing is changed.' }));
}
