/** What is known of a provider before it is asked: pure data, and the defaults of a configured provider of that kind. */
import type { JsonObject, Prices } from '@tagma/protocol';
import type { Quirks } from '../quirks.ts';

/** What holds for a model, or for all whose names begin alike. */
export type ModelTraits = {
  /** The tokens that it takes in and gives together. */
  readonly windowTokens?: number;
  readonly quirks?: Quirks;
  /** Fields of each request's body. */
  readonly fields?: JsonObject;
};

/** What the table says of one model of a provider. */
export type KnownModel = ModelTraits & {
  /** As the provider calls it. */
  readonly id: string;
  /** In US dollars, at the provider's list price for short prompts in its dear hours. */
  readonly prices?: Prices;
};

/** Of several, the first that fits counts. Its window is one that all of them have at least. */
export type ModelFamily = ModelTraits & { readonly startsWith: string };

/** A service or server that the table knows. */
export type Provider = {
  /** What stands before the colon in `provider:model`. */
  readonly name: string;
  /** Other names for it. */
  readonly aliases: readonly string[];
  /** As a person calls it. */
  readonly title: string;
  /** The base address. `{VARIABLE}` stands for what the environment has under that name. */
  readonly url: string;
  /** The variables that its key may be in, the one to name first. None for a server that wants none. */
  readonly keyVariables: readonly string[];
  /** The page where a key is had, or what to read where there is none. */
  readonly page: string;
  readonly keyHeader?: string;
  /** More headers of each request; nothing secret. */
  readonly headers?: { readonly [name: string]: string };
  /** Interfaces with a dated version: where a variable holds one it goes into this field of the query, to that address. */
  readonly dated?: { readonly variables: readonly string[]; readonly field: string; readonly url: string };
  /** A server that people run themselves. */
  readonly local?: true;
  /** Its key is set for other purposes too: it alone is no wish to send code there. */
  readonly onlyByName?: true;
  /** Null where the server decides, or has to be asked. */
  readonly defaultModel: string | null;
  /** Examples, not a list of all. */
  readonly models: readonly KnownModel[];
  readonly families?: readonly ModelFamily[];
  /** When prices and windows were looked up, as YYYY-MM. */
  readonly asOf?: string;
  readonly quirks?: Quirks;
};
