/**
 * A block of the transcript as rows: an item that is folded shows what it is and how it begins, one that is open all of it.
 * What can be said in few lines is the same either way.
 */
import { REPAIRS } from '@tagma/protocol';
import { beginningOf, widthOf } from '../text/glyphs.ts';
import { type Line, line, named } from '../text/line.ts';
import { markdownRows } from '../text/markdown/rows.ts';
import { setIn } from '../text/streamed.ts';
import { wrap } from '../text/wrap.ts';
import { actionLines, cut } from './action-lines.ts';
import { answerHeading, commandLines, content, describe, outcomeHeading, shortened, standsApart } from './describe.ts';
import { type Came, firstLines, type Item, lastLines, saysMostAtItsEnd } from './items.ts';

/** `folded` and `open` on the screen; `printed` where nothing can be opened later. */
export type Extent = 'folded' | 'open' | 'printed';

/** Lines of a tool's output, and of a prompt, that are shown while they are folded. */
const FOLDED_LINES_MAX = 6;
const PROMPT_LINES_MAX = 20;
/** Of one line, in code units. */
const FOLDED_LINE_LENGTH_MAX = 400;
/** Of one text, in code units: what is longer is for an editor. Laying it out would hold everything up. */
export const TEXT_SHOWN_MAX = 256 * 1024;
const INDENT_COLUMNS = 2;
/** Below this the beginning of a thought says nothing. */
const BEGINNING_COLUMNS_MIN = 12;

/** `diff`: what the call of an action has changed. The first row is blank where the item stands apart from the one before. */
export function blockRows(item: Item, width: number, extent: Extent, diff: string | null = null): readonly Line[] {
  const rows =
    item.kind === 'final'
      ? finalRows(item, width)
      : linesOf(item, width, extent, diff).flatMap((each) => wrap(each, width));
  return standsApart(item.kind) ? [[], ...rows] : rows;
}

function linesOf(item: Item, width: number, extent: Extent, diff: string | null): readonly Line[] {
  const isOpen = extent === 'open';
  switch (item.kind) {
    case 'thought':
      return extent === 'folded' ? [foldedThought(item.text, width)] : describe({ ...item, text: shown(item.text) });
    case 'prompt':
    case 'loose': {
      const lines = describe({ ...item, text: shown(item.text) });
      return isOpen ? lines : cut(lines, PROMPT_LINES_MAX);
    }
    case 'action':
      return actionLines(item, diff, isOpen);
    case 'observation':
      return cameLines(
        item,
        `call ${item.call}`,
        isOpen,
        saysMostAtItsEnd(item.tool),
        item.diff === null ? FOLDED_LINES_MAX : 1,
      );
    case 'shell':
      return [...commandLines(item.command), ...cameLines(item, 'by you', isOpen, true)];
    case 'changed':
    case 'compaction':
    case 'dropped':
      return extent === 'folded' ? describe(item).slice(0, 1) : describe(item);
    case 'repair':
      return isOpen ? [...describe(item), ...item.repairs.flatMap(explained)] : describe(item);
    default:
      return describe(item);
  }
}

function finalRows({ text, unstructured }: Extract<Item, { kind: 'final' }>, width: number): readonly Line[] {
  const heading = wrap(answerHeading(unstructured), width);
  return [...heading, ...setIn(markdownRows(shown(text), Math.max(1, width - INDENT_COLUMNS)))];
}

/** A row: how long it is, and how it begins. */
export function foldedThought(text: string, width: number): Line {
  const lines = text.split('\n').length;
  const size = lines === 1 ? '' : ` · ${lines} lines`;
  const room = width - widthOf(`thought${size} · `);
  const beginning =
    room < BEGINNING_COLUMNS_MIN ? '' : ` · ${beginningOf(named(text.slice(0, 4 * width).trim()), room)}`;
  return line(['thought', 'label'], [size, 'muted'], [beginning, 'thought']);
}

function cameLines(came: Came, of: string, isOpen: boolean, isEnd: boolean, max = FOLDED_LINES_MAX): readonly Line[] {
  const notes = came.notes.map((note) => line(['note', 'muted'], [` · ${named(note)}`, 'muted']));
  const body = isOpen ? wholeOutput(came, isEnd) : partOfOutput(came.text, isEnd, max);
  return [outcomeHeading(came, of), ...body, ...notes];
}

function wholeOutput({ text, left }: Came, isEnd: boolean): readonly Line[] {
  const lines = content(text.replace(/\r?\n$/, ''), 'text');
  if (left === 0) return lines;
  const note = line([`  … ${left} more characters are in the history`, 'muted']);
  return isEnd ? [note, ...lines] : [...lines, note];
}

/** Its first lines, of a command its last; and how many more there are. */
function partOfOutput(text: string, isEnd: boolean, max: number): readonly Line[] {
  const { lines, total } = (isEnd ? lastLines : firstLines)(text, max);
  const part = lines.map((each) => line([`  ${shortened(each, FOLDED_LINE_LENGTH_MAX)}`, 'text']));
  const more = total - lines.length;
  if (more === 0) return part;
  const lineWord = more === 1 ? 'line' : 'lines';
  return isEnd
    ? [line([`  … ${more} ${lineWord} before`, 'muted']), ...part]
    : [...part, line([`  … ${more} more ${lineWord}`, 'muted'])];
}

function explained(repair: string): readonly Line[] {
  const meaning = REPAIRS[repair];
  return meaning === undefined ? [] : [line([`  ${named(repair)}: ${meaning}`, 'muted'])];
}

function shown(text: string): string {
  const more = text.length - TEXT_SHOWN_MAX;
  return more <= 0 ? text : `${text.slice(0, TEXT_SHOWN_MAX)}\n\n… ${more} more characters`;
}
