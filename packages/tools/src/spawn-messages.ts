/** What this process and the one that starts commands for it say to each other. */
import type { Command } from './operations.ts';

/** `id` names the command in all that is said of it. */
export type SpawnRequest = Command & { readonly id: number };

/** `ready` comes once, before all else; `closed` is the last of a command that was started, or `exited` where it says so. */
export type SpawnReport =
  | { readonly type: 'ready' }
  | { readonly type: 'started'; readonly id: number; readonly pid: number }
  | { readonly type: 'refused'; readonly id: number; readonly message: string }
  | { readonly type: 'output'; readonly id: number; readonly stream: 'stdout' | 'stderr'; readonly bytes: Uint8Array }
  | {
      readonly type: 'exited';
      readonly id: number;
      readonly exitCode: number | null;
      readonly signal: string | null;
      /** It is closed as well: no `closed` follows. */
      readonly closed: boolean;
    }
  | { readonly type: 'closed'; readonly id: number };
