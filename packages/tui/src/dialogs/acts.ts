/** What the screen wants done for its dialogs. */
import type { ForkPoint } from '@tagma/history';
import type { Command } from '../keys/key-table.ts';
import type { TypedCommand } from '../keys/typed-commands.ts';
import type { SettingName } from '../screen/settings.ts';

export type DialogsAct =
  /** Find the session's prompts. */
  | { readonly type: 'find-prompts' }
  /** Go on from right before that prompt, in another session; null: from where this one stands. */
  | { readonly type: 'rewind'; readonly point: ForkPoint | null }
  /** Find the models that can be chosen. */
  | { readonly type: 'find-models' }
  /** Find that out for the person. `run`: which report it is for. */
  | { readonly type: 'find-report'; readonly of: 'doctor' | 'config'; readonly run: number }
  /** Find the sessions of this folder. */
  | { readonly type: 'find-sessions' }
  /** Find the person's own themes: because that one is wanted, or for the list. */
  | { readonly type: 'find-themes'; readonly name: string | null }
  /** Keep that theme for other sessions. */
  | { readonly type: 'keep-theme'; readonly name: string }
  /** Look at what was done in the session that is chosen in their list. */
  | { readonly type: 'outline-session' }
  /** Go on with the session of that file in the place of this one. */
  | { readonly type: 'open-session'; readonly file: string }
  /** The same with the one that is meant by a name, a piece of it, or a file. */
  | { readonly type: 'open-named-session'; readonly name: string }
  /** Begin another session in the place of this one. */
  | { readonly type: 'new-session' }
  /** Do what that key does, or what is typed so: for whoever finds it in a list. */
  | { readonly type: 'run'; readonly command: Command }
  | { readonly type: 'run-typed'; readonly name: TypedCommand }
  /** A word to a person who looks elsewhere. */
  | { readonly type: 'notify'; readonly text: string }
  /** Take the terminal's mouse, or leave it to the terminal. */
  | { readonly type: 'set-mouse'; readonly on: boolean }
  /** Keep a setting of the screen in the configuration. */
  | { readonly type: 'keep-setting'; readonly name: SettingName; readonly value: string | boolean };
