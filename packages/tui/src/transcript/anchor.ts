/** A row of the transcript: a block, from 0, and a row in it. */
export type Anchor = { readonly block: number; readonly row: number };
