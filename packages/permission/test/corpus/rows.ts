/** Commands with the reason that they share. */
export type CorpusRows = readonly { readonly why: string; readonly commands: readonly string[] }[];
