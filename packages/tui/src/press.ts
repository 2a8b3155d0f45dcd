/** What a key does. Pure: a model and an input to the next model and to what is to be done. */
import { type Fact, MODES } from '@tagma/core';
import type { Size } from './cells.ts';
import * as edit from './composer.ts';
import { type Command, commandFor, type Where } from './key-table.ts';
import type { Input } from './keys.ts';
import { blocksOf, scrolled } from './layout.ts';
import { type Act, given, isBusy, type Model, type Next, takenBack } from './model.ts';
import { composerWidth, isLargeEnough, transcriptHeight } from './view.ts';

/** Rows that one notch of the wheel scrolls. */
const WHEEL_ROWS = 3;

export function press(model: Model, input: Input): Next {
  const quitNear = input.kind === 'key' && input.chord === 'ctrl+c' ? model.quitNear : null;
  const calm = { ...model, quitNear };
  if (input.kind === 'paste') return typed(calm, input.text);
  if (input.kind === 'key') {
    const command = commandFor(input.chord, places(calm));
    return command ? run(calm, command) : next(calm);
  }
  // A single sign may be bound; a longer text was typed ahead, and answers nothing.
  const command = [...input.text].length === 1 ? commandFor(input.text, places(calm)) : null;
  return command ? run(calm, command) : typed(calm, input.text);
}

/** The terminal has another size: what was at the bottom of the view stays there, as far as it can. */
export function resized(model: Model, size: Size): Model {
  const next = { ...model, size };
  return model.scroll && isLargeEnough(size) ? scrolledBy(next, 0) : next;
}

function places(model: Model): readonly Where[] {
  const where: Where[] = [];
  if (isQuestionShown(model))
    where.push(...(model.answering ? (['answering', 'question'] as const) : (['question'] as const)));
  if (model.composer.text === '') where.push('blank');
  return [...where, 'anywhere'];
}

/** Nobody says yes to what cannot be seen: a screen that is too small, or the help, hides the question. */
function isQuestionShown({ transcript, size, help }: Model): boolean {
  return transcript.question !== null && isLargeEnough(size) && !help;
}

/** While a question has the keys, letters go nowhere. */
function typed(model: Model, text: string): Next {
  if (model.transcript.question && model.answering) return next(model);
  return next({ ...withoutHelp(model), composer: edit.insert(model.composer, text) });
}

function run(model: Model, command: Command): Next {
  switch (command) {
    case 'send':
      return model.transcript.question && model.answering ? next(model) : send(model);
    case 'interrupt':
      if (model.help) return next(withoutHelp(model));
      return isBusy(model) ? sending(model, { type: 'abort.requested', by: 'person' }) : next(model);
    case 'clear-or-quit':
      return clearOrQuit(model);
    case 'delete-or-quit':
      if (model.composer.text === '') return next(model, { type: 'quit', interrupted: false });
      return edited(model, edit.deleteRight);
    case 'cycle-mode':
      return sending(model, { type: 'mode.changed', mode: modeAfter(model) });
    case 'toggle-help':
      return next(model.help ? withoutHelp(model) : withHelp(model));
    case 'suspend':
      return next(model, { type: 'suspend' });
    case 'redraw':
      return next(model, { type: 'redraw' });
    case 'take-back':
      return takeBack(model);
    case 'switch-focus':
      return next({ ...model, answering: !model.answering });
    case 'answer-once':
      return answer(model, 'once');
    case 'answer-always':
      return model.transcript.question?.always ? answer(model, 'always') : next(model);
    case 'answer-no':
      return answer(model, 'no');
    case 'page-up':
      return scroll(model, 1 - transcriptHeight(model));
    case 'page-down':
      return scroll(model, transcriptHeight(model) - 1);
    case 'wheel-up':
      return scroll(model, -WHEEL_ROWS);
    case 'wheel-down':
      return scroll(model, WHEEL_ROWS);
    case 'to-bottom':
      return next({ ...model, scroll: null });
    case 'up':
      return vertical(model, -1);
    case 'down':
      return vertical(model, 1);
    default:
      return edited(model, EDITS[command]);
  }
}

type Edit = (composer: edit.Composer) => edit.Composer;

const EDITS = {
  'break-line': (composer: edit.Composer) => edit.insert(composer, '\n'),
  left: edit.left,
  right: edit.right,
  'word-left': edit.wordLeft,
  'word-right': edit.wordRight,
  'line-start': edit.lineStart,
  'line-end': edit.lineEnd,
  'delete-left': edit.deleteLeft,
  'delete-right': edit.deleteRight,
  'delete-word': edit.deleteWordLeft,
  'delete-to-start': edit.deleteToLineStart,
  'delete-to-end': edit.deleteToLineEnd,
} satisfies { readonly [command: string]: Edit };

function edited(model: Model, change: Edit): Next {
  if (model.transcript.question && model.answering) return next(model);
  return next({ ...model, composer: change(model.composer) });
}

/** A backslash right before the caret makes Enter break the line: every terminal can send that. */
function send(model: Model): Next {
  const { text, caret } = model.composer;
  if (text[caret - 1] === '\\') return edited(model, (composer) => edit.insert(edit.deleteLeft(composer), '\n'));
  if (text.trim() === '') return next(model);
  return given({ ...withoutHelp(model), composer: edit.BLANK_COMPOSER }, text);
}

function clearOrQuit(model: Model): Next {
  const busy = isBusy(model);
  if (model.quitNear) return next(model, { type: 'quit', interrupted: busy || model.quitNear.interrupted });
  if (model.composer.text !== '')
    return next({ ...model, composer: edit.BLANK_COMPOSER, quitNear: { interrupted: false } });
  const near = { ...model, quitNear: { interrupted: busy } };
  return busy ? sending(near, { type: 'abort.requested', by: 'person' }) : next(near);
}

function takeBack(model: Model): Next {
  const last = model.queue.at(-1);
  return last ? takenBack(model, last) : next(model);
}

function answer(model: Model, said: 'once' | 'always' | 'no'): Next {
  const { question } = model.transcript;
  if (!question) return next(model);
  return sending(model, { type: 'permission.answered', request: question.id, answer: said, reason: '' });
}

function modeAfter({ status }: Model): (typeof MODES)[number] {
  return MODES[(MODES.indexOf(status.mode) + 1) % MODES.length] ?? 'default';
}

/** Within the draft, and past its edge through the transcript: where a terminal sends its wheel as arrows, that scrolls. */
function vertical(model: Model, rows: -1 | 1): Next {
  const moved = edit.vertical(model.composer, composerWidth(model.size.columns), rows);
  return moved ? next({ ...model, composer: moved }) : scroll(model, rows);
}

function scroll(model: Model, rows: number): Next {
  return next(scrolledBy(model, rows));
}

function scrolledBy(model: Model, rows: number): Model {
  const blocks = blocksOf(model, model.size.columns);
  return { ...model, scroll: scrolled(blocks, model.scroll, rows, transcriptHeight(model)) };
}

/** The keys, from the first. */
function withHelp(model: Model): Model {
  return scrolledBy({ ...model, help: true, scroll: null }, Number.NEGATIVE_INFINITY);
}

function withoutHelp(model: Model): Model {
  return model.help ? { ...model, help: false, scroll: null } : model;
}

function sending(model: Model, fact: Fact): Next {
  return next(model, { type: 'send', fact });
}

function next(model: Model, ...acts: readonly Act[]): Next {
  return { model, acts };
}
