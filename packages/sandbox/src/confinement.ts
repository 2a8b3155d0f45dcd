/** What is asked of a sandbox, and what it confines. Paths are absolute; links in them are followed. */

/** Within what a command is held. */
export type Confinement = {
  /** Where a command may write, its temporary folder and the caches aside. */
  readonly writes: 'nothing' | 'project';
  /** Without it a command reaches no network at all, this machine's own included. */
  readonly network: boolean;
  /**
   * Whether it shares processes, sockets, `/tmp`, environment and package caches with the machine: what then is held back is
   * to write home, system and devices, and to see what is Tagma's own. Only with the network.
   */
  readonly sharesMachine?: boolean;
  /** The project. */
  readonly folder: string;
  readonly home: string;
  /**
   * An empty folder for the commands of a session, outside of the project: what stands in for `/tmp`. A later command finds
   * there what an earlier one has left. Null: each command has an empty one of its own, in memory.
   */
  readonly temporary: string | null;
  /**
   * A folder for the caches of package managers, which outlives sessions: what is downloaded in the sandbox never comes into
   * the person's own caches. Null: there are none, and what must write into a cache fails.
   */
  readonly caches: string | null;
  /** Files and folders to be seen although they are secrets, or lie in a folder that is covered (`/tmp`, `/run`). */
  readonly readable?: readonly string[];
  /** Files and folders outside of the project that may be written, where `writes` is `project`. */
  readonly writable?: readonly string[];
  /** Files and folders in the project that stay as they are. */
  readonly readOnly?: readonly string[];
  /** Files of the project to be seen as somebody has seen them: by their real paths, copies of them. They stay as they are. */
  readonly copies?: ReadonlyMap<string, string>;
  /**
   * The same, by their real paths, of which there may be many: folders that lead to them may be moved, and they with these.
   * Whoever names them looks afterwards at what lies in their place.
   */
  readonly guarded?: readonly string[];
  /** Folders in what is guarded that may be written all the same: what is not there cannot be. */
  readonly open?: readonly string[];
  /** Files and folders that no command sees, beside those in `secrets.ts`. */
  readonly hidden?: readonly string[];
  /** Variables to be handed on although they are named like secrets. */
  readonly keptVariables?: readonly string[];
};

/** A command to start, as the tools have it. */
export type Command = {
  readonly file: string;
  readonly args: readonly string[];
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
};
