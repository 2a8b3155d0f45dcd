/** What is to be done for the screen's looks, done. */
import type { FoundThemes, KeptTheme } from '../screen/doors.ts';
import type { Performers } from '../screen/stage.ts';
import type { ThemeAct } from './acts.ts';
import { themeKept, themesFound } from './themes-list.ts';

const NO_THEMES: FoundThemes = { themes: [], problems: [] };
const NOT_KEPT: KeptTheme = { ok: false, message: 'Nothing is kept here.' };

export const THEME_PERFORMERS: Performers<ThemeAct> = {
  'find-themes': async ({ name }, { shown, follow }) => {
    const found = (await shown().themes?.find()) ?? NO_THEMES;
    follow((model) => themesFound(model, name, found));
  },
  'keep-theme': async ({ name }, { shown, follow }) => {
    const kept = (await shown().themes?.keep(name)) ?? NOT_KEPT;
    follow((model) => themeKept(model, name, kept));
  },
  'ask-colours': (_act, { terminal }) => terminal.askColours(),
};
