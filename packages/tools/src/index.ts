export { nearestNames } from '@tagma/protocol';
export { type BashSettings, bashWith } from './bash.ts';
export { BUILTIN_TOOLS } from './builtin.ts';
export {
  type Checkpoints,
  checkpointFolder,
  openCheckpoints,
} from './checkpoints.ts';
export { runCommand } from './command-run.ts';
export { createFolders } from './create-folders.ts';
export { type AdmittedProgram, type CustomTool, customTool } from './custom.ts';
export { listFiles } from './file-list.ts';
export { PLAIN_DIFF } from './git-safety.ts';
export { imageFolder, loadImage } from './kept-image.ts';
export { builtinSpecs, settledSpecs } from './known-specs.ts';
export { laterRegistry } from './later.ts';
export { createMemory, type ToolMemory } from './memory.ts';
export { type Command, type LeftBehind, type Operations, spawnHere } from './operations.ts';
export { endProcessGroups } from './process-tree.ts';
export { reachOf } from './reach.ts';
export { readWith } from './read.ts';
export { createRegistry, type Registry, runTool } from './registry.ts';
export { readRegularFile } from './regular-file.ts';
export { findRipgrep } from './ripgrep.ts';
export { canSearch, type SearchSettings, searchService, searchWith } from './search.ts';
export { type ShellSettings, shellOf } from './shell.ts';
export { specOf } from './spec.ts';
export type { Tool, ToolContext } from './tool.ts';
export {
  OUTPUT_BYTES_MAX,
  OUTPUT_LIMITS,
  OUTPUT_LINES_MAX,
  type TextLimits,
  type Truncation,
  truncateHead,
  truncateLine,
  truncateTail,
} from './truncate.ts';
export type { Restored, Step, Undone } from './undone.ts';
