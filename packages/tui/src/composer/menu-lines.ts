/** The menu above the draft: what may be meant, the best first, and what the chosen one does. */
import { oneLine, visible } from '@tagma/protocol';
import { shownKey } from '../keys/shown-key.ts';
import type { Model } from '../screen/model.ts';
import { firstShown } from '../text/first-shown.ts';
import { beginningOf, glyphsOf, widthOf } from '../text/glyphs.ts';
import { type Line, line, targeted } from '../text/line.ts';
import { wrap } from '../text/wrap.ts';
import type { Role } from '../theme/roles.ts';
import { chosenIn, completionOf, type Entry, keptIn } from './completion.ts';
import { foundAt } from './path-search.ts';

const ROWS_MAX = 8;
/** Rows of the menu, as a share of the screen. */
const ROWS_SHARE = 1 / 3;
/** Rows of what the chosen one does. */
const HELP_ROWS_MAX = 2;
const MARK = '› ';
const NO_MARK = '  ';
const GAP = '  ';
/** Less than this says nothing. */
const SAYS_COLUMNS_MIN = 10;
const LOOKING = 'looking for files …';

export function menuLines(model: Model): readonly Line[] {
  const { columns, rows } = model.size;
  const completion = completionOf(model);
  if (completion === null) return [];
  const { entries, query, kind } = completion;
  if (entries === null) return [line([NO_MARK + LOOKING, 'muted'])];
  const room = Math.max(1, Math.min(ROWS_MAX, Math.floor(rows * ROWS_SHARE)));
  const chosen = chosenIn(model);
  const first = firstShown(chosen, entries.length, room, keptIn(model));
  const shown = entries.slice(first, first + room);
  const labels = Math.max(...shown.map(({ label }) => widthOf(harmless(label))));
  const lines = shown.map((entry, index) => {
    const isChosen = first + index === chosen;
    const label =
      kind === 'file'
        ? pathLine(entry.label, query, isChosen, columns - MARK.length)
        : line([harmless(entry.label), isChosen ? 'chosen' : 'text']);
    return targeted(entryLine(entry, label, isChosen, labels, columns), { kind: 'entry', at: first + index, first });
  });
  return [...lines, ...helpLines(entries[chosen], keysOf(model), labels, columns)];
}

/** Columns that are left for what an entry does. */
function saysColumns(labels: number, columns: number): number {
  const left = columns - MARK.length - labels - GAP.length;
  return left < SAYS_COLUMNS_MIN ? 0 : left;
}

function entryLine({ says }: Entry, label: Line, isChosen: boolean, labels: number, columns: number): Line {
  const width = label.reduce((sum, { text }) => sum + widthOf(text), 0);
  const mark = line([isChosen ? MARK : NO_MARK, isChosen ? 'chosen' : 'muted']);
  const left = saysColumns(labels, columns);
  if (says === '' || left === 0) return [...mark, ...label];
  const gap = ' '.repeat(labels - width) + GAP;
  return [...mark, ...label, ...line([gap + beginningOf(harmless(says), left), 'muted'])];
}

/** What the chosen one does, where its row has no room for it; else what the keys do. */
function helpLines(entry: Entry | undefined, keys: string, labels: number, columns: number): readonly Line[] {
  const says = harmless(entry?.says ?? '');
  const words = widthOf(says) > saysColumns(labels, columns) ? says : keys;
  const rows = wrap(line([words, 'muted']), columns - NO_MARK.length).slice(0, HELP_ROWS_MAX);
  return rows.map((each) => [...line([NO_MARK, 'muted']), ...each]);
}

function keysOf({ keys }: Model): string {
  const [complete, enter, close] = (['menu-complete', 'menu-enter', 'menu-close'] as const).map((command) =>
    shownKey(keys, command),
  );
  return `${complete} or ${enter} writes it, ${close} closes`;
}

/** A path with what was looked for in it; of one that is too long its end, for that says most. */
function pathLine(path: string, query: string, isChosen: boolean, columns: number): Line {
  const found = new Set(isChosen ? [] : foundAt(path, query));
  let at = 0;
  const signs = glyphsOf(path).map(({ text, width }) => {
    const role: Role = isChosen ? 'chosen' : found.has(at) ? 'match' : 'text';
    at += text.length;
    return { span: { text: harmless(text), role }, width };
  });
  const isCut = signs.reduce((sum, { width }) => sum + width, 0) > columns;
  let left = isCut ? columns - 1 : columns;
  let first = signs.length;
  while (first > 0 && left >= (signs[first - 1]?.width ?? 0)) {
    first -= 1;
    left -= signs[first]?.width ?? 0;
  }
  return [...(isCut ? line(['…', 'muted']) : []), ...signs.slice(first).map(({ span }) => span)];
}

function harmless(text: string): string {
  return oneLine(visible(text));
}
