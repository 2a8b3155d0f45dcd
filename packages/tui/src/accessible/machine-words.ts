/** The machine and the event that is held, read out. */
import { chartOf } from '@tagma/core';
import { type Held, heldLines } from '../machine/held.ts';
import { paneLines } from '../machine/pane.ts';
import type { Model } from '../screen/model.ts';
import type { Line } from '../text/line.ts';
import { withoutDrawing } from './drawing.ts';

/** Wider than any line: nothing is broken. */
const COLUMNS = 100_000;
const KEYS =
  'choose: write n for the next, c to go on, e to edit, v to take that back, d to drop it, b for a breakpoint';

export function heldSaid(before: Held | null, after: Held | null): readonly string[] {
  if (after === null || after.now === before?.now) return [];
  const [head = '', ...rest] = heldLines(after).map(textOf);
  return [head.replace('held ', 'held: '), ...rest, KEYS];
}

/** What the pane would show, when it is asked for. */
export function machineSaid(before: Model, { machine, now }: Model): readonly string[] {
  if (!machine.open || before.machine.open) return [];
  return paneLines(machine, COLUMNS, now, chartOf())
    .map(textOf)
    .filter((text) => text !== '');
}

function textOf(line: Line): string {
  return withoutDrawing(line.map(({ text }) => text).join(''));
}
