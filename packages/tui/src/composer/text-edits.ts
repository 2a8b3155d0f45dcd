/** What the keys of a draft do in any text that is written, also where there is no session: each from a text to the next. */
import type { ComposerCommand } from '../keys/tables/composer.ts';
import { type Composer, redo, undo } from './composer.ts';
import * as edits from './edits.ts';
import * as moves from './moves.ts';

export type Edit = (composer: Composer) => Composer;

export const TEXT_EDITS = {
  left: moves.left,
  right: moves.right,
  'word-left': moves.wordLeft,
  'word-right': moves.wordRight,
  'line-start': moves.lineStart,
  'line-end': moves.lineEnd,
  'text-start': moves.textStart,
  'text-end': moves.textEnd,
  'select-left': moves.selecting(moves.left),
  'select-right': moves.selecting(moves.right),
  'select-word-left': moves.selecting(moves.wordLeft),
  'select-word-right': moves.selecting(moves.wordRight),
  'select-line-start': moves.selecting(moves.lineStart),
  'select-line-end': moves.selecting(moves.lineEnd),
  'select-text-start': moves.selecting(moves.textStart),
  'select-text-end': moves.selecting(moves.textEnd),
  'select-all': moves.selectAll,
  'delete-left': edits.deleteLeft,
  'delete-right': edits.deleteRight,
  'cut-word-left': edits.cutWordLeft,
  'cut-word-right': edits.cutWordRight,
  'cut-to-start': edits.cutToLineStart,
  'cut-to-end': edits.cutToLineEnd,
  'paste-cut': edits.pasteCut,
  'paste-earlier-cut': edits.pasteEarlierCut,
  undo,
  redo,
} as const satisfies { readonly [command in ComposerCommand]?: Edit };

export type TextCommand = keyof typeof TEXT_EDITS;

/** Null: the command edits no text. */
export function textEdit(command: string): Edit | null {
  return Object.hasOwn(TEXT_EDITS, command) ? TEXT_EDITS[command as TextCommand] : null;
}
