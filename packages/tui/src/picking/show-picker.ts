/** Shows the sessions to choose from on the full screen. */
import { chosenOf } from '../dialogs/list.ts';
import { outlineFound, sessionsFound } from '../dialogs/sessions-list.ts';
import type { Leaving, Sessions } from '../screen/doors.ts';
import type { Model, Next } from '../screen/model.ts';
import { noTimers } from '../screen/timers.ts';
import { openViewer, type ViewerOptions, type ViewerStage } from '../screen/viewer.ts';
import { type PickingAct, pressPicker, startPicker, viewPicker } from './picker.ts';

export type Picked =
  | Leaving
  | { readonly kind: 'picked'; readonly file: string }
  | { readonly kind: 'failed'; readonly message: string };

export type SessionsToPick = Pick<Sessions, 'list' | 'outline'>;

/** So long a session is chosen before its file is looked into. */
const OUTLINE_AFTER_MS = 120;

export async function showPicker(options: ViewerOptions, sessions: SessionsToPick): Promise<Picked> {
  let picked: Picked | null = null;
  const timers = noTimers();
  const leave = (stage: ViewerStage<Model, PickingAct>, as: Picked | null) => {
    picked = as;
    stage.leave({ kind: 'quit', interrupted: false });
  };
  const leaving = await openViewer<Model, PickingAct>(options, {
    start: (size) => startPicker(size, options.keys, options.notice),
    press: pressPicker,
    resized: (model, size) => ({ ...model, size }),
    view: viewPicker,
    dueAt: () => null,
    due: (model) => ({ model, acts: [] }),
    begin(stage) {
      void sessions.list().then((found) => {
        if (!found.ok) leave(stage, { kind: 'failed', message: found.message });
        else stage.follow((model) => only(sessionsFound(model, found)));
      });
      return timers.clear;
    },
    perform(act, stage) {
      switch (act.type) {
        case 'leave':
          return leave(stage, null);
        case 'open-session':
          return leave(stage, { kind: 'picked', file: act.file });
        case 'outline-session':
          return timers.start('outline', OUTLINE_AFTER_MS, () => outline(stage, sessions));
        case 'suspend':
          return stage.suspend();
        case 'redraw':
          return stage.redraw();
      }
    },
  });
  return picked ?? leaving;
}

/** Looks into the file of the session that is chosen by now. */
function outline(stage: ViewerStage<Model, PickingAct>, sessions: SessionsToPick): void {
  stage.follow((model) => {
    const file = model.dialog?.kind === 'sessions' ? chosenOf(model.dialog.list)?.id : undefined;
    if (file !== undefined)
      void sessions.outline(file).then((lines) => stage.follow((later) => only(outlineFound(later, file, lines))));
    return { model, acts: [] };
  });
}

function only({ model, acts }: Next): { readonly model: Model; readonly acts: readonly PickingAct[] } {
  return { model, acts: acts.some(({ type }) => type === 'outline-session') ? [{ type: 'outline-session' }] : [] };
}
