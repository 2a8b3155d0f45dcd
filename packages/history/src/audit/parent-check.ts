/** Whether a fork begins as the file that it names as its parent, where that lies beside it under its name. */
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { checkParent } from '../fork/parent.ts';
import type { Find } from './findings.ts';
import type { ResumeReport } from './report.ts';

/** @param resumes of the fork; the last one that names a parent is its own, those before it came with the copy */
export async function checkCopy(file: string, resumes: readonly ResumeReport[], find: Find): Promise<void> {
  const resumed = resumes.findLast(({ parent }) => parent !== null);
  if (!resumed?.parent) return;
  const { session, record } = resumed.parent;
  const beside = join(dirname(file), `${session}.xml`);
  const unseen = (why: string) =>
    find('parent-unseen', resumed.record, `It goes on from record ${record} of the session ${session}: ${why}.`);
  // A name leads to no other folder.
  if (basename(beside) !== `${session}.xml` || !existsSync(beside)) return unseen('that file does not lie beside it');
  const checked = await checkParent(file, beside);
  if (!checked.ok) return unseen(`that file cannot be compared: ${checked.error.message}`);
  if (checked.parent === null || checked.difference === null) return;
  const { difference } = checked;
  find('parent-differs', difference.record, `This is not how its parent, ${beside}, begins: ${difference.message}.`);
}
