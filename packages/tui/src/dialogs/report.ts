/** What is found out for the person line by line: what the server has and lacks (`/doctor`), and what is configured (`/config`). */
import { type Model, type Next, next } from '../screen/model.ts';
import type { Dialog } from './dialog.ts';
import { openDialog } from './opening.ts';

type ReportDialog = Extract<Dialog, { kind: 'report' }>;
export type ReportName = ReportDialog['of'];

/** More of them are not kept. */
const LINES_MAX = 2_000;

export function openReport(model: Model, of: ReportName): Next {
  // Another one of that name takes the place of this one: what comes for the first is for nobody then.
  const run = model.now;
  const { model: opened } = openDialog(model, { kind: 'report', of, run, lines: [], isDone: false });
  return next(opened, { type: 'find-report', of, run });
}

/** Whether somebody still looks at it. */
export function isLookedAt({ dialog }: Model, run: number): boolean {
  return dialog?.kind === 'report' && dialog.run === run;
}

/** What has come last. Nothing, where it is not looked at any more. */
export function reported(model: Model, run: number, text: string): Next {
  return changed(model, run, ({ lines }) => ({ lines: [...lines, ...text.split('\n')].slice(0, LINES_MAX) }));
}

export function reportDone(model: Model, run: number): Next {
  return changed(model, run, () => ({ isDone: true }));
}

function changed(model: Model, run: number, change: (dialog: ReportDialog) => Partial<ReportDialog>): Next {
  const { dialog } = model;
  if (dialog?.kind !== 'report' || dialog.run !== run) return next(model);
  return next({ ...model, dialog: { ...dialog, ...change(dialog) } });
}
