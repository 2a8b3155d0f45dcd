/** The tools that Tagma brings. */
import { bash } from './bash.ts';
import { edit } from './edit.ts';
import { fetch } from './fetch.ts';
import { git } from './git.ts';
import { glob } from './glob.ts';
import { grep } from './grep.ts';
import { ls } from './ls.ts';
import { read } from './read.ts';
import type { Tool } from './tool.ts';
import { undo } from './undo.ts';
import { write } from './write.ts';

/** The tools that come with Tagma and need no settings. */
export const BUILTIN_TOOLS: readonly Tool[] = [bash, read, write, edit, glob, grep, ls, fetch, git, undo];
