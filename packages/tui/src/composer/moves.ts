/**
 * Where the caret goes: by what a person sees as one sign, by words, lines and to the ends; and the same with the selection
 * drawn along.
 */
import { at, type Composer, selectionOf } from './composer.ts';
import { endOfLine, signAfter, signBefore, startOfLine, wordEnd, wordStart } from './signs.ts';

export type Move = (composer: Composer) => Composer;

/** To the beginning of the selection, where there is one. */
export function left(composer: Composer): Composer {
  const to = selectionOf(composer)?.from ?? signBefore(composer.text, composer.caret);
  return { ...composer, ...at(to) };
}

/** To the end of the selection, where there is one. */
export function right(composer: Composer): Composer {
  const to = selectionOf(composer)?.to ?? signAfter(composer.text, composer.caret);
  return { ...composer, ...at(to) };
}

export function wordLeft(composer: Composer): Composer {
  return { ...composer, ...at(wordStart(composer.text, composer.caret)) };
}

export function wordRight(composer: Composer): Composer {
  return { ...composer, ...at(wordEnd(composer.text, composer.caret)) };
}

export function lineStart(composer: Composer): Composer {
  return { ...composer, ...at(startOfLine(composer.text, composer.caret)) };
}

export function lineEnd(composer: Composer): Composer {
  return { ...composer, ...at(endOfLine(composer.text, composer.caret)) };
}

export function textStart(composer: Composer): Composer {
  return { ...composer, ...at(0) };
}

export function textEnd(composer: Composer): Composer {
  return { ...composer, ...at(composer.text.length) };
}

/** The same move with the selection drawn along. */
export function selecting(move: Move): Move {
  return (composer) => {
    const anchor = composer.anchor ?? composer.caret;
    // Without the selection, for that would stop the caret at its end.
    const moved = move({ ...composer, anchor: null });
    return { ...moved, anchor };
  };
}

export function selectAll(composer: Composer): Composer {
  return { ...textEnd(composer), anchor: 0 };
}
