/** The mouse, as the model remembers it. */
export type Pointer = {
  /** Where a button was pressed last, from 0. */
  readonly row: number;
  readonly column: number;
  /** The row in which a click has done something, and when, in ms; null where the last one has only chosen. */
  readonly done: { readonly row: number; readonly at: number } | null;
};

export const NO_POINTER: Pointer = { row: 0, column: 0, done: null };
