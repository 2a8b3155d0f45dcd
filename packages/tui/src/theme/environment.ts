/** The variables of an environment. */
export type Environment = { readonly [name: string]: string | undefined };
