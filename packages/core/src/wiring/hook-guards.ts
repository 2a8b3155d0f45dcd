/** The guards that hold only where there are hooks, by name. */
import * as consent from './consent.ts';
import * as hooks from './hooks.ts';

export const HOOK_GUARDS: ReadonlySet<string | null> = new Set([
  ...Object.keys(hooks.guards),
  ...Object.keys(consent.guards),
]);
