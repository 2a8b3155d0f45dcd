/** Within what a command is held where there is a sandbox: as little as what was allowed needs. */
export type Bounds = {
  /** Where it may write, apart from its temporary files. */
  readonly writes: 'nothing' | 'project';
  /** Whether it reaches any network, this machine's own included. */
  readonly network: boolean;
  /** Absolute paths outside of the project that it may write as well. */
  readonly beyond: readonly string[];
  /**
   * Whether it shares processes, network, sockets, `/tmp` and the package caches with the machine: what mode `trust` runs.
   * Home, system and devices stay as they are all the same. Absent: it does not.
   */
  readonly sharesMachine?: true;
  /** Absolute paths of what runs by itself and may be changed all the same, for it was allowed. Absent: there is none. */
  readonly selfRunning?: readonly string[];
  /** Names of what may be installed into (`node_modules`), though it runs by itself. Absent: there are none. */
  readonly installs?: readonly string[];
  /** Whether tracked files that run by themselves may be changed, for git moves the work tree. Absent: they stay as they are. */
  readonly movesWorkTree?: true;
};
