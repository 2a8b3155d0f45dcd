/** What the grammar makes of the marks: the elements at the top level of a reply, with their texts as written. */

export type Element = ThoughtElement | ActionElement | FinalElement;

export type ThoughtElement = { readonly kind: 'thought'; readonly raw: string; readonly written: boolean };

export type FinalElement = { readonly kind: 'final'; readonly raw: string; readonly truncated: boolean };

export type ActionElement = {
  readonly kind: 'action';
  /** The line of its opening tag, from 1. */
  readonly line: number;
  /** The text of the opening tag behind its name. */
  readonly attributes: string;
  readonly params: readonly ParamElement[];
  /** The text between its tags that belongs to no parameter: all of it where there are none. */
  readonly body: string;
  readonly truncated: boolean;
};

export type ParamElement = { readonly name: string; readonly raw: string; readonly line: number };
