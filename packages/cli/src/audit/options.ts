/** What `tagma audit` can be told. */
import type { NamedIn } from '../sessions/named.ts';

export type AuditOptions = NamedIn & {
  readonly json?: true;
  /** False: without the replay, which takes the longest. */
  readonly replay: boolean;
  readonly reparse?: true;
  readonly html?: true;
  readonly output?: string;
  readonly force?: boolean;
  readonly seal?: true;
  readonly key?: string;
  readonly verifySeal?: string;
  readonly publicKey?: string;
};
