/** What the screen wants done for its looks. */
export type ThemeAct =
  /** Find the person's own themes: because that one is wanted, or for the list. */
  | { readonly type: 'find-themes'; readonly name: string | null }
  /** Keep that theme for other sessions. */
  | { readonly type: 'keep-theme'; readonly name: string }
  /** Ask the terminal for its colours. */
  | { readonly type: 'ask-colours' };
