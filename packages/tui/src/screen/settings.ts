/** What a person sets of the screen itself, as a plain value: it outlives the session that is shown. */

/** `auto`: where the terminal's window has not the keyboard, or no key was pressed for a while. */
export const NOTIFY = ['auto', 'always', 'off'] as const;
export type Notify = (typeof NOTIFY)[number];

/** The screen's own settings. */
export type SettingValues = {
  /** When a question opens or a turn ends: whether the bell rings, and the desktop says so. */
  readonly notify: Notify;
  /** Whether the screen has the mouse; else the terminal has it, and selects with it. */
  readonly mouse: boolean;
  /** Whether what tools said is open, and thoughts are: else their first lines, or one. */
  readonly openTools: boolean;
  readonly openThoughts: boolean;
};

export type SettingName = keyof SettingValues;

/** Where a value comes from. */
export type Origin = 'default' | 'configuration' | 'session';

export type Settings = SettingValues & { readonly from: { readonly [name in SettingName]: Origin } };

const DEFAULTS: SettingValues = { notify: 'auto', mouse: true, openTools: false, openThoughts: false };

/** The names of the screen's own settings. */
export const SETTING_NAMES = Object.keys(DEFAULTS) as readonly SettingName[];

/** @param configured what the configuration says; what it leaves out is as it is by default */
export function startSettings(configured: Partial<SettingValues> = {}): Settings {
  const from = SETTING_NAMES.map((name): readonly [SettingName, Origin] => [
    name,
    configured[name] === undefined ? 'default' : 'configuration',
  ]);
  return { ...DEFAULTS, ...configured, from: Object.fromEntries(from) as Settings['from'] };
}

/** For as long as this screen is open. */
export function withSetting<N extends SettingName>(settings: Settings, name: N, value: SettingValues[N]): Settings {
  return { ...settings, [name]: value, from: { ...settings.from, [name]: 'session' } };
}

/** The value is in the configuration from now on. */
export function keptSetting(settings: Settings, name: SettingName): Settings {
  return { ...settings, from: { ...settings.from, [name]: 'configuration' } };
}
