/** What a call would do: as the analysis finds it, and for a tool of the person's own, what is known of its command. */
import type { Place } from '@tagma/permission';
import { NO_FACTS } from '@tagma/protocol';
import type { SessionDeps } from '@tagma/runtime';
import type { Registry } from '@tagma/tools';
import { closedPaths } from './closed-paths.ts';
import type { Config } from './config/config.ts';
import type { Guard } from './trusted/guard.ts';

export type Around = {
  readonly home: string;
  readonly outputFolder: string;
  /** Outputs of other sessions that this one's conversation names. */
  readonly otherOutputs?: readonly string[];
  /** What is protected beside (`Place` of the permission). */
  readonly protectedPaths?: readonly string[] | undefined;
  readonly config: Config;
  /** The shell of the commands. */
  readonly shell: string;
  /** What the configuration has run: nobody changes it unasked, and what has changed is asked about. */
  readonly guard?: Guard;
};

/** `again`: right before the call is run, for which facts were taken before. */
type When = 'before' | 'again';

/**
 * @param programs the person's own tools, by name: what each starts
 * @param session knows where `cd` has led its shell, what an undo would change, and what a call would make of a file
 */
export function factsWith(
  programs: ReadonlyMap<string, string>,
  session: Pick<Registry, 'shellFolder' | 'changed' | 'preview'>,
  around: Around,
  when: When = 'before',
): SessionDeps['facts'] {
  const { guard } = around;
  return async (call, place) => {
    await guard?.refresh();
    const facts = await factsOf(call, place);
    const look = when === 'again' ? guard?.changedAgain : guard?.changedFor;
    const changed = look?.(call.tool, facts) ?? [];
    return changed.length === 0 ? facts : { ...facts, changed };
  };

  async function factsOf(call: Parameters<SessionDeps['facts']>[0], place: Parameters<SessionDeps['facts']>[1]) {
    const program = programs.get(call.tool);
    const { takeFacts, closedInParams } = await import('@tagma/permission');
    const { home, outputFolder, otherOutputs = [], shell, protectedPaths = [], config } = around;
    const closed = closedPaths(process.env, config, [outputFolder, ...otherOutputs]);
    if (program !== undefined) {
      const forbidden = closedInParams(call.params, { ...place, home, closedPaths: closed });
      return { ...NO_FACTS, readOnly: false, runs: [program], forbidden };
    }
    const looked = {
      ...place,
      home,
      shell,
      protectedPaths,
      unchanging: guard?.files() ?? [],
      closedPaths: closed,
      readable: [outputFolder, ...otherOutputs],
      shellFolder: session.shellFolder(),
    };
    const undone = (steps: number) => session.changed(steps, outputFolder);
    const takeElsewhere: Place['takeElsewhere'] = async ({ tool, params }) => {
      const { sharedFactsProcess } = await import('./facts-process.ts');
      const { steps = 1 } = params as { readonly steps?: unknown };
      const changed = tool === 'undo' && typeof steps === 'number' ? await undone(steps) : null;
      return sharedFactsProcess().take({ tool, params }, { ...looked, undone: changed });
    };
    const facts = await takeFacts(call, { ...looked, undone, takeElsewhere });
    // What is protected, or none of the project's, is not written down before anybody has allowed it to be read.
    if ([...facts.reads, ...facts.writes].some(({ where }) => where !== 'inside')) return facts;
    const preview = await session.preview(call.tool, call.params, { ...place, asWritten: call.asWritten ?? {} });
    return preview === null ? facts : { ...facts, preview };
  }
}
