/** What comes from a terminal, once it is decoded. */

export type Input = Key | Text | Paste | Mouse | Focus | Report;

/** A key by its chord, such as `ctrl+c`, `alt+enter`, `shift+tab`, `page-up`; a letter is in lower case. */
export type Key = { readonly kind: 'key'; readonly chord: string };

export type Text = { readonly kind: 'text'; readonly text: string };

/** What was pasted, in one piece, its line ends `\n`. */
export type Paste = { readonly kind: 'paste'; readonly text: string };

/**
 * The mouse, by a chord that a key table can bind: `mouse-left`, `mouse-middle`, `mouse-right` are pressed, `drag-left`
 * and so on moved, `release-left` let go; `wheel-up`, `wheel-down`, `wheel-left`, `wheel-right`. Modifiers stand before
 * it: `ctrl+wheel-up`. The cell is counted from 0.
 */
export type Mouse = { readonly kind: 'mouse'; readonly chord: string; readonly row: number; readonly column: number };

/** The terminal's window has the keyboard now, or has lost it. */
export type Focus = { readonly kind: 'focus'; readonly focused: boolean };

/** An answer of the terminal. */
export type Report = { readonly kind: 'report'; readonly report: Reported };

export type Reported =
  /** The colour of texts or of the background, as `0xrrggbb`. */
  | { readonly type: 'foreground' | 'background'; readonly rgb: number }
  /** What the terminal is (DA1): every terminal answers that, and in order, so nothing that was asked before comes now. */
  | { readonly type: 'attributes' }
  /** The person has changed the terminal from dark to light, or back. */
  | { readonly type: 'appearance-changed' }
  /** DECRPM. `known`: the terminal has that private mode. */
  | { readonly type: 'mode'; readonly mode: number; readonly known: boolean };

/** One thing at the head of the bytes: how long it is, and what it means (null: nothing). */
export type Piece = { readonly length: number; readonly input: Input | 'paste-starts' | null };

export function keyPiece(length: number, chord: string): Piece {
  return { length, input: { kind: 'key', chord } };
}
