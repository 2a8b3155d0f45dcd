/** `tagma sessions delete ID…`: says what goes, and removes it once the person has agreed. */

import { createInterface } from 'node:readline/promises';
import { type Failed, findSession, isLocked, type SessionSummary, summaryOf } from '@tagma/history';
import { oneLine, visible } from '@tagma/protocol';
import { counted } from '../counted.ts';
import { EXIT } from '../exit.ts';
import { isSessionName } from '../folders.ts';
import { type Problem, problem, remark, report } from '../problem.ts';
import { type Deletable, deleteSession, partsOf } from './delete-session.ts';
import { liesIn } from './own.ts';
import { type PlaceOptions, type SessionPlace, sessionPlace } from './place.ts';
import { shownBytes } from './words.ts';

export type DeleteOptions = PlaceOptions & { readonly yes?: true };

/** Nothing goes unless all can. */
export async function deleteSessions(ids: readonly string[], options: DeleteOptions): Promise<number> {
  const place = await sessionPlace(options);
  if (!place.ok) return report(place);
  const chosen = new Map<string, Chosen>();
  for (const id of ids) {
    const one = await choose(id, place);
    if ('exit' in one) return report(one);
    chosen.set(one.file, one);
  }
  const all = [...chosen.values()];
  for (const each of all) remark(`${whatGoes(each, place)}\n`);
  if (!options.yes) {
    if (!process.stdin.isTTY || !process.stderr.isTTY) {
      return report(
        problem(EXIT.usage, 'nothing was deleted: nobody can be asked here. --yes deletes without asking.'),
      );
    }
    if (!(await agrees(all.length))) return report(problem(EXIT.failed, 'nothing was deleted.'));
  }
  for (const each of all) {
    const deleted = deleteSession(each, place);
    if (!deleted.ok) return report(problem(EXIT.failed, deleted.error.message));
  }
  remark(`${counted(all.length, 'session')} deleted.\n`);
  return EXIT.done;
}

type Chosen = Deletable & { readonly title: string };

async function choose(id: string, { folders }: SessionPlace): Promise<Chosen | Problem> {
  const found = findSession(id, folders);
  if (!found.ok) return problem(EXIT.usage, found.error.message);
  const { session, file } = found;
  const summary = await summaryOf(file);
  if (!summary.ok && !isLeftOver(summary, { session, file }, folders)) {
    return problem(EXIT.usage, `${summary.error.message} It was not deleted.`);
  }
  if (isLocked(file))
    return problem(EXIT.failed, `${file}: the session is running. End it first; nothing was deleted.`);
  return { session, file, title: titleOf(summary) };
}

/** Whether a crash may have left it of a session of here: without a head that can be read nothing but its name says so. */
function isLeftOver({ error }: Failed, { session, file }: Deletable, folders: readonly string[]): boolean {
  const hasHead = error.kind !== 'empty' && error.kind !== 'damaged';
  return !hasHead && isSessionName(session) && folders.some((folder) => liesIn(file, folder));
}

function titleOf(summary: SessionSummary | { readonly ok: false }): string {
  return summary.ok ? summary.title : '';
}

function whatGoes({ session, file, title }: Chosen, place: SessionPlace): string {
  const parts = partsOf({ session, file }, place);
  const lines = parts.map((part) => `  ${oneLine(visible(part.file))}  ${shownBytes(part.bytes)}`);
  return [oneLine(visible(title === '' ? session : `${session} · ${title}`)), ...lines].join('\n');
}

async function agrees(count: number): Promise<boolean> {
  const console = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await console.question(
      `Delete ${count === 1 ? 'it' : `these ${count}`}? This cannot be undone. [y/N] `,
    );
    return /^\s*y(es)?\s*$/i.test(answer);
  } finally {
    console.close();
  }
}
