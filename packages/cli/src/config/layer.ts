/** One place that values come from: a file, or the environment. */
import type { KeyEntry } from '@tagma/tui';
import type { LayerName } from './config.ts';
import type { ConfigValues } from './schema.ts';

export type Layer = {
  readonly ok: true;
  readonly name: LayerName;
  /** Null for the environment. */
  readonly file: string | null;
  /** As they stand there, each of its kind. */
  readonly values: ConfigValues;
  /** The same before its variables were expanded: what is shown, for a variable may be a secret. */
  readonly written: ConfigValues;
  readonly keys: readonly KeyEntry[];
  readonly warnings: readonly string[];
  /** The whole text of the file; empty for the environment. */
  readonly text: string;
  /** `FILE:LINE:COLUMN` of the nearest key that is there, or the name of the variable. */
  readonly placeOf: (path: readonly (string | number)[]) => string;
};
