/**
 * What is taken out of the draft and put back. What is deleted sign by sign is gone (but for the way back); what is cut
 * can be pasted again, also into the next draft. Cuts in a row are one.
 */
import { chipAt, signOf, withoutSigns } from './chip.ts';
import { type Composer, composed, insert, paste, replaced, selectionOf, undo, wholeText } from './composer.ts';
import { textEnd } from './moves.ts';
import { endOfLine, signAfter, signBefore, startOfLine, wordEnd, wordStart } from './signs.ts';

/** Cuts that are kept. */
const CUTS_MAX = 20;

export function breakLine(composer: Composer): Composer {
  return insert(composer, '\n');
}

export function deleteLeft(composer: Composer): Composer {
  return deleted(composer, signBefore(composer.text, composer.caret), composer.caret);
}

export function deleteRight(composer: Composer): Composer {
  return deleted(composer, composer.caret, signAfter(composer.text, composer.caret));
}

/** The selection, or the word to the left. */
export function cutWordLeft(composer: Composer): Composer {
  return cut(composer, wordStart(composer.text, composer.caret), composer.caret);
}

/** The selection, or the word to the right. */
export function cutWordRight(composer: Composer): Composer {
  return cut(composer, composer.caret, wordEnd(composer.text, composer.caret));
}

/** To the start of the line; at the start, the newline before it. */
export function cutToLineStart(composer: Composer): Composer {
  const { text, caret } = composer;
  const start = startOfLine(text, caret);
  return cut(composer, start === caret ? Math.max(0, caret - 1) : start, caret);
}

/** To the end of the line; at the end, the newline after it. */
export function cutToLineEnd(composer: Composer): Composer {
  const { text, caret } = composer;
  const end = endOfLine(text, caret);
  return cut(composer, caret, end === caret ? Math.min(text.length, caret + 1) : end);
}

/** Nothing where nothing is selected. */
export function cutSelection(composer: Composer): Composer {
  return selectionOf(composer) === null ? composer : cut(composer, composer.caret, composer.caret);
}

/** Keeps what is selected, to be pasted, and selects it no more. */
export function copySelection(composer: Composer): Composer {
  const text = selectedText(composer);
  return text === null ? composer : { ...kept(composer, text), anchor: null, streak: null };
}

/** In full; null where nothing is selected. */
export function selectedText({ text, chips, ...rest }: Composer): string | null {
  const selection = selectionOf({ text, chips, ...rest });
  return selection && wholeText({ text: text.slice(selection.from, selection.to), chips });
}

/** What was cut or copied last. */
export function pasteCut(composer: Composer): Composer {
  const [last] = composer.cuts;
  return last === undefined ? composer : paste(composer, last, 'pasting-cuts');
}

/** Right after that: the cut before it in its place. */
export function pasteEarlierCut(composer: Composer): Composer {
  const [last, ...others] = composer.cuts;
  if (composer.streak !== 'pasting-cuts' || last === undefined || others.length === 0) return composer;
  return pasteCut({ ...undo(composer), undone: [], cuts: [...others, last] });
}

/** All of it, so that it can be taken back. */
export function clear(composer: Composer): Composer {
  return replaced(composer, 0, composer.text.length, '');
}

/** Where there is no room for chips. */
export function unfoldAll(composer: Composer): Composer {
  return composer.chips.length === 0 ? composer : composed(wholeText(composer), composer);
}

/** A text above it. */
export function prepended(composer: Composer, text: string): Composer {
  const above = paste({ ...composer, anchor: null, caret: 0 }, text);
  return textEnd(composer.text === '' ? above : insert(above, '\n'));
}

/** A text below it. */
export function appended(composer: Composer, text: string): Composer {
  const end = textEnd(composer);
  return paste(composer.text === '' ? end : insert(end, '\n'), text);
}

/** Another text in its place, as an editor gives it. A chip that is still whole in it stays a chip. */
export function rewritten(composer: Composer, given: string): Composer {
  const { chips } = composer;
  const text = chips.reduce(
    (shorter, chip, index) => shorter.replace(chip.text, () => signOf(index)),
    withoutSigns(given),
  );
  return text === composer.text ? composer : replaced(composer, 0, composer.text.length, text);
}

/** The chip before the caret, or else behind it, as the text that it is; the same composer where there is none. */
export function unfold(composer: Composer): Composer {
  const { text, caret, chips } = composer;
  for (const from of [caret - 1, caret]) {
    const chip = chipAt(text.slice(signBefore(text, from + 1), from + 1), chips);
    if (chip) return replaced(composer, from, from + 1, chip.text);
  }
  return composer;
}

function deleted(composer: Composer, from: number, to: number): Composer {
  const selection = selectionOf(composer);
  return replaced(composer, selection?.from ?? from, selection?.to ?? to, '', 'deleting');
}

function cut(composer: Composer, from: number, to: number): Composer {
  const piece = selectionOf(composer) ?? { from, to };
  if (piece.from === piece.to) return composer;
  const { text, chips, caret, streak } = composer;
  const taken = wholeText({ text: text.slice(piece.from, piece.to), chips });
  const goesOn = streak === 'cutting' && selectionOf(composer) === null;
  const remaining = replaced(composer, piece.from, piece.to, '', 'cutting');
  if (!goesOn) return kept(remaining, taken);
  const [last = '', ...others] = composer.cuts;
  return { ...remaining, cuts: [piece.to === caret ? taken + last : last + taken, ...others] };
}

function kept(composer: Composer, text: string): Composer {
  return { ...composer, cuts: [text, ...composer.cuts].slice(0, CUTS_MAX) };
}
