/**
 * How the screen looks, as a plain value: the theme that is chosen, the person's own themes, and what the terminal says of
 * its colours. `auto` follows the terminal's background.
 */
import type { Reported } from '../terminal/input.ts';
import { contrast } from './contrast.ts';
import type { Environment } from './environment.ts';
import type { Theme } from './roles.ts';
import { THEMES } from './themes.ts';

export const AUTO = 'auto';

/** A theme and what it is called. */
export type NamedTheme = { readonly name: string; readonly theme: Theme };

export type Look = {
  /** `auto`, or the name of a theme. */
  readonly chosen: string;
  /** The person's own. They go before those of the same name that come with Tagma. */
  readonly own: readonly NamedTheme[];
  /** Whether the background is dark; null while nobody knows. */
  readonly dark: boolean | null;
};

/** @param theme one of the person's own, or only the name of one that comes with Tagma; left out: `auto`. */
export function startLook(theme: NamedTheme | string = AUTO, environment: Environment = {}): Look {
  const own = typeof theme === 'string' ? [] : [theme];
  const chosen = typeof theme === 'string' ? theme : theme.name;
  return { chosen, own, dark: darkByHint(environment) };
}

/** @param preview the name of one that is looked at, and not chosen yet */
export function themeShown({ chosen, own, dark }: Look, preview: string | null = null): Theme {
  return themeNamed(preview ?? chosen, own) ?? THEMES[themeFor(dark)];
}

/** Null: `auto`, or a name that no theme has. */
export function themeNamed(name: string, own: readonly NamedTheme[]): Theme | null {
  const found = own.find((each) => each.name === name)?.theme;
  return found ?? (Object.hasOwn(THEMES, name) ? THEMES[name as keyof typeof THEMES] : null);
}

/** The name of the theme for such a background. */
function themeFor(dark: boolean | null): keyof typeof THEMES {
  if (dark === null) return 'terminal';
  return dark ? 'dark' : 'light';
}

/** What the terminal says of its colours. Its texts tell too: they stand out from the background. */
export function lookAfter(look: Look, report: Reported): Look {
  if (report.type === 'background') return { ...look, dark: isDark(report.rgb) };
  if (report.type === 'foreground' && look.dark === null) return { ...look, dark: !isDark(report.rgb) };
  return look;
}

/** White stands out from it more than black. */
function isDark(rgb: number): boolean {
  return contrast(rgb, 0xffffff) > contrast(rgb, 0x000000);
}

/** COLORFGBG, which rxvt and Konsole set: `15;0`, the last part the background's number among the sixteen. */
function darkByHint({ COLORFGBG = '' }: Environment): boolean | null {
  const [, number] = /;(\d+)$/.exec(COLORFGBG) ?? [];
  if (number === undefined || Number(number) > 15) return null;
  return Number(number) < 7 || Number(number) === 8;
}
