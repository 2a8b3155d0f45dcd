/** How the screen is to look: the configuration's theme, and the person's own themes beside the configuration. */
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type FoundThemes, type NamedTheme, THEMES, type Themes } from '@tagma/tui';
import type { Config } from '../config/config.ts';
import { setInConfig } from '../config/index.ts';

/** Files of the folder that are looked into. */
const THEMES_MAX = 100;
const ENDING = '.jsonc';
/** What leads nowhere but into the folder. */
const NAME = /^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u;

export type Appearance = {
  /** Left out: as the terminal's background is. */
  readonly theme?: NamedTheme | string;
  readonly themes: Themes;
  /** What the person should know of it. */
  readonly notes: readonly string[];
};

/** @param file the configuration's, which need not be there */
export async function appearanceOf({ theme }: Config, file: string): Promise<Appearance> {
  const folder = join(dirname(file), 'themes');
  const settled = theme === undefined || theme === 'auto' ? { notes: [] } : await themeNamed(theme, folder);
  return {
    ...settled,
    themes: {
      find: () => ownThemes(folder),
      keep: async (name) => {
        const set = await setInConfig(file, ['theme'], name);
        return set.ok ? { ok: true, file } : set;
      },
    },
  };
}

/** The person's own goes before one of the same name that comes with Tagma. */
async function themeNamed(name: string, folder: string): Promise<Pick<Appearance, 'theme' | 'notes'>> {
  const own = NAME.test(name) && ownNames(folder).includes(name);
  if (own) {
    const { readThemeFile } = await import('./theme-file.ts');
    const read = readThemeFile(name, join(folder, name + ENDING));
    if (read.ok) return { theme: read.theme, notes: read.warnings };
    return { notes: [`${read.message}\nUntil that is put right the screen looks as the terminal does.`] };
  }
  if (Object.hasOwn(THEMES, name)) return { theme: name, notes: [] };
  const names = ['auto', ...Object.keys(THEMES), ...ownNames(folder)].join(', ');
  return { notes: [`The configuration names the theme "${name}", which is not there, only ${names}.`] };
}

async function ownThemes(folder: string): Promise<FoundThemes> {
  const names = ownNames(folder);
  if (names.length === 0) return { themes: [], problems: [] };
  const { readThemeFile } = await import('./theme-file.ts');
  const read = names.map((name) => readThemeFile(name, join(folder, name + ENDING)));
  return {
    themes: read.flatMap((each) => (each.ok ? [each.theme] : [])),
    problems: read.flatMap((each) => (each.ok ? each.warnings : [each.message])),
  };
}

/** In order of their names. */
function ownNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((entry) => entry.endsWith(ENDING))
      .map((entry) => entry.slice(0, -ENDING.length))
      .filter((name) => NAME.test(name) && name !== 'auto')
      .sort()
      .slice(0, THEMES_MAX);
  } catch {
    return [];
  }
}
