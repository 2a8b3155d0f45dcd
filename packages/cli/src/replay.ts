/** `tagma replay FILE`: the machine, driven again from the file alone. */
import { counted } from './counted.ts';
import { EXIT } from './exit.ts';
import { problem, report } from './problem.ts';
import { aboutTorn } from './torn.ts';

export async function replay(file: string): Promise<number> {
  const { replayHistory } = await import('@tagma/history');
  const replayed = await replayHistory(file);
  if ('error' in replayed) return report(problem(EXIT.usage, replayed.error.message));
  if (!replayed.ok) {
    const { record, what, expected, got } = replayed;
    return report(
      problem(EXIT.failed, `record ${record}: ${what} differs.\n  expected: ${expected}\n  got:      ${got}`),
    );
  }
  const { events, states, effects, notes, bytes, torn } = replayed;
  process.stdout.write(
    `${counted(events, 'event')} led to the same ${counted(states, 'state')}, ${counted(effects, 'effect')} and ${counted(notes, 'note')}; ${bytes} bytes the same.\n`,
  );
  if (torn) process.stdout.write(`${aboutTorn(torn)}\n`);
  return EXIT.done;
}
