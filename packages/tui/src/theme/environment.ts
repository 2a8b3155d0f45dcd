export type Environment = { readonly [name: string]: string | undefined };
