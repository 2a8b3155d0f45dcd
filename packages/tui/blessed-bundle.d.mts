import type { Plugin } from 'esbuild';

/** Bundles neo-blessed so that it runs with no `node_modules` beside it. */
export function blessedBundle(): Plugin;
