/** A command that could not be analysed: the project is kept as it stands before it. */
import type { Outcome } from '@tagma/protocol';
import type { PendingCommand } from './checkpoints.ts';
import { messageOf } from './thrown.ts';
import type { ToolContext } from './tool.ts';

/** @param goesOn whether it runs in the background, and so changes files when this has ended */
export async function runKept(context: ToolContext, goesOn: boolean, run: () => Promise<Outcome>): Promise<Outcome> {
  if (!context.unanalysed) return run();
  const kept = await keep(context);
  const outcome = await run();
  if (typeof kept !== 'string') {
    await kept.end(!goesOn);
    return outcome;
  }
  const note = `no checkpoint was made before this command, for ${kept}: an undo does not take back what it has changed`;
  return {
    ...outcome,
    notes: [...(outcome.notes ?? []), note],
    details: { ...outcome.details, withoutCheckpoint: kept },
  };
}

/** Or why it was left out. */
async function keep({ memory, outputFolder, folder, turn }: ToolContext): Promise<PendingCommand | string> {
  try {
    return await memory.checkpoints(outputFolder).beginCommand({ folder, turn });
  } catch (error) {
    return messageOf(error);
  }
}
