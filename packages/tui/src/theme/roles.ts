/**
 * What a text is for is its role; a theme says how each role looks. Colour never says anything that the words do not say
 * too, so that a theme without colour loses nothing.
 */

/** Every role, in the order in which a theme lists them. */
export const ROLES = [
  // The screen and who speaks on it.
  'text',
  'muted',
  'person',
  'thought',
  'action',
  'good',
  'bad',
  'warning',
  'label',
  'key',
  'status',
  'border',
  'dim-title',
  // Markdown.
  'heading',
  'strong',
  'emphasis',
  'link',
  'quote',
  // Code.
  'code',
  'keyword',
  'string',
  'number',
  'comment',
  'function',
  // A diff.
  'added',
  'removed',
  'added-word',
  'removed-word',
  'hunk',
  // What is chosen, found or marked.
  'selection',
  'match',
  'match-current',
  'chosen',
  // The machine.
  'state-active',
  'gauge',
] as const;

/** What a text on the screen is, by which a theme says how it looks. */
export type Role = (typeof ROLES)[number];

/** The sixteen colours that every terminal names, and shows as it pleases. */
export const COLOUR_NAMES = [
  'black',
  'red',
  'green',
  'yellow',
  'blue',
  'magenta',
  'cyan',
  'white',
  'bright-black',
  'bright-red',
  'bright-green',
  'bright-yellow',
  'bright-blue',
  'bright-magenta',
  'bright-cyan',
  'bright-white',
] as const;

export type ColourName = (typeof COLOUR_NAMES)[number];

/** A name, or `#rrggbb`. */
export type Colour = ColourName | `#${string}`;

/** What is left out is as the terminal has it. */
export type Style = {
  readonly foreground?: Colour;
  readonly background?: Colour;
  readonly bold?: boolean;
  readonly dim?: boolean;
  readonly italic?: boolean;
  readonly underline?: boolean;
  readonly inverse?: boolean;
};

/** How each role looks. */
export type Theme = { readonly [role in Role]: Style };
