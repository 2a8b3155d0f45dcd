/** What an audit gives out. */
import { EXIT } from '../exit.ts';
import { openDestination } from '../export/destination.ts';
import { messageOf, problem, report } from '../problem.ts';
import type { AuditOptions } from './options.ts';

/**
 * Writes to standard output, or to the file that was named; no file where there is nothing to write.
 * @param read the files that the pieces are made of
 */
export async function give(
  pieces: AsyncIterable<string> | Iterable<string>,
  { output, force = false }: Pick<AuditOptions, 'output' | 'force'>,
  read: readonly string[],
): Promise<number> {
  const destination = openDestination(output, force, read);
  if (!destination.ok) return report(destination);
  let isEmpty = true;
  try {
    for await (const piece of pieces) {
      await destination.write(piece);
      isEmpty = false;
    }
    if (isEmpty) destination.abandon();
    else destination.end();
    return EXIT.done;
  } catch (error) {
    destination.abandon();
    return report(problem(EXIT.failed, `the report cannot be written: ${messageOf(error)}`));
  }
}
