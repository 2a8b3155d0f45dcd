/** Whether a fork begins as the files that it names as its parents, where they lie beside it under their names. */
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Parent } from '../fork/fork.ts';
import { checkParent } from '../fork/parent.ts';
import type { Find } from './findings.ts';
import type { ResumeReport } from './report.ts';

/** @param resumes of the fork; of a fork's fork each that names a parent is checked: the last is its own, the others came with the copy */
export async function checkCopy(file: string, resumes: readonly ResumeReport[], find: Find): Promise<void> {
  for (const { record, parent } of resumes) if (parent !== null) await checkOne(file, record, parent, find);
}

async function checkOne(file: string, resumed: number, parent: Parent, find: Find): Promise<void> {
  const { session, record } = parent;
  const beside = join(dirname(file), `${session}.xml`);
  const unseen = (why: string) =>
    find('parent-unseen', resumed, `It goes on from record ${record} of the session ${session}: ${why}.`);
  // A name leads to no other folder.
  if (basename(beside) !== `${session}.xml` || !existsSync(beside)) return unseen('that file does not lie beside it');
  const checked = await checkParent(file, beside, parent);
  if (!checked.ok) return unseen(`that file cannot be compared: ${checked.error.message}`);
  if (checked.parent === null || checked.difference === null) return;
  const { difference } = checked;
  find('parent-differs', difference.record, `This is not how its parent, ${beside}, begins: ${difference.message}.`);
}
