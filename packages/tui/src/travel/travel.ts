/**
 * A history that is looked at: where one stands in it, and how it is looked at. A plain value; keys change it (`press.ts`),
 * and so does what has been read meanwhile. What is wanted of the file goes out as acts.
 */
import type { TapeKnown } from '@tagma/history';
import type { Composer } from '../composer/composer.ts';
import { KEY_TABLE, type KeyTable } from '../keys/key-table.ts';
import { NO_POINTER } from '../mouse/pointer.ts';
import type { Model } from '../screen/model.ts';
import type { Size } from '../text/cells.ts';
import type { TranscriptAct } from '../transcript/acts.ts';
import { FOLDED } from '../transcript/folding.ts';
import type { Goal } from './goal.ts';
import type { Shown } from './seen.ts';

export type Travel = {
  readonly known: TapeKnown;
  /** Null until the first step has been read. */
  readonly stop: Shown | null;
  /** The record that is looked at: one of the stop. */
  readonly record: number;
  /** Where to go as soon as so much has been read. */
  readonly goal: Goal | null;
  /** Whether one stays at the end when the session writes more. */
  readonly following: boolean;
  readonly playing: Playing | null;
  readonly speed: Speed;
  /** What stands beside the transcript. */
  readonly pane: 'step' | 'machine';
  /** Whether the record is shown as it stands in the file. */
  readonly asSource: boolean;
  /** Which of the two scrolls by key. */
  readonly focus: 'transcript' | 'record';
  /** Where the transcript is looked at, what of it is open, and what is looked for in it. */
  readonly reading: Pick<Model, 'scroll' | 'folding' | 'chosen' | 'search' | 'pointer'>;
  /** The first row of the record that is shown. */
  readonly recordRow: number;
  /** What is being typed at the bottom. */
  readonly asking: Asking | null;
  /** What was looked for last. */
  readonly sought: string;
  /** The first row of the keys that is shown; null while they are not. */
  readonly help: number | null;
  /** Another `f` forks here. */
  readonly forkNear: boolean;
  readonly notice: string | null;
  /** The keys, as they are bound here. */
  readonly keys: KeyTable;
  readonly size: Size;
};

export type Speed = 1 | 4 | 16;

/** `due`: when the next step comes, in ms, on the clock of `press`; null while it is waited for. */
export type Playing = { readonly due: number | null };

export type Asking = { readonly what: 'place' | 'text'; readonly draft: Composer };

export type TravelAct =
  /** Stand at that record. */
  | { readonly type: 'go'; readonly record: number }
  /** Look for the text behind that record, or before it. */
  | { readonly type: 'find'; readonly text: string; readonly from: number; readonly back: boolean }
  | { readonly type: 'fork'; readonly record: number }
  | Exclude<TranscriptAct, { type: 'print' }>
  | { readonly type: 'quit' }
  | { readonly type: 'suspend' }
  | { readonly type: 'redraw' };

export type TravelNext = { readonly travel: Travel; readonly acts: readonly TravelAct[] };

export function startTravel(
  known: TapeKnown,
  size: Size,
  goal: Goal = { kind: 'record', record: 1 },
  keys: KeyTable = KEY_TABLE,
): Travel {
  return {
    known,
    stop: null,
    record: 0,
    goal,
    following: goal.kind === 'last',
    playing: null,
    speed: 1,
    pane: 'step',
    asSource: false,
    focus: 'transcript',
    reading: { scroll: null, folding: FOLDED, chosen: null, search: null, pointer: NO_POINTER },
    recordRow: 0,
    asking: null,
    sought: '',
    help: null,
    forkNear: false,
    notice: null,
    keys,
    size,
  };
}

export function onward(travel: Travel, ...acts: readonly TravelAct[]): TravelNext {
  return { travel, acts };
}

/** The numbers of the first and the last record of the step that is looked at; 0 where there is none. */
export function span({ stop }: Travel): { readonly first: number; readonly last: number } {
  return { first: stop?.records[0]?.n ?? 0, last: stop?.records.at(-1)?.n ?? 0 };
}
