/** The configuration, as the rest of the program sees it. */
import type { KeyEntry } from '@tagma/tui';
import type { ConfiguredProvider, ConfigValues } from './schema.ts';

export type { ConfiguredModel, ConfiguredProvider } from './schema.ts';

export type Config = Omit<ConfigValues, '$schema' | 'providers' | 'keys'> & {
  /** The file that it was read from, or null where there is none. */
  readonly file: string | null;
  /** Of the screen, as they stand in the file. */
  readonly keys?: readonly KeyEntry[];
  readonly providers: { readonly [name: string]: ConfiguredProvider };
  /** What to tell the person of it: a sentence each, with file and line. */
  readonly warnings: readonly string[];
};

export const NO_CONFIG: Config = { file: null, providers: {}, warnings: [] };
