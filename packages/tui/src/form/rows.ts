/**
 * How a question looks on the whole screen: what is said of it, its title, then what can be chosen or is typed, and the
 * keys in the last row. Where the words leave no room for an answer, they scroll.
 */
import { listCaret, listLines } from '../dialogs/list-rows.ts';
import { keyHint, shownKey } from '../keys/shown-key.ts';
import { isLargeEnough } from '../screen/size.ts';
import { tooSmall } from '../screen/too-small.ts';
import { cellsOf, type Frame } from '../text/cells.ts';
import { beginningOf, endOf, glyphsOf, widthOf } from '../text/glyphs.ts';
import { type Line, line, type Target } from '../text/line.ts';
import { wrap } from '../text/wrap.ts';
import type { Role } from '../theme/roles.ts';
import type { Asked, Form, Working } from './form.ts';

/** The heading and the keys. */
const ROWS_FIXED = 2;
/** So many choices are seen, whatever is said above them. */
const CHOICES_SEEN = 4;
const MARK = '› ';
const UNSEEN = '•';

type Caret = { readonly row: number; readonly column: number };
type Body = { readonly lines: readonly Line[]; readonly caret: Caret | null };

const NOTHING: Body = { lines: [], caret: null };

export function viewForm(form: Form): Frame {
  const { size, heading } = form;
  if (!isLargeEnough(size)) return tooSmall(size);
  const { columns, rows } = size;
  const { lines, caret } = bodyOf(form);
  const filled = Array.from({ length: rows - ROWS_FIXED }, (_, index) => cellsOf(lines[index] ?? [], columns));
  return {
    size,
    rows: [
      cellsOf(line([` ${beginningOf(heading, columns - 1)}`, 'status']), columns, 'status'),
      ...filled,
      cellsOf(line([` ${beginningOf(hintOf(form), columns - 1)}`, 'status']), columns, 'status'),
    ],
    caret: caret && { row: caret.row + 1, column: caret.column },
  };
}

/** The choice that stands in a row of the screen. */
export function choiceAt(form: Form, row: number): Extract<Target, { kind: 'choice' | 'entry' }> | null {
  if (!isLargeEnough(form.size)) return null;
  const target = bodyOf(form).lines[row - 1]?.[0]?.target;
  return target?.kind === 'choice' ? target : null;
}

/** So many pages of the words further; null where they need no scrolling. */
export function wordsScrolled(form: Form, pages: number): Form | null {
  const { question } = form;
  if (question === null || !isLargeEnough(form.size)) return null;
  const words = wordsOf(question.asked, form.size.columns);
  const room = wordsRoom(form);
  if (words.length <= room) return null;
  const most = words.length - (room - 1);
  return { ...form, scroll: Math.max(0, Math.min(most, form.scroll + pages * Math.max(1, room - 1))) };
}

function bodyOf(form: Form): Body {
  const { question, work, notice, size } = form;
  const below = notice === null ? [] : wrap(line([notice, 'warning']), size.columns);
  const body = question ? questionBody(form, below.length) : work ? workBody(work, form) : NOTHING;
  const room = size.rows - ROWS_FIXED - below.length;
  const kept = body.lines.slice(0, Math.max(1, room));
  const gap = below.length === 0 ? [] : Array.from({ length: Math.max(0, room - kept.length) }, (): Line => []);
  return { lines: [...kept, ...gap, ...below], caret: body.caret };
}

function questionBody(form: Form, below: number): Body {
  const { question, size } = form;
  if (question === null) return NOTHING;
  const { asked, list } = question;
  const above = shownWords(form, asked);
  const room = Math.max(1, size.rows - ROWS_FIXED - below - above.length);
  if (asked.choices.length === 0) return beneath(above, answerBody(form, asked));
  const lines = listLines(list, size.columns, room);
  return beneath(above, { lines, caret: listCaret(list, size.columns, room) });
}

function beneath(above: readonly Line[], { lines, caret }: Body): Body {
  return { lines: [...above, ...lines], caret: caret && { ...caret, row: caret.row + above.length } };
}

/** What is said, whole or the rows of it that are scrolled to, and then how to see the rest. */
function shownWords(form: Form, asked: Asked): readonly Line[] {
  const { size, scroll, keys } = form;
  const words = wordsOf(asked, size.columns);
  const room = wordsRoom(form);
  if (words.length <= room) return words;
  const shown = words.slice(scroll, scroll + room - 1);
  const isEnd = scroll + room - 1 >= words.length;
  const key = shownKey(keys, isEnd ? 'page-up' : 'page-down', 'anywhere');
  return [...shown, line([`… ${key} shows ${isEnd ? 'what is above' : 'the rest'}`, 'warning'])];
}

/** Each kind of words by itself, a blank row behind it. */
function wordsOf({ note, lines }: Asked, columns: number): readonly Line[] {
  const kinds: readonly (readonly [texts: readonly string[], role: Role])[] = [
    [note === '' ? [] : note.split('\n'), 'warning'],
    [lines, 'text'],
  ];
  return kinds.flatMap(([texts, role]) =>
    texts.length === 0 ? [] : [...texts.flatMap((text) => wrap(line([text, role]), columns)), []],
  );
}

function wordsRoom({ size, question }: Form): number {
  const body = size.rows - ROWS_FIXED;
  if (question === null) return body;
  const { asked, list } = question;
  const title = wrap(line([asked.title, 'label']), size.columns - 1).length;
  const answer = asked.choices.length === 0 ? 2 : Math.min(CHOICES_SEEN, list.choices?.length ?? 0) + 2;
  return Math.max(2, body - title - answer);
}

function answerBody({ size, question, keys }: Form, asked: Asked): Body {
  const { columns } = size;
  const title = wrap(line([asked.title, 'label']), columns);
  if (asked.takes === 'agreement') {
    const back = asked.canGoBack ? `   ${shownKey(keys, 'interrupt')} goes back` : '';
    return { lines: [...title, line([' y ', 'key'], [' yes', 'text'], [back, 'muted'])], caret: null };
  }
  const { text = '', caret = 0 } = question?.list.query ?? {};
  const [before, behind] = [text.slice(0, caret), text.slice(caret)].map((part) =>
    asked.takes === 'secret' ? UNSEEN.repeat(glyphsOf(part).length) : part,
  );
  const room = columns - MARK.length - 1;
  const left = endOf(before ?? '', room);
  const right = beginningOf(behind ?? '', room - widthOf(left));
  const usual = text === '' ? beginningOf(asked.usual, room) : '';
  return {
    lines: [...title, line([MARK, 'person'], [left + right, 'person'], [usual, 'muted'])],
    caret: { row: title.length, column: MARK.length + widthOf(left) },
  };
}

/** The newest of what has been found out, as much as there is room for. */
function workBody({ title, lines, since, now }: Working, { size }: Form): Body {
  const { columns, rows } = size;
  const seconds = Math.floor((now - since) / 1_000);
  const elapsed = seconds === 0 ? '' : ` ${seconds} s`;
  const head = wrap(line([`${title} …`, 'label'], [elapsed, 'muted']), columns);
  const told = lines.flatMap((each) => wrap(line([each, 'text']), columns));
  const room = rows - ROWS_FIXED - head.length - 1;
  return { lines: [...head, [], ...(room > 0 ? told.slice(-room) : [])], caret: null };
}

/** As many whole ones as fit. */
function hintOf({ keys, question, work, size }: Form): string {
  const asked = question?.asked;
  const hasChoices = (asked?.choices.length ?? 0) > 0;
  const isTaken = asked !== undefined && asked.takes !== 'agreement';
  const takes = isTaken ? keyHint(keys, hasChoices ? 'choose' : 'send', 'takes') : [];
  const finds = hasChoices && asked?.takes === 'text' ? ['type to find'] : [];
  const back = (asked ?? work)?.canGoBack ? keyHint(keys, 'interrupt', 'back') : [];
  const hints = [...takes, ...back, ...keyHint(keys, 'clear-or-quit', 'leaves'), ...finds];
  return hints.reduce((said, hint) => {
    const more = said === '' ? hint : `${said} · ${hint}`;
    return widthOf(more) < size.columns ? more : said;
  }, '');
}
