/** What is typed at the bottom of a history: where to go, or a text to look for. */
import { type Composer, composed, insert } from '../composer/composer.ts';
import { cutToLineStart, cutWordLeft, deleteLeft, deleteRight } from '../composer/edits.ts';
import { left, lineEnd, lineStart, right, wordLeft, wordRight } from '../composer/moves.ts';
import type { Pressed } from '../screen/viewer.ts';
import { towards } from './moving.ts';
import { type Asking, onward, span, type Travel, type TravelNext } from './travel.ts';

const EDITS: { readonly [chord: string]: (draft: Composer) => Composer } = {
  left,
  right,
  home: lineStart,
  end: lineEnd,
  'ctrl+a': lineStart,
  'ctrl+e': lineEnd,
  'ctrl+left': wordLeft,
  'ctrl+right': wordRight,
  backspace: deleteLeft,
  delete: deleteRight,
  'ctrl+w': cutWordLeft,
  'ctrl+u': cutToLineStart,
};

export function ask(travel: Travel, what: Asking['what'], text = ''): TravelNext {
  return onward({ ...travel, asking: { what, draft: composed(text) } });
}

/** A key while something is asked for. */
export function pressAsked(travel: Travel, asking: Asking, input: Pressed): TravelNext {
  if (input.kind === 'mouse') return onward(travel);
  if (input.kind !== 'key') {
    const text = input.text.replaceAll(/\s+/g, ' ');
    return onward({ ...travel, asking: { ...asking, draft: insert(asking.draft, text) } });
  }
  if (input.chord === 'enter') return answered({ ...travel, asking: null }, asking);
  const change = EDITS[input.chord];
  if (change) return onward({ ...travel, asking: { ...asking, draft: change(asking.draft) } });
  const leaves = ['escape', 'ctrl+c'].includes(input.chord);
  return onward(leaves ? { ...travel, asking: null } : travel);
}

/** Looks for the text that was looked for last. */
export function findAgain(travel: Travel, back: boolean): TravelNext {
  if (travel.sought === '') return ask(travel, 'text');
  return onward(
    { ...travel, playing: null, notice: `Looking for ${travel.sought} …` },
    { type: 'find', text: travel.sought, from: span(travel).first, back },
  );
}

function answered(travel: Travel, { what, draft }: Asking): TravelNext {
  const text = draft.text.trim();
  if (what === 'text') return findAgain({ ...travel, sought: text === '' ? travel.sought : draft.text }, false);
  const [, turn] = /^t(?:urn)?[ :]*(\d{1,9})$/i.exec(text) ?? [];
  if (turn !== undefined) return towards(travel, { kind: 'turn', turn: Number(turn) });
  if (/^\d{1,12}$/.test(text)) return towards(travel, { kind: 'record', record: Number(text) });
  if (text === '') return onward(travel);
  return onward({ ...travel, notice: 'That is no place: 120 is a record, t3 the third turn.' });
}
