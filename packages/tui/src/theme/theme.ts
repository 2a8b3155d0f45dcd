/**
 * What a text is for (its role) decides how it looks; only here is it said how. Colour never says anything that the
 * words do not say too, so that a theme without colour loses nothing.
 */

export type Role =
  | 'text'
  | 'muted'
  | 'person'
  | 'thought'
  | 'action'
  | 'good'
  | 'bad'
  | 'warning'
  | 'label'
  | 'key'
  | 'status';

/** The parameters of an SGR sequence (`1;36`) for each role; empty for none. */
export type Theme = { readonly [role in Role]: string };

export const COLOURED: Theme = {
  text: '',
  muted: '2',
  person: '1;36',
  thought: '3;2',
  action: '1;34',
  good: '32',
  bad: '1;31',
  warning: '1;33',
  label: '1',
  key: '1;7',
  status: '7',
};

/** For NO_COLOR: weight, slant and inversion alone. */
export const UNCOLOURED: Theme = {
  text: '',
  muted: '2',
  person: '1',
  thought: '3',
  action: '1',
  good: '',
  bad: '1',
  warning: '1',
  label: '1',
  key: '1;7',
  status: '7',
};

export type Environment = { readonly [name: string]: string | undefined };

/** Whether NO_COLOR (no-color.org: present and not empty) asks for no colour. */
export function colourRefused(environment: Environment): boolean {
  return (environment.NO_COLOR ?? '') !== '';
}
