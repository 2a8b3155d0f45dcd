export {
  type ConfigurationEntry,
  freePrograms,
  isPersons,
  LIST,
  LIST_WITHOUT_SCOPE,
  readList,
  UNKNOWN_OPTION,
  withoutFilters,
} from './configuration.ts';
export { type ProtectedContents, protectedContents } from './contents.ts';
export { type Environment, lookEnvironment } from './environment.ts';
export { findGit } from './find-git.ts';
export { type GitCommand, type GitPlace, type GitUse, gitCommand } from './git-command.ts';
export { leadsElsewhere, lookUpRepository, type RepositoryFound } from './repository.ts';
export type { Repository } from './repository-paths.ts';
export type { Setting } from './settings.ts';
export { askGit, type GitAnswer, type GitLimits, runGit } from './start-git.ts';
