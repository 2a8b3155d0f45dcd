export { blockedBy, type CommandEnd } from './blocked-by.ts';
export { confine } from './confine.ts';
export type { Command, Confinement } from './confinement.ts';
export { type Layout, layOut, type Refusal, refusalFor } from './layout.ts';
export type { Mount } from './mounts.ts';
export { findSandbox, type Known, type Sandbox } from './sandbox.ts';
export { seatbeltProfile } from './seatbelt.ts';
