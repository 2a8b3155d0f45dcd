/** What can be done on a session's screen, and where a history is looked at as well: by the same keys, unless it has its own. */
import type { ViewWhere } from './binding.ts';
import { type AnyCommand, type CommandAt, commandFor, type KeyTable } from './key-table.ts';
import type { TranscriptCommand } from './tables/transcript.ts';

/** Where two stand side by side these alone. */
const ON_ANY_SCREEN = ['redraw', 'suspend'] as const;

/** What is done with the transcript. */
const WITH_TRANSCRIPT = [
  ...(['to-top', 'to-bottom', 'block-up', 'block-down', 'toggle-block', 'close-block', 'open-block'] as const),
  ...(['leave-block', 'toggle-tools', 'toggle-thoughts', 'copy-block', 'copy-source', 'read-elsewhere'] as const),
  ...(['find', 'hit-up', 'hit-down', 'leave-search'] as const),
] as const satisfies readonly TranscriptCommand[];

export type OnAnyScreen = (typeof ON_ANY_SCREEN)[number];
export type WithTranscript = (typeof WITH_TRANSCRIPT)[number];

export function isOnAnyScreen(command: AnyCommand): command is OnAnyScreen {
  return ON_ANY_SCREEN.some((each) => each === command);
}

export function isWithTranscript(command: AnyCommand): command is WithTranscript {
  return WITH_TRANSCRIPT.some((each) => each === command);
}

/** Whether it is had in that view. */
export function isInView(command: AnyCommand, view: ViewWhere): boolean {
  return isOnAnyScreen(command) || (view === 'history' && isWithTranscript(command));
}

/** What a chord does there. */
export function commandInView<Place extends ViewWhere>(
  table: KeyTable,
  chord: string,
  place: Place,
): CommandAt<Place> | OnAnyScreen | null {
  const own = commandFor(table, chord, [place]);
  if (own !== null) return own;
  const shared = commandFor(table, chord, ['anywhere']);
  return shared !== null && isOnAnyScreen(shared) ? shared : null;
}
