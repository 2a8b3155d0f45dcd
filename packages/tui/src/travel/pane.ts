/** What stands beside the transcript of a history: the step and its records, or the machine as it stood. */
import { chartOf } from '@tagma/core';
import { startMachine } from '../machine/machine.ts';
import { paneLines } from '../machine/pane.ts';
import { opened } from '../machine/watch.ts';
import type { Size } from '../text/cells.ts';
import { type Line, line } from '../text/line.ts';
import { wrap } from '../text/wrap.ts';
import { recordRows } from './record-lines.ts';
import type { Shown } from './seen.ts';
import { recordListRows, stepRows } from './step-lines.ts';
import type { Travel } from './travel.ts';

/** Rows of the list of records, as a share of what the step leaves. */
const LIST_SHARE = 0.4;

export type Pane = {
  /** They stay where they are. */
  readonly fixed: readonly Line[];
  /** They scroll in the rows that are left. */
  readonly scrolled: readonly Line[];
  readonly height: number;
};

export function paneOf(travel: Travel, size: Size): Pane {
  const { stop, known, record, asSource } = travel;
  if (stop && travel.pane === 'machine') return { fixed: [], scrolled: machineRows(stop, size), height: size.rows };
  if (!stop) return { fixed: [line(['reading …', 'muted'])], scrolled: [], height: size.rows - 1 };
  const about = stepRows(stop, known, size.columns).slice(0, Math.max(1, Math.floor(size.rows / 2)));
  const room = Math.max(1, Math.floor((size.rows - about.length) * LIST_SHARE));
  const list = recordListRows(stop, record, { rows: room, columns: size.columns });
  const chosen = stop.records.find(({ n }) => n === record);
  const fixed = [...about, ...list, line(['─'.repeat(size.columns), 'border'])];
  const scrolled = chosen ? recordRows(chosen, size.columns, asSource) : wrap(LOST, size.columns);
  return { fixed, scrolled, height: Math.max(0, size.rows - fixed.length) };
}

const CHART = chartOf();
const keptMachine = new WeakMap<Shown, { readonly columns: number; readonly rows: readonly Line[] }>();

/** The machine as it stood behind the step: as its own pane shows it. */
function machineRows(stop: Shown, { columns }: Size): readonly Line[] {
  const known = keptMachine.get(stop);
  if (known?.columns === columns) return known.rows;
  const machine = { ...startMachine(stop.snapshot), open: true, watch: opened(stop.seen.watch) };
  const rows = paneLines(machine, columns, stop.at, CHART);
  keptMachine.set(stop, { columns, rows });
  return rows;
}

const LOST = line(['This record cannot be read.', 'warning']);
