/** A registry whose tools are loaded when the first of them is needed: many sessions start and end without a call. */
import type { ToolSpec } from '@tagma/protocol';
import type { Registry } from './registry.ts';

/**
 * A registry that is there before its tools are: they are loaded with the first call.
 * @param specs of the tools that `load` gives
 * @param load is called until it has given them once. Where it fails, so does what was asked of the registry, but not its end.
 */
export function laterRegistry(specs: readonly ToolSpec[], load: () => Promise<Registry>): Registry {
  let loading: Promise<Registry> | null = null;
  let loaded: Registry | null = null;
  const registry = () => {
    loading ??= load().then(
      (made) => {
        loaded = made;
        return made;
      },
      (error) => {
        // What was in the way, as a limit of open files, may be gone by the next call.
        loading = null;
        throw error;
      },
    );
    return loading;
  };
  return {
    specs,
    run: async (...call) => (await registry()).run(...call),
    preview: async (...call) => (await registry()).preview(...call),
    undo: async (...steps) => (await registry()).undo(...steps),
    look: async (...place) => (await registry()).look(...place),
    shell: async (...command) => (await registry()).shell(...command),
    changed: async (...steps) => (await registry()).changed(...steps),
    // Nothing has run: no `cd` has led anywhere, and nothing is left running.
    shellFolder: () => loaded?.shellFolder() ?? null,
    end: async () => (await loading?.catch(() => null))?.end(),
  };
}
