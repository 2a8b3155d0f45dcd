/** `tagma sessions [list]`: the sessions of a project, the newest first. */
import { statSync } from 'node:fs';
import type { SessionSummary } from '@tagma/history';
import { counted } from '../counted.ts';
import { EXIT } from '../exit.ts';
import { print } from '../lines.ts';
import { remark, report } from '../problem.ts';
import { type PlaceOptions, type SessionPlace, sessionPlace, summariesIn, type Unreadable } from './place.ts';
import { sessionRows } from './table.ts';
import { shownBytes } from './words.ts';

export type ListOptions = PlaceOptions & { readonly json?: true; readonly limit?: number };

const READABLE_BY_OTHERS = 0o077;
/** Files that are no histories: so many are named. */
const NAMED_MAX = 3;

export async function list(options: ListOptions): Promise<number> {
  const place = await sessionPlace(options);
  if (!place.ok) return report(place);
  const sessions: SessionSummary[] = [];
  const unreadable: Unreadable[] = [];
  for await (const summary of summariesIn(place)) {
    if (summary.ok) sessions.push(summary);
    else unreadable.push(summary);
  }
  const shown = sessions.slice(0, options.limit);
  if (options.json) await print(`${JSON.stringify(shown.map(asJson), null, 2)}\n`);
  else await print(tableOf(shown, sessions, place));
  for (const line of remarks(sessions, unreadable)) remark(`tagma: ${line}\n`);
  return EXIT.done;
}

function tableOf(shown: readonly SessionSummary[], all: readonly SessionSummary[], place: SessionPlace): string {
  if (all.length === 0) return `${nothing(place)}\n`;
  const width = process.stdout.isTTY ? process.stdout.columns : null;
  const rows = sessionRows(shown, width, Date.now(), place.project === null);
  const bytes = all.reduce((sum, session) => sum + session.bytes, 0);
  const more = all.length > shown.length ? `, ${shown.length} of them shown` : '';
  return `${rows.join('\n')}\n\n${counted(all.length, 'session')}, ${shownBytes(bytes)}${more}\n`;
}

function nothing({ project, folders }: SessionPlace): string {
  if (project === null) return 'No sessions.';
  return `No sessions of ${project} in ${folders.join(', ')}. tagma sessions --all lists those of all projects.`;
}

function asJson({ ok: _, startedAt, changedAt, ...rest }: SessionSummary): object {
  const time = (at: number) => new Date(at).toISOString();
  return { ...rest, startedAt: time(startedAt), changedAt: time(changedAt) };
}

/** What the person should know of the files. */
function remarks(sessions: readonly SessionSummary[], unreadable: readonly Unreadable[]): string[] {
  const open = process.platform === 'win32' ? [] : sessions.filter(({ file }) => isReadableByOthers(file));
  const [first] = open;
  const lines = unreadable.slice(0, NAMED_MAX).map(({ message }) => message);
  const rest = unreadable.length - lines.length;
  if (rest > 0) lines.push(`${counted(rest, 'more file')} that can be listed no better.`);
  if (first !== undefined) {
    lines.push(
      `others than you can read ${counted(open.length, 'file')} of these, such as ${first.file}. Do: chmod 600 FILE`,
    );
  }
  return lines;
}

function isReadableByOthers(file: string): boolean {
  return ((statSync(file, { throwIfNoEntry: false })?.mode ?? 0) & READABLE_BY_OTHERS) !== 0;
}
