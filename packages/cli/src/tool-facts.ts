/** What a call would do: as the analysis finds it, and for a tool of the person's own, what is known of its command. */
import { NO_FACTS } from '@tagma/protocol';
import type { SessionDeps } from '@tagma/runtime';
import type { Registry } from '@tagma/tools';

type Around = { readonly home: string; readonly readable: readonly string[] };

/**
 * @param programs the person's own tools, by name: what each starts
 * @param session knows where `cd` has led its shell
 */
export function factsWith(
  programs: ReadonlyMap<string, string>,
  session: Pick<Registry, 'shellFolder'>,
  around: Around,
): SessionDeps['facts'] {
  return async (call, place) => {
    const program = programs.get(call.tool);
    if (program !== undefined) return { ...NO_FACTS, readOnly: false, runs: [program] };
    const { takeFacts } = await import('@tagma/permission');
    return takeFacts(call, { ...place, ...around, shellFolder: session.shellFolder() });
  };
}
