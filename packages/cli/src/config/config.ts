/** The configuration, as the rest of the program sees it. */
import type { ConfiguredProvider, ConfigValues } from './schema.ts';

export type { ConfiguredModel, ConfiguredProvider } from './schema.ts';

export type Config = Omit<ConfigValues, '$schema' | 'providers'> & {
  /** The file that it was read from, or null where there is none. */
  readonly file: string | null;
  readonly providers: { readonly [name: string]: ConfiguredProvider };
  /** What to tell the person of it: a sentence each, with file and line. */
  readonly warnings: readonly string[];
};

export const NO_CONFIG: Config = { file: null, providers: {}, warnings: [] };
