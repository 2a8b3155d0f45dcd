export type { TerminalInput, TerminalOutput } from './blessed-screen.ts';
export type { Action, Item, Observation } from './items.ts';
export type { Status } from './model.ts';
export { canFullScreen, openScreen } from './open-screen.ts';
export { type PlainOptions, type PlainRenderer, plainRenderer, type Sink } from './plain.ts';
export type { Leaving, ScreenOptions, SessionDoor } from './screen-options.ts';
export type { Environment } from './theme.ts';
export { EMPTY as EMPTY_TRANSCRIPT, type Transcript, transcriptAfter } from './transcript.ts';
export { revealed, visible } from './visible.ts';
