/**
 * What a call would do, found out before it runs. The verdict in `core` is a pure function of these facts, of the mode
 * and of the rules, so that a history shows on what ground something was allowed.
 */
export type Facts = {
  readonly reads: readonly PathFact[];
  readonly writes: readonly PathFact[];
  readonly deletes: readonly PathFact[];
  /** Programs that would run, by the name as written (`node`, `/usr/bin/env`). Empty for tools that start none. */
  readonly runs: readonly string[];
  /** Hosts that would be talked to; `*` where the host is not known. */
  readonly network: readonly string[];
  /** Whether the call changes nothing anywhere: every program in it is a known inspection, and it writes no file. */
  readonly readOnly: boolean;
  /** Why the call cannot be analysed, or null. What is unknown asks; the modes `plan` and `trust` deny it. */
  readonly unknown: string | null;
  /** Why no mode and no rule may allow this call (the deny list), or null. */
  readonly forbidden: string | null;
  /** The unified diff of what the call would make of a file, as a person can read it. Absent for all else, and of large files. */
  readonly preview?: string;
  /** Of a shell command that is understood, and is more than one simple command: those, in order. Absent for all else. */
  readonly parts?: readonly SimpleCommand[];
  /** Secrets that were seen in this session and stand in the call. Absent: there are none. */
  readonly secrets?: readonly SecretUse[];
  /** Of what the call would write or delete, the files that other programs run by themselves: absolute paths. Absent: there are none. */
  readonly runsByItself?: readonly string[];
  /**
   * Of a command that does more than look: its beginnings that alone would only look (`git log` of `git log --output=FILE`), words
   * with one blank between them. A rule for one of them does not allow it. Absent: there are none.
   */
  readonly lookingPrefixes?: readonly string[];
  /** What the call would run, or hooks about it would, that has changed since the person trusted it, or the session began. Absent: nothing has. */
  readonly changed?: readonly ChangedProgram[];
  /** Names of what package managers install into, where the call does nothing but to install (`node_modules`). Absent: it does not. */
  readonly installs?: readonly string[];
  /** Whether the call does nothing but to have git move the work tree, and so may change any tracked file. Absent: it does not. */
  readonly movesWorkTree?: true;
};

/** A file that is run as a matter of course, and that is another one by now. */
export type ChangedProgram = {
  /** Its path, relative to the project. */
  readonly path: string;
  /** What runs it, in words: `the hook guard`, `the tool issue`. */
  readonly by: string;
  /** Since when, in words: `the user trusted it`, `this session began`. */
  readonly since: string;
  /** What all that is run with it has become, as a hash. */
  readonly mark: string;
};

/** A secret that a call holds, and where the call would take it. */
export type SecretUse = {
  /** The name in its placeholder, without brackets. */
  readonly name: string;
  /** Where it was seen: the absolute path of a file, else words for the person (`the output of printenv`). */
  readonly from: string;
  /** Where it would go: the absolute path of a file that `write` or `edit` changes, else words for the person (`the command curl`). */
  readonly to: string;
};

/** Secrets that would go elsewhere than into the file that they were seen in: whoever is asked about the call is told of each. */
export function secretsAway({ secrets = [] }: Pick<Facts, 'secrets'>): readonly SecretUse[] {
  return secrets.filter(({ from, to }) => from !== to);
}

/** Whatever ends a placeholder's name: it means nothing to a person. */
const MARK = /~[a-z0-9]+$/;

/** For the person who is asked: which secret, where it was seen, and where it would go. */
export function describeSecretUse({ name, from, to }: SecretUse): string {
  const goes = to.startsWith('/') ? 'writes it to' : 'sends it to';
  return `This puts in ${name.replace(MARK, '')}, which was seen in ${from}, and ${goes} ${to}.`;
}

/** A simple command, as it is written, with its redirections; and what it does. */
export type SimpleCommand = Omit<Facts, 'parts'> & { readonly command: string };

/** A path that a call would touch, and where that is. */
export type PathFact = {
  /** The absolute path, symbolic links resolved as far as the path exists. */
  readonly path: string;
  readonly where: 'inside' | 'outside' | 'protected';
};

/** What no tool does: the neutral start, and what a call that only looks is measured by. */
export const NO_FACTS: Facts = {
  reads: [],
  writes: [],
  deletes: [],
  runs: [],
  network: [],
  readOnly: true,
  unknown: null,
  forbidden: null,
};
