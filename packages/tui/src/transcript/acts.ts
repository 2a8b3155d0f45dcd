/** What the screen wants done with what the transcript holds. */
export type TranscriptAct =
  /** To the clipboard. `what` it is, for the person; left out, nothing is said. */
  | { readonly type: 'copy'; readonly text: string; readonly what?: string }
  /** To be read in the person's editor, as a file of that name; what is changed there is dropped. */
  | { readonly type: 'read-elsewhere'; readonly text: string; readonly name: string }
  /** Below what stands on the main screen, where the terminal keeps it. */
  | { readonly type: 'print'; readonly text: string };
