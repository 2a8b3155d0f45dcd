/**
 * The secrets that the model was shown a placeholder for, each with where that was: this is what may be put back, and where
 * it may go is decided by it. What only the screen or the history got a name for is not here.
 */
import type { ConnectionSecrets } from './connection-secrets.ts';
import type { Names } from './redact-names.ts';

/** Where a text came from that the model was shown. */
export type Place = {
  /** The absolute path of the file that it is, else words for the person: `the output of make`. */
  readonly words: string;
  /** The files, or folders of them, that it may have come out of. */
  readonly paths: readonly string[];
};

export type SeenSecret = {
  readonly name: string;
  readonly value: string;
  /** Where it was seen, first. */
  readonly from: string;
  /** All files, or folders of them, that it may have come out of. */
  readonly paths: ReadonlySet<string>;
};

export type SeenSecrets = {
  /** These names were put into a text that the model is shown. */
  readonly note: (names: readonly string[], place: Place) => void;
  /** The model has written these itself, in clear: it knows what it has not been shown before. */
  readonly noteWritten: (names: readonly string[]) => void;
  /** What a name may be put back as; null for each other name, for whatever reason. `by`: the model itself has written it. */
  readonly find: (name: string) => { readonly by: 'model' | 'place'; readonly secret: SeenSecret } | null;
};

/** A secret that stands everywhere need not be told from where each time. */
const PATHS_MAX = 100;

type Kept = { readonly from: string; readonly paths: Set<string> };

export function createSeenSecrets(names: Names, connections: ConnectionSecrets): SeenSecrets {
  const seen = new Map<string, Kept | 'written'>();
  return {
    note(shown, { words, paths }) {
      for (const name of shown) {
        const known = seen.get(name);
        if (known === 'written' || names.secretOf(name) === undefined) continue;
        const kept = known ?? { from: words, paths: new Set<string>() };
        seen.set(name, kept);
        for (const path of paths) if (kept.paths.size < PATHS_MAX) kept.paths.add(path);
      }
    },
    noteWritten(written) {
      for (const name of written) if (!seen.has(name) && names.secretOf(name) !== undefined) seen.set(name, 'written');
    },
    find(name) {
      const kept = seen.get(name);
      const value = names.secretOf(name);
      // Asked each time: a connection may have come to have it since.
      if (kept === undefined || value === undefined || connections.overlaps(value)) return null;
      if (kept === 'written') return { by: 'model', secret: { name, value, from: 'your reply', paths: new Set() } };
      return { by: 'place', secret: { name, value, ...kept } };
    },
  };
}
