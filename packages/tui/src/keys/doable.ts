import type { Command } from './key-table.ts';
import type { TypedCommand } from './typed-commands.ts';

/** What can be done, by the name of its key's command or by what is typed. */
export type Doable = Command | `/${TypedCommand}`;
