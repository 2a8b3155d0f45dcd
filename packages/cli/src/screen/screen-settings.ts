/** What the configuration says of the screen itself, and how a value gets there. */
import { SETTING_NAMES, type SettingValues, type ShownSession } from '@tagma/tui';
import type { Config } from '../config/config.ts';
import { setInConfig } from '../config/index.ts';

export function settingsOf({ screen = {} }: Config): Partial<SettingValues> {
  const said = SETTING_NAMES.filter((name) => screen[name] !== undefined);
  return Object.fromEntries(said.map((name) => [name, screen[name]]));
}

/** @param file of the configuration; it need not be there. */
export function keeperOf(file: string): NonNullable<ShownSession['keepSetting']> {
  return async (name, value) => {
    const set = await setInConfig(file, ['screen', name], value);
    return set.ok ? { ok: true, file } : set;
  };
}
