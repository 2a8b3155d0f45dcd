/** What is shown in the place of the transcript, until it is closed: its own state, as a plain value for each kind. */
import type { RewindList } from './rewind-list.ts';

export type Dialog =
  /** The help: every key and every command. */
  | { readonly kind: 'keys' }
  /** The rules that hold. */
  | { readonly kind: 'permissions' }
  | RewindList;
