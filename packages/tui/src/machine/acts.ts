/** What the screen wants done about events that are held. */
export type SteppingAct =
  | { readonly type: 'hold-events'; readonly on: boolean }
  /** Lets go the one that is held. */
  | { readonly type: 'pass-event' }
  | { readonly type: 'drop-event' }
  /** The event as JSON, to be changed in the person's editor. */
  | { readonly type: 'edit-event'; readonly text: string }
  /** To what is written, as JSON, or as a field and its value; null takes back what was changed. */
  | { readonly type: 'change-event'; readonly text: string | null }
  /** The name of a state or an event. */
  | { readonly type: 'add-breakpoint'; readonly name: string }
  | { readonly type: 'remove-breakpoint'; readonly number: number };
