/** `tagma audit FILE --html`: the report as the head of a page, and below it what happened, as far as anything can be read. */
import { type AuditReport, recordsIn, timelineOf } from '@tagma/history';
import { EXIT } from '../exit.ts';
import { openDestination } from '../export/destination.ts';
import { pageOf } from '../page/page.ts';
import { messageOf, problem, report } from '../problem.ts';

/** To standard output, or to the file that was named, piece by piece. */
export async function givePage(found: AuditReport, output: string | undefined): Promise<number> {
  const destination = openDestination(output, true);
  if (!destination.ok) return report(destination);
  try {
    const items = timelineOf(recordsIn(found.file, { goOn: true }));
    for await (const piece of pageOf(found, items)) await destination.write(piece);
    destination.end();
    return EXIT.done;
  } catch (error) {
    destination.abandon();
    return report(problem(EXIT.failed, `the page cannot be written: ${messageOf(error)}`));
  }
}
