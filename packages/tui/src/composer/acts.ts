/** What the screen wants done for the draft. */
export type ComposerAct =
  /** The draft, in full, to be changed in the person's editor. `isAnswer`: it answers a question. */
  | { readonly type: 'edit-draft'; readonly text: string; readonly isAnswer: boolean }
  /** Find the files below the folder. */
  | { readonly type: 'find-files' }
  /** Find the names of the models that can be chosen. */
  | { readonly type: 'find-model-names' }
  /** Find the commands of the person's own and of the project's. */
  | { readonly type: 'find-commands' }
  /** Find what was typed in earlier sessions of the project. */
  | { readonly type: 'find-earlier-prompts' };
