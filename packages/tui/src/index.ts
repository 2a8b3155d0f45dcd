export { MODE_SAYS } from './dialogs/mode-words.ts';
export { consequences, questionRows } from './dialogs/question.ts';
export type { SessionChoice } from './dialogs/session-choice.ts';
export type { Asked, FormChoice } from './form/form.ts';
export { openForm } from './form/open-form.ts';
export type { Asker } from './form/show-form.ts';
export type { OwnCommand } from './keys/own-commands.ts';
export { readTyped } from './keys/read-typed.ts';
export { type BoundKeys, boundKeys, type KeyEntry } from './keys/rebinding.ts';
export { type KeyRow, keyRows } from './keys/rows.ts';
export { type TypedCommand, typedCommand } from './keys/typed-commands.ts';
export { openPicker } from './picking/open-picker.ts';
export { type PlainOptions, type PlainRenderer, plainRenderer, type Sink } from './plain/plain.ts';
export type {
  Copied,
  Edited,
  FoundModels,
  FoundSessions,
  FoundThemes,
  Leaving,
  OfferedModel,
  Report,
  Rewinding,
  Rewound,
  ScreenOptions,
  SessionDoor,
  Sessions,
  ShownSession,
  Themes,
  TypedEarlier,
} from './screen/doors.ts';
export type { Earlier, Status } from './screen/model.ts';
export { canFullScreen, loadScreen, openAccessible, openScreen } from './screen/open-screen.ts';
export { SETTING_NAMES, type SettingValues } from './screen/settings.ts';
export type { TerminalInput, TerminalOutput } from './terminal/blessed-screen.ts';
export { COLOURED, colourRefused } from './terminal/colour.ts';
export { shownBytes, shownCost, shownCount, shownDuration } from './text/amounts.ts';
export { cellsOf } from './text/cells.ts';
export { beginningOf, widthOf } from './text/glyphs.ts';
export type { Environment } from './theme/environment.ts';
export type { NamedTheme } from './theme/look.ts';
export { COLOUR_NAMES, type Colour, ROLES, type Role, type Style, type Theme } from './theme/roles.ts';
export { THEMES } from './theme/themes.ts';
export type { Action, Item, Observation } from './transcript/items.ts';
export { EMPTY as EMPTY_TRANSCRIPT, type Transcript, transcriptAfter } from './transcript/transcript.ts';
export { aboutUsage } from './transcript/usage-words.ts';
export { openTravel } from './travel/open-travel.ts';
export { openPair } from './travel/pair/open-pair.ts';
export type { PairPlace } from './travel/pair/show-pair.ts';
export { SEEN } from './travel/seen.ts';
export type { TravelLeaving, TravelOptions } from './travel/travel-options.ts';
