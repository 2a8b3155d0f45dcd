/** How a report looks: its title, what has come so far, and whether more is to come. */
import { visible } from '@tagma/protocol';
import { type Line, line } from '../text/line.ts';
import { wrap } from '../text/wrap.ts';
import type { Dialog } from './dialog.ts';

type ReportDialog = Extract<Dialog, { kind: 'report' }>;

const TITLES: { readonly [name in ReportDialog['of']]: string } = {
  doctor: 'doctor: what the server has and lacks. Closing this ends it.',
  config:
    'config: what is configured, and where it comes from. tagma config changes it, /settings what is of the screen.',
};
export function reportRows({ of, lines, isDone }: ReportDialog, columns: number): readonly Line[] {
  const rows = [
    line([TITLES[of], 'label']),
    [],
    ...lines.map((text) => line([visible(text), 'text'])),
    ...(isDone ? [] : [line(['…', 'muted'])]),
  ];
  return rows.flatMap((row) => (row.length === 0 ? [row] : wrap(row, columns)));
}
