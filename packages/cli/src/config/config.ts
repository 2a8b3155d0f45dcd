/** The configuration, as the rest of the program sees it. */
import type { KeyEntry } from '@tagma/tui';
import type { ConfiguredHook } from './hooks-schema.ts';
import type { RulesInFile } from './rules-schema.ts';
import type { ConfiguredTool, ConfigValues, ConfiguredProvider as Written } from './schema.ts';

export type { ConfiguredModel } from './schema.ts';

export type ConfiguredProvider = Written & {
  /** A project's file says where it is: no key that was kept for the provider of that name goes there. */
  readonly isForeign?: true;
};

/** Where a value comes from; the later ones come first. `named`: the file of `--config` or TAGMA_CONFIG, in the place of `user`. */
export type LayerName = 'user' | 'project' | 'local' | 'named' | 'environment' | 'option';

/** A hook or a tool; a project brings it where `isForeign` says so, and else it is the person's own. */
export type Brought<Entry> = Entry & { readonly isForeign?: true };

export type Config = Omit<ConfigValues, '$schema' | 'providers' | 'keys' | 'hooks' | 'customTools' | 'bash'> & {
  readonly hooks?: readonly Brought<ConfiguredHook>[] | undefined;
  readonly customTools?: { readonly [name: string]: Brought<ConfiguredTool> } | undefined;
  readonly bash?: Brought<NonNullable<ConfigValues['bash']>> | undefined;
  /** The person's own file, or null where there is none. */
  readonly file: string | null;
  /** Of the screen, as they stand in the file. */
  readonly keys?: readonly KeyEntry[];
  readonly providers: { readonly [name: string]: ConfiguredProvider };
  /** What to tell the person of it: a sentence each, with file and line. */
  readonly warnings: readonly string[];
  /** The project's own files, where there are any: their texts, by their names there, and the rules that stand in them. */
  readonly inProject?: {
    /** Whether something in them must be trusted first, whether it is or not. */
    readonly waits: boolean;
    readonly texts: { readonly [file: string]: string };
    readonly rules: readonly {
      readonly from: 'project' | 'local';
      readonly file: string;
      readonly permissions: RulesInFile;
    }[];
  };
  /** Where `tools`, `prompts` and the entries of `customTools`, `providers` and `redact` stand that are in another file. */
  readonly elsewhere?: { readonly [path: string]: string };
};

export const NO_CONFIG: Config = { file: null, providers: {}, warnings: [] };

/** In which file something stands, for a message about it. @param path `customTools.issue` */
export function fileOf({ file, elsewhere }: Pick<Config, 'file' | 'elsewhere'>, path: string): string {
  return elsewhere?.[path] ?? file ?? 'the configuration';
}
