/** What a key does. Pure: a model and an input to the next model and to what is to be done. */
import { MODES } from '@tagma/core';
import * as edit from '../composer/composer.ts';
import { readTyped, type TypedCommand } from '../composer/typed-commands.ts';
import {
  answer,
  beginReason,
  hold,
  leaveReason,
  questionPlaces,
  released,
  sendWords,
  shownQuestion,
  switchFocus,
} from '../dialogs/answering.ts';
import { isTooSoon, tooSoon } from '../dialogs/attention.ts';
import { beginRewind, chooseBy, escapeAtRest, isListShown, rewindToChosen } from '../dialogs/rewinding.ts';
import { type Command, commandFor, type Where } from '../keys/key-table.ts';
import type { Input } from '../terminal/keys.ts';
import type { Size } from '../text/cells.ts';
import { scrolledBy } from '../transcript/scrolling.ts';
import { chooseModel, compact, pauseOrResume, retry, steer, step, takeBackRule, undo } from './control.ts';
import { given, isBusy, type Model, type Next, next, type Panel, type Said, sending, takenBack } from './model.ts';
import { composerWidth, isLargeEnough, transcriptHeight } from './view.ts';

/** Rows that one notch of the wheel scrolls. */
const WHEEL_ROWS = 3;

/** Prompts that one page of their list passes. */
const CHOICES = 5;

/** `at`, in ms, on the clock of `told`. */
export function press(model: Model, input: Input, at: number): Next {
  if (model.held !== null) return pressAfter(model, model.held.key, input, at);
  const quitNear = input.kind === 'key' && input.chord === 'ctrl+c' ? model.quitNear : null;
  const rewindNear = input.kind === 'key' && input.chord === 'escape' && model.rewindNear;
  const calm = { ...model, quitNear, rewindNear, notice: null };
  if (input.kind === 'paste') return typed(calm, input.text);
  if (input.kind === 'key') {
    const command = commandFor(input.chord, places(calm));
    return command ? taken(calm, command, input.chord, at) : next(calm);
  }
  // A single sign may be bound; a longer text was typed ahead, and answers nothing.
  const command = [...input.text].length === 1 ? commandFor(input.text, places(calm)) : null;
  return command ? taken(calm, command, input.text, at) : typed(calm, input.text);
}

/** Text right behind a key that is held makes it the beginning of that text; any other key leaves it an answer. */
function pressAfter(model: Model, held: string, input: Input, at: number): Next {
  if (input.kind !== 'key') return typed({ ...model, held: null }, held + input.text);
  const first = released(model);
  const second = press(first.model, input, at);
  return { model: second.model, acts: [...first.acts, ...second.acts] };
}

function taken(model: Model, command: Command, chord: string, at: number): Next {
  return isTooSoon(model, command, at) ? tooSoon(model, at) : run(model, command, chord);
}

/** The terminal has another size: what was at the bottom of the view stays there, as far as it can. */
export function resized(model: Model, size: Size): Model {
  const next = { ...model, size };
  return model.scroll && isLargeEnough(size) ? scrolledBy(next, 0) : next;
}

function places(model: Model): readonly Where[] {
  const blank: readonly Where[] = model.composer.text === '' ? ['blank'] : [];
  const list: readonly Where[] = isListShown(model) ? ['list'] : [];
  return [...questionPlaces(model), ...list, ...blank, 'anywhere'];
}

/** Who types at a question writes a draft, and keeps the keys for it. A question that cannot be seen lets no text by. */
function typed(model: Model, text: string): Next {
  if (model.focus === 'question' && shownQuestion(model) === null) return next(model);
  const focus = model.focus === 'question' ? 'draft' : model.focus;
  return next({ ...withoutPanel(model), focus, composer: edit.insert(model.composer, text) });
}

/** A letter may be the first of a word; Escape is none. */
function said(model: Model, what: Said, chord: string): Next {
  return chord === 'escape' ? answer(model, what) : (hold(model, what, chord) ?? typed(model, chord));
}

/** `chord` is what was pressed. */
function run(model: Model, command: Command, chord: string): Next {
  switch (command) {
    case 'send':
      return send(model, steer);
    case 'queue':
      return send(model, given);
    case 'interrupt':
      if (model.panel) return next(withoutPanel(model));
      if (!isBusy(model)) return escapeAtRest(model);
      return sending({ ...model, rewindNear: false }, { type: 'abort.requested', by: 'person' });
    case 'clear-or-quit':
      return clearOrQuit(model);
    case 'delete-or-quit':
      if (model.composer.text === '') return next(model, { type: 'quit', interrupted: false });
      return edited(model, edit.deleteRight);
    case 'cycle-mode':
      return sending(model, { type: 'mode.changed', mode: modeAfter(model) });
    case 'toggle-help':
      return next(model.panel ? withoutPanel(model) : withPanel(model, 'keys'));
    case 'suspend':
      return next(model, { type: 'suspend' });
    case 'redraw':
      return next(model, { type: 'redraw' });
    case 'take-back':
      return takeBack(model);
    case 'switch-focus':
      return switchFocus(model);
    case 'answer-yes':
      return said(model, 'yes', chord);
    case 'answer-always':
      return said(model, 'always', chord);
    case 'answer-no':
      return said(model, 'no', chord);
    case 'begin-reason':
      return beginReason(model) ?? typed(model, chord);
    case 'leave-reason':
      return leaveReason(model);
    case 'pause':
      return pauseOrResume(model);
    case 'step':
      return step(model);
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
    case 'choice-up':
      return chooseBy(model, -1);
    case 'choice-down':
      return chooseBy(model, 1);
    case 'choices-up':
      return chooseBy(model, -CHOICES);
    case 'choices-down':
      return chooseBy(model, CHOICES);
    case 'choose':
      return rewindToChosen(model);
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
  if (model.focus === 'question') return next(model);
  return next({ ...model, composer: change(model.composer) });
}

/** A backslash right before the caret makes Enter break the line: every terminal can send that. */
function send(model: Model, say: (model: Model, text: string) => Next): Next {
  if (model.focus === 'question') return next(model);
  const { text, caret } = model.composer;
  if (text[caret - 1] === '\\') return edited(model, (composer) => edit.insert(edit.deleteLeft(composer), '\n'));
  if (text.trim() === '') return next(model);
  if (model.focus === 'words') return sendWords(model);
  const read = readTyped(text);
  if (read.kind === 'problem') return next({ ...model, notice: read.message });
  const sent = { ...withoutPanel(model), composer: edit.BLANK_COMPOSER };
  return read.kind === 'text' ? say(sent, read.text) : typedCommand(sent, read.name, read.rest);
}

function typedCommand(model: Model, name: TypedCommand, rest: string): Next {
  switch (name) {
    case 'model':
      return chooseModel(model, rest);
    case 'compact':
      return compact(model, rest);
    case 'undo':
      return undo(model, rest);
    case 'rewind':
      return beginRewind(model);
    case 'retry':
      return retry(model);
    case 'pause':
      return pauseOrResume(model);
    case 'step':
      return step(model);
    case 'help':
      return next(withPanel(model, 'keys'));
    case 'permissions':
      return permissions(model, rest);
  }
}

/** What holds, and who has set it; or a rule is taken back. */
function permissions(model: Model, wanted: string): Next {
  return wanted === '' ? next(withPanel(model, 'permissions')) : takeBackRule(model, wanted);
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

/** From its first row. */
function withPanel(model: Model, panel: Exclude<Panel, 'rewind'>): Model {
  return scrolledBy({ ...model, panel, scroll: null }, Number.NEGATIVE_INFINITY);
}

function withoutPanel(model: Model): Model {
  return model.panel ? { ...model, panel: null, scroll: null } : model;
}
