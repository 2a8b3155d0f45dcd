/** Each kind of dialog: what it shows, and the place in the key table whose keys it takes. */
import type { Where } from '../keys/binding.ts';
import { transcriptHeight } from '../screen/areas.ts';
import type { Model } from '../screen/model.ts';
import type { Line } from '../text/line.ts';
import { contextRows } from './context-view.ts';
import { costRows } from './cost-view.ts';
import type { Dialog } from './dialog.ts';
import { listRows } from './listing.ts';
import { reportRows } from './report-rows.ts';
import { sessionsRows } from './sessions-rows.ts';

type Kind<D extends Dialog> = {
  /** The rows that it has on this screen, each at most `columns` wide; what does not fit is scrolled. */
  readonly rows: (dialog: D, model: Model, columns: number) => readonly Line[];
  /** Where its keys are looked up, before those that hold everywhere; null where it has none. */
  readonly place: Where | null;
};

const LIST = { rows: listRows, place: 'list' } as const;

const DIALOGS: { readonly [K in Dialog['kind']]: Kind<Extract<Dialog, { kind: K }>> } = {
  keys: LIST,
  palette: LIST,
  permissions: LIST,
  modes: LIST,
  tools: LIST,
  providers: LIST,
  models: LIST,
  settings: LIST,
  context: { rows: (_dialog, model, columns) => contextRows(model, columns), place: null },
  cost: { rows: (_dialog, model, columns) => costRows(model, columns), place: null },
  report: { rows: (dialog, _model, columns) => reportRows(dialog, columns), place: null },
  themes: LIST,
  sessions: {
    rows: (dialog, model, columns) => sessionsRows(dialog, columns, transcriptHeight(model)),
    place: 'list',
  },
  rewind: LIST,
};

export function dialogRows(dialog: Dialog, model: Model, columns: number): readonly Line[] {
  return kindOf(dialog).rows(dialog, model, columns);
}

export function dialogPlace(dialog: Dialog): Where | null {
  return kindOf(dialog).place;
}

/** The compiler does not see that a dialog belongs to the entry of its own kind. */
function kindOf(dialog: Dialog): Kind<Dialog> {
  return DIALOGS[dialog.kind] as Kind<Dialog>;
}
