/** Where the machine pane stands: beside the transcript on a wide screen, in its place on a narrow one. */
import { chartOf } from '@tagma/core';
import type { Command } from '../keys/key-table.ts';
import { shownKey } from '../keys/shown-key.ts';
import { isBusy, type Model } from '../screen/model.ts';
import { isLargeEnough } from '../screen/size.ts';
import type { Mouse } from '../terminal/input.ts';
import { type Line, line } from '../text/line.ts';
import { wrap } from '../text/wrap.ts';
import { followLine, type Held, headLine } from './held.ts';
import type { Machine } from './machine.ts';
import { paneLines } from './pane.ts';
import { verdictLines } from './verdicts.ts';

/** From this width on the pane stands beside the transcript. */
const BESIDE_COLUMNS_MIN = 100;
const COLUMNS_MIN = 38;
const COLUMNS_MAX = 56;
/** Of the screen. */
const SHARE = 0.38;
/** Rows of the event that is held, where there is no pane, as a share of the screen. */
const HELD_SHARE = 1 / 3;
/** Less than this of it says nothing. */
const ROWS_WORTH = 3;

/** Between the transcript and the pane. */
export const RULE = '│ ';

/** How often the times in the pane are renewed at most. */
const RENEWED_MS = 500;

const CHART = chartOf();
const kept = new WeakMap<
  Machine,
  { readonly columns: number; readonly now: number; readonly lines: readonly Line[] }
>();

/** Columns that the pane takes from the transcript, the rule between the two among them; 0 where it is not beside it. */
export function besideColumns({ machine, size }: Model): number {
  if (!machine.open || size.columns < BESIDE_COLUMNS_MIN) return 0;
  return Math.min(COLUMNS_MAX, Math.max(COLUMNS_MIN, Math.floor(size.columns * SHARE)));
}

/** Whether the pane stands in the place of the transcript. What has to be read and answered goes before it. */
export function isInPlace({ machine, size, dialog, transcript }: Model): boolean {
  if (!machine.open || !isLargeEnough(size) || size.columns >= BESIDE_COLUMNS_MIN) return false;
  return dialog === null && transcript.question === null;
}

export function isOverPane(model: Model, { column }: Mouse): boolean {
  return isInPlace(model) || column >= model.size.columns - besideColumns(model);
}

/** Columns of what stands in the pane. */
export function paneColumns(model: Model): number {
  return isInPlace(model) ? model.size.columns : besideColumns(model) - RULE.length;
}

/** The part of the pane that is shown. */
export function paneRows(model: Model, height: number): readonly Line[] {
  const lines = linesOf(model);
  const first = Math.max(0, Math.min(model.machine.scroll, lines.length - height));
  return lines.slice(first, first + height);
}

/** How far down the pane can be scrolled. */
export function scrollMax(model: Model, height: number): number {
  return Math.max(0, linesOf(model).length - height);
}

/** Laid out anew where something has happened, or its times have to be renewed: while a reply streams, frames are many. */
function linesOf(model: Model): readonly Line[] {
  const { machine, now } = model;
  const columns = paneColumns(model);
  const known = kept.get(machine);
  if (known?.columns === columns && now - known.now < RENEWED_MS) return known.lines;
  const lines = paneLines(machine, columns, now, CHART);
  kept.set(machine, { columns, now, lines });
  return lines;
}

/** In step mode nothing is held yet, and the next event comes by itself. */
export function isAwaited(model: Model): boolean {
  const { machine, transcript, composer } = model;
  if (!machine.holding || machine.held !== null || machine.writing || composer.text !== '') return false;
  return isBusy(model) && transcript.question === null;
}

/** What is said of the event that is held, above the draft: less where the pane says it too. */
export function heldArea(model: Model): readonly Line[] {
  const { held } = model.machine;
  if (held === null) return isAwaited(model) ? [awaitedLine(model)] : [];
  const { columns, rows } = model.size;
  const fitted = (lines: readonly Line[]): readonly Line[] => lines.flatMap((each) => wrap(each, columns));
  const paneShown = besideColumns(model) > 0 || isInPlace(model);
  const body = fitted([headLine(held), followLine(held), ...(paneShown ? [] : detailLines(held))]);
  const room = Math.max(ROWS_WORTH, Math.floor(rows * HELD_SHARE));
  const shown =
    body.length <= room
      ? body
      : [...body.slice(0, room - 1), line([`  … ${shownKey(model.keys, 'machine')} shows all of it`, 'muted'])];
  return [...shown, ...fitted([keysLine(model)])];
}

function awaitedLine({ keys }: Model): Line {
  const offered = [
    [shownKey(keys, 'held-continue'), 'go on'],
    [shownKey(keys, 'held-write'), 'write'],
    [shownKey(keys, 'interrupt'), 'abort'],
  ] as const;
  return [...line(['no event is held yet', 'muted'], ['  ', 'muted']), ...offeredKeys(offered)];
}

function detailLines({ fields, follows }: Held): readonly Line[] {
  const verdicts = follows ? verdictLines(follows.verdicts) : [];
  return [
    ...fields.map((field) => line([`  ${field}`, 'muted'])),
    ...verdicts.map((each) => line(['  ', 'text']).concat(each)),
  ];
}

function keysLine(model: Model): Line {
  const { writing } = model.machine;
  const key = (command: Command) => shownKey(model.keys, command);
  if (model.composer.text !== '')
    return line(['letters go to the draft · ', 'muted'], [key('interrupt'), 'key'], [' aborts', 'muted']);
  if (writing)
    return line([key('held-write'), 'key'], [' to the event that is held · letters go to the draft', 'muted']);
  const keys = [
    [key('held-next'), 'next'],
    [key('held-continue'), 'go on'],
    [key('held-edit'), 'edit'],
    ...(model.machine.held?.changed ? [[key('held-revert'), 'take back'] as const] : []),
    [key('held-drop'), 'drop'],
    [key('held-break'), 'break'],
    [key('held-write'), 'write'],
    [key('interrupt'), 'abort'],
  ] as const;
  return offeredKeys(keys);
}

function offeredKeys(keys: readonly (readonly [key: string, says: string])[]): Line {
  return line(...keys.flatMap(([key, says]) => [[key, 'key'] as const, [` ${says}  `, 'muted'] as const]));
}
