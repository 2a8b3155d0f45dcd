/** What `tagma audit` can be told. */
export type AuditOptions = {
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
