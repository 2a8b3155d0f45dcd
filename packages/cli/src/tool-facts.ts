/** What a call would do: as the analysis finds it, and for a tool of the person's own, what is known of its command. */
import { NO_FACTS } from '@tagma/protocol';
import type { SessionDeps } from '@tagma/runtime';
import type { Registry } from '@tagma/tools';

type Around = { readonly home: string; readonly outputFolder: string };

/**
 * @param programs the person's own tools, by name: what each starts
 * @param session knows where `cd` has led its shell, and what an undo would change
 */
export function factsWith(
  programs: ReadonlyMap<string, string>,
  session: Pick<Registry, 'shellFolder' | 'checkpoints'>,
  around: Around,
): SessionDeps['facts'] {
  return async (call, place) => {
    const program = programs.get(call.tool);
    if (program !== undefined) return { ...NO_FACTS, readOnly: false, runs: [program] };
    const { takeFacts } = await import('@tagma/permission');
    const { home, outputFolder } = around;
    return takeFacts(call, {
      ...place,
      home,
      readable: [outputFolder],
      undone: async (steps) => (await session.checkpoints(outputFolder).last(steps)).map(({ path }) => path),
      shellFolder: session.shellFolder(),
    });
  };
}
