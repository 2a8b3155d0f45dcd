/** What is shown in the place of the transcript, until it is closed: its own state, as a plain value for each kind. */
import type { ForkPoint } from '@tagma/history';
import type { ChoiceList } from './list.ts';
import type { SessionChoice } from './session-choice.ts';

/** Those that something is chosen in, after a query that finds it. */
export type ListDialog =
  /** The help: every key and every command. */
  | { readonly kind: 'keys'; readonly list: ChoiceList }
  /** All that can be done, by key or by name. */
  | { readonly kind: 'palette'; readonly list: ChoiceList }
  /** The permission modes. */
  | { readonly kind: 'modes'; readonly list: ChoiceList }
  /** The tools that the model is offered. */
  | { readonly kind: 'tools'; readonly list: ChoiceList }
  /** The rules that hold. */
  | { readonly kind: 'permissions'; readonly list: ChoiceList }
  /** The sessions of this folder; `outline` is of the chosen one, where it has been looked at. */
  | {
      readonly kind: 'sessions';
      readonly list: ChoiceList;
      readonly sessions: readonly SessionChoice[];
      readonly outlines: { readonly [file: string]: readonly string[] };
    }
  /** The themes: the one that is chosen in the list is shown. */
  | { readonly kind: 'themes'; readonly list: ChoiceList }
  /** What is set, and where each value comes from. */
  | { readonly kind: 'settings'; readonly list: ChoiceList }
  /** Whose models can be asked. */
  | { readonly kind: 'providers'; readonly list: ChoiceList }
  /** The models that can be asked. */
  | { readonly kind: 'models'; readonly list: ChoiceList }
  /** The session's prompts, to go back to before one. */
  | { readonly kind: 'rewind'; readonly list: ChoiceList; readonly points: readonly ForkPoint[] };

/** What fills the window; what was used up; and what is found out line by line, in the run of that number. */
export type Dialog =
  | ListDialog
  | { readonly kind: 'context' }
  | { readonly kind: 'cost' }
  | {
      readonly kind: 'report';
      readonly of: 'doctor' | 'config';
      readonly run: number;
      readonly lines: readonly string[];
      readonly isDone: boolean;
    };
