/** Where a repository keeps what. */

/** A repository, by absolute paths. */
export type Repository = {
  /** Null in a bare one, and in git's own folder. */
  readonly top: string | null;
  readonly gitFolder: string;
  /** That of the repository that a worktree belongs to; else the same. */
  readonly commonFolder: string;
};
