/** Writes what was found out about a project to its AGENTS.md. What stands there is replaced only where that is wanted. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { aboutAway, leadsAway } from '../config/leads-away.ts';
import { messageOf } from '../problem.ts';
import { agentsText } from './agents-text.ts';
import { lookAtProject } from './looked.ts';

export const AGENTS_FILE = 'AGENTS.md';
/** The model is told the first of these files that is there: a new AGENTS.md would hide it. */
const TOLD_ALREADY: readonly string[] = [AGENTS_FILE, 'CLAUDE.md', join('.tagma', 'context.md')];

/** `there`: the file that nobody has agreed to replace, or to hide; null where it is something else that failed. */
export type WrittenAgents =
  | { readonly ok: true; readonly file: string }
  | { readonly ok: false; readonly there: string | null; readonly message: string };

/** @param replaces whether a file that is there is replaced, or no longer told to the model */
export function writeAgents(folder: string, replaces: boolean): WrittenAgents {
  const there = TOLD_ALREADY.find((each) => existsSync(join(folder, each)));
  if (there !== undefined && !replaces) {
    const file = join(folder, there);
    const instead = there === AGENTS_FILE ? '' : ` The model is told that; an ${AGENTS_FILE} would take its place.`;
    return { ok: false, there, message: `${file} is there already, and nothing was written.${instead}` };
  }
  const file = join(folder, AGENTS_FILE);
  try {
    const away = leadsAway(file, folder);
    if (away !== null) return { ok: false, there: null, message: aboutAway(file, away) };
    // One that has come meanwhile stays, too; and nothing is made where a link leads that leads nowhere.
    const flag = replaces && existsSync(file) ? 'w' : 'wx';
    writeFileSync(file, agentsText(lookAtProject(folder)), { flag });
    return { ok: true, file };
  } catch (error) {
    return { ok: false, there: null, message: `${file} cannot be written: ${messageOf(error)}` };
  }
}
