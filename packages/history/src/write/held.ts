/** A lock that was taken, by whichever means. It is released once. */
export type Lock = { readonly ok: true; readonly release: () => void };
