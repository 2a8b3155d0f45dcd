/**
 * All that the screen shows and all that it remembers, as one plain value. It changes by updates of the session
 * (`told.ts`), by keys (`press.ts`) and by the terminal's size. What the screen wants done goes out as acts.
 */

import {
  type Context,
  type Fact,
  type Mode,
  modelOf,
  type QueuedMessage,
  type Rule,
  refOf,
  type Snapshot,
  stateOf,
  type TodoItem,
} from '@tagma/core';
import type { ComposerAct } from '../composer/acts.ts';
import { BLANK_COMPOSER, type Composer, composed } from '../composer/composer.ts';
import { prepended } from '../composer/edits.ts';
import { FRESH_WRITING, type Writing } from '../composer/writing.ts';
import type { DialogsAct } from '../dialogs/acts.ts';
import type { Dialog } from '../dialogs/dialog.ts';
import { KEY_TABLE, type KeyTable } from '../keys/key-table.ts';
import { shownKey } from '../keys/shown-key.ts';
import type { SteppingAct } from '../machine/acts.ts';
import { type Machine, startMachine } from '../machine/machine.ts';
import { NO_POINTER, type Pointer } from '../mouse/pointer.ts';
import type { Size } from '../text/cells.ts';
import { type Look, startLook } from '../theme/look.ts';
import type { TranscriptAct } from '../transcript/acts.ts';
import type { Anchor } from '../transcript/anchor.ts';
import { FOLDED, type Folding } from '../transcript/folding.ts';
import type { Item } from '../transcript/items.ts';
import type { Search } from '../transcript/search.ts';
import { EMPTY, type Transcript } from '../transcript/transcript.ts';
import { type Figures, figuresAfter, NO_FIGURES } from './figures.ts';
import { NO_PROGRESS, type Progress } from './progress.ts';
import { type Settings, startSettings } from './settings.ts';

/** What the line of the status says. */
export type Status = {
  readonly model: string;
  readonly endpoint?: string;
  readonly folder: string;
  readonly mode: Mode;
  /** Whether commands run in a sandbox; left out until the session says it. */
  readonly sandbox?: boolean;
};

/**
 * What has the keys. `draft`: the text that is written for the model, also while a question is open. `question`: letters
 * answer it. `words`: the answer is written, or the reason for a no.
 */
export type Focus = 'draft' | 'question' | 'words';

/** What a key answers to a question. */
export type Said = 'yes' | 'always' | 'no';

export type Model = {
  readonly transcript: Transcript;
  /** Where the session stands; null where that is not known. */
  readonly snapshot: Snapshot | null;
  /** The machine's state, in its own word. */
  readonly state: string;
  readonly pause: Context['pause'];
  readonly status: Status;
  /** How full the model's window is. */
  readonly figures: Figures;
  /** The branch of the folder's repository, or the commit where none is checked out; null where there is none. */
  readonly branch: string | null;
  /** What takes its time. */
  readonly progress: Progress;
  /** What is written: the draft, or with the focus `words` the answer. */
  readonly composer: Composer;
  /** The other one of the two, put aside while a question is open. */
  readonly aside: Composer;
  /** The model's list of steps. */
  readonly todo: readonly TodoItem[];
  /** What the machine has been told and has not taken up yet. */
  readonly queue: readonly QueuedMessage[];
  /** The rules that hold. */
  readonly rules: readonly Rule[];
  /** A prompt has been sent, and the session has not said yet that it took it. */
  readonly sent: boolean;
  /** `draft` where no question is open. */
  readonly focus: Focus;
  /** Since when, in ms, the open question counts as new: nobody has read it yet. */
  readonly newSince: number;
  /** The answer to the open question that the arrows stand at, from 0; null until they are used. */
  readonly option: number | null;
  /** A key that answers, held back until it is clear that it is not the first letter of a word. */
  readonly held: { readonly key: string; readonly said: Said } | null;
  /** What is shown in the place of the transcript. */
  readonly dialog: Dialog | null;
  /** The machine pane, and step mode. */
  readonly machine: Machine;
  /** The keys, as they are bound here. */
  readonly keys: KeyTable;
  readonly pointer: Pointer;
  /** In ms, on the clock of `press` and `told`: renewed with each of them, and every second while something runs. */
  readonly now: number;
  /** A word to the person about the last thing he did; gone with the next key. */
  readonly notice: string | null;
  /** The last key was Ctrl+C: another one quits. `interrupted`: this one has stopped a turn. */
  readonly quitNear: { readonly interrupted: boolean } | null;
  /** The last key was Escape, while there was nothing to stop: another one lists the prompts. */
  readonly rewindNear: boolean;
  /** The last row of the transcript that is shown; null follows the newest. */
  readonly scroll: Anchor | null;
  /** Which blocks of the transcript are open. */
  readonly folding: Folding;
  /** The block that keys open, copy and so on, by its place in the transcript. */
  readonly chosen: number | null;
  /** What is looked for in the transcript; it has the keys meanwhile. */
  readonly search: Search | null;
  /** So many items of the transcript stand in the terminal's own scrollback. */
  readonly scrollback: number;
  /** So many of them are not shown again: none of them is, unless the person looks back. */
  readonly printed: number;
  readonly writing: Writing;
  readonly look: Look;
  readonly settings: Settings;
  /** Whether the terminal's window has the keyboard; null while the terminal has not said it. */
  readonly focused: boolean | null;
  /** When a key was pressed last, in ms. */
  readonly touched: number;
  /** What the transcript has where it stands by itself; null on the screen of a session. */
  readonly room: Size | null;
  readonly size: Size;
};

export type Act =
  | ComposerAct
  | DialogsAct
  | TranscriptAct
  | { readonly type: 'send'; readonly fact: Fact }
  /** A key is held: `released` is due after `ALONE_MS`. */
  | { readonly type: 'hold' }
  /** `interrupted`: by Ctrl+C, pressed while a turn ran. */
  | { readonly type: 'quit'; readonly interrupted: boolean }
  /** Find the model of that name for the session. */
  | { readonly type: 'choose-model'; readonly name: string }
  /** Write what is told of the project to the model. */
  | { readonly type: 'write-guide'; readonly replaces: boolean }
  /** Write the session to a file. */
  | { readonly type: 'export-session'; readonly wanted: string }
  /** Find out which branch is checked out now. */
  | { readonly type: 'find-branch' }
  | SteppingAct
  | { readonly type: 'suspend' }
  | { readonly type: 'redraw' }
  /** Ask the terminal for its colours. */
  | { readonly type: 'ask-colours' };

/** What follows: the next model, and what is to be done. */
export type Next = { readonly model: Model; readonly acts: readonly Act[] };

/** What a command of the key table does. `chord` is what was pressed. */
export type Run = (model: Model, chord: string) => Next;
export type Runs<Command extends string> = { readonly [command in Command]: Run };

/** What a command behind a slash does. `rest` is what stands behind its name, without blanks around it. */
export type TypedRun = (model: Model, rest: string) => Next;

/** A session that is taken up again: what was shown of it, and how it stands. */
export type Earlier = { readonly transcript: Transcript; readonly snapshot: Snapshot };

export type Beginning = {
  /** What the person should know, a text each. */
  readonly notes?: readonly string[];
  readonly earlier?: Earlier;
  /** Where the machine stands; left out where that is not known. */
  readonly standing?: Snapshot;
  /** Stands in the composer. */
  readonly draft?: string;
};

export function startModel(
  status: Status,
  size: Size,
  { notes = [], earlier, standing, draft = '' }: Beginning = {},
): Model {
  const { items, ...shown } = earlier?.transcript ?? EMPTY;
  const model: Model = {
    transcript: { ...shown, items: items.with(...notes.map((text): Item => ({ kind: 'note', text }))) },
    snapshot: standing ?? earlier?.snapshot ?? null,
    state: 'idle',
    pause: 'no',
    status,
    figures: NO_FIGURES,
    branch: null,
    progress: NO_PROGRESS,
    composer: composed(draft),
    aside: BLANK_COMPOSER,
    todo: [],
    queue: [],
    sent: false,
    focus: 'draft',
    newSince: 0,
    option: null,
    held: null,
    dialog: null,
    machine: startMachine(standing ?? earlier?.snapshot ?? null),
    keys: KEY_TABLE,
    pointer: NO_POINTER,
    now: 0,
    rules: [],
    notice: null,
    quitNear: null,
    rewindNear: false,
    scroll: null,
    folding: FOLDED,
    chosen: null,
    search: null,
    scrollback: 0,
    printed: 0,
    writing: FRESH_WRITING,
    look: startLook(),
    settings: startSettings(),
    focused: null,
    touched: 0,
    room: null,
    size,
  };
  return earlier ? standingAt(model, earlier.snapshot) : model;
}

/** What is shown of the machine beside the transcript. */
export function standingAt(model: Model, snapshot: Snapshot): Model {
  const { context } = snapshot;
  const { queue, pause, mode, todo, rules } = context;
  const { sandbox } = context.session.settings;
  const status = { ...model.status, mode, sandbox, ...refOf(modelOf(context)) };
  const figures = figuresAfter(model.figures, context);
  return { ...model, snapshot, state: stateOf(snapshot), queue, pause, status, figures, todo, rules };
}

export function next(model: Model, ...acts: readonly Act[]): Next {
  return { model, acts };
}

export function sending(model: Model, fact: Fact): Next {
  return next(model, { type: 'send', fact });
}

/** So begins the notice of what cannot be done under a turn. It goes when the turn ends. */
export const TURN_RUNS = 'A turn is running. ';

/** What is to be done first, and then. */
export function afterTurn({ keys }: Model, then: string): string {
  return `${TURN_RUNS}${shownKey(keys, 'interrupt')} stops it; then ${then}`;
}

export function isBusy({ transcript, sent }: Model): boolean {
  return transcript.busy || sent;
}

/** A prompt: it begins a turn, or waits for the end of the one that runs. */
export function given(model: Model, text: string): Next {
  return sending({ ...model, sent: true, scroll: null }, { type: 'prompt.given', text });
}

/** The message goes back to the draft, before what stands there. */
export function takenBack(model: Model, { message, text }: QueuedMessage): Next {
  return sending(withDraftBefore(model, text), { type: 'message.withdrawn', message });
}

/** The draft with a text before what stands there. */
export function withDraftBefore(model: Model, text: string): Model {
  const place = model.focus === 'words' ? 'aside' : 'composer';
  return { ...model, [place]: prepended(model[place], text) };
}
