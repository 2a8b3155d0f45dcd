/** A theme as a terminal takes it: how many colours it has, and the parameters of an SGR sequence for each role. */
import type { Environment } from '../theme/environment.ts';
import { COLOUR_NAMES, type Colour, ROLES, type Role, type Style, type Theme } from '../theme/roles.ts';
import { THEMES } from '../theme/themes.ts';
import { nearest16, nearest256 } from './palette.ts';

/** Colours that a terminal shows. */
export type Depth = 'truecolor' | '256' | '16' | 'none';

/** The parameters of an SGR sequence (`1;36`) for each role; empty for none. */
export type Sgr = { readonly [role in Role]: string };

/**
 * What a role leaves out of its colours is as in texts. At the depth `none` every theme is the minimal one, for what a colour
 * marked must still be marked.
 */
export function sgrOf(theme: Theme, depth: Depth): Sgr {
  const styles = depth === 'none' ? THEMES.minimal : theme;
  const { foreground, background } = styles.text;
  const base = { ...(foreground && { foreground }), ...(background && { background }) };
  return Object.fromEntries(ROLES.map((role) => [role, parametersOf({ ...base, ...styles[role] }, depth)])) as Sgr;
}

function parametersOf(style: Style, depth: Depth): string {
  const parameters = [
    style.bold ? '1' : '',
    style.dim ? '2' : '',
    style.italic ? '3' : '',
    style.underline ? '4' : '',
    style.inverse ? '7' : '',
    style.foreground ? colourParameters(style.foreground, depth, FOREGROUND) : '',
    style.background ? colourParameters(style.background, depth, BACKGROUND) : '',
  ];
  return parameters.filter((each) => each !== '').join(';');
}

type Ground = { readonly first: number; readonly firstBright: number; readonly extended: number };
const FOREGROUND: Ground = { first: 30, firstBright: 90, extended: 38 };
const BACKGROUND: Ground = { first: 40, firstBright: 100, extended: 48 };

function colourParameters(colour: Colour, depth: Depth, ground: Ground): string {
  if (depth === 'none') return '';
  if (!isHex(colour)) return named(COLOUR_NAMES.indexOf(colour), ground);
  const rgb = Number.parseInt(colour.slice(1), 16);
  if (depth === 'truecolor') return `${ground.extended};2;${rgb >> 16};${(rgb >> 8) & 0xff};${rgb & 0xff}`;
  return depth === '256' ? `${ground.extended};5;${nearest256(rgb)}` : named(nearest16(rgb), ground);
}

function isHex(colour: Colour): colour is `#${string}` {
  return colour.startsWith('#');
}

function named(index: number, { first, firstBright }: Ground): string {
  return String(index < 8 ? first + index : firstBright + index - 8);
}

/** For streams, which ask the terminal nothing. */
export const COLOURED: Sgr = sgrOf(THEMES.terminal, '16');

/** Whether NO_COLOR (no-color.org: present and not empty) asks for no colour. */
export function colourRefused(environment: Environment): boolean {
  return (environment.NO_COLOR ?? '') !== '';
}

const FORCED: { readonly [value: string]: Depth } = {
  '0': 'none',
  false: 'none',
  '1': '16',
  true: '16',
  '2': '256',
  '3': 'truecolor',
};
/** Terminals with 24 bits that do not always say so in COLORTERM. */
const TRUECOLOR_TERM = /-direct|kitty|ghostty|alacritty|wezterm|foot|contour|rio/;
const TRUECOLOR_PROGRAM = /^(iTerm\.app|WezTerm|vscode|ghostty|rio|WarpTerminal|Hyper|zed)$/i;

/** NO_COLOR goes before all, then FORCE_COLOR (0 to 3, as Node reads it), then what the terminal says of itself. */
export function depthOf(environment: Environment): Depth {
  if (colourRefused(environment)) return 'none';
  const { FORCE_COLOR = '', COLORTERM = '', TERM = '', TERM_PROGRAM = '', WT_SESSION = '', OS = '' } = environment;
  const forced = FORCED[FORCE_COLOR];
  if (forced) return forced;
  if (TERM === 'dumb') return 'none';
  if (/^(truecolor|24bit)$/i.test(COLORTERM) || WT_SESSION !== '') return 'truecolor';
  if (TRUECOLOR_TERM.test(TERM) || TRUECOLOR_PROGRAM.test(TERM_PROGRAM)) return 'truecolor';
  if (/256/.test(TERM)) return '256';
  if (/^vt\d/.test(TERM)) return 'none';
  return TERM === '' && OS === 'Windows_NT' ? 'truecolor' : '16';
}
