/** What an audit gives out. */
import { EXIT } from '../exit.ts';
import { openDestination } from '../export/destination.ts';
import { messageOf, problem, report } from '../problem.ts';
import type { AuditOptions } from './options.ts';

/** Writes to standard output, or to the file that was named. */
export async function give(
  pieces: AsyncIterable<string> | Iterable<string>,
  { output, force = false }: Pick<AuditOptions, 'output' | 'force'>,
): Promise<number> {
  const destination = openDestination(output, force);
  if (!destination.ok) return report(destination);
  try {
    for await (const piece of pieces) await destination.write(piece);
    destination.end();
    return EXIT.done;
  } catch (error) {
    destination.abandon();
    return report(problem(EXIT.failed, `the report cannot be written: ${messageOf(error)}`));
  }
}
