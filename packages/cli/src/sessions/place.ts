/** Where the sessions lie that a subcommand is about. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type SessionSummary, sessionFiles, summaryOf } from '@tagma/history';
import { foldersOf, isWithin, sharedHistory, stateFolder } from '../folders.ts';
import type { Problem } from '../problem.ts';
import { projectPlace } from '../project-place.ts';

export type PlaceOptions = {
  readonly cwd?: string;
  readonly history?: string;
  readonly config?: string;
  /** Those of all projects. */
  readonly all?: true;
};

export type SessionPlace = {
  readonly ok: true;
  /** The folder for histories that was named (`historyFolder`). */
  readonly named: string | undefined;
  /** The one for all projects that the person's own configuration names, or null. */
  readonly configured: string | null;
  /** The folder that is worked in, whatever sessions are meant. */
  readonly here: string;
  /** The folders of histories. */
  readonly folders: readonly string[];
  readonly outputs: string;
  /** The project whose sessions are meant; null: those of all. */
  readonly project: string | null;
  /** Whether sessions of other projects may lie there too: only the file tells whose it is. */
  readonly isShared: boolean;
};

export async function sessionPlace(options: PlaceOptions): Promise<SessionPlace | Problem> {
  const place = await projectPlace(options);
  if (!place.ok) return place;
  const { folder, history: named, config } = place;
  const around = { named, configured: sharedHistory(config), here: folder };
  const { history, outputs } = foldersOf(folder, named, process.env);
  if (options.all) {
    const folders = options.history === undefined ? [history, ...allFolders()] : [history];
    return { ok: true, ...around, folders, outputs, project: null, isShared: false };
  }
  const isShared = named !== undefined && !isWithin(named, folder);
  return { ok: true, ...around, folders: [history], outputs, project: folder, isShared };
}

/** The sessions of the place, the one that was written to last first; of files that are no histories, why. */
export async function* summariesIn(place: SessionPlace): AsyncGenerator<SessionSummary | Unreadable> {
  for (const file of sessionFiles(place.folders)) {
    const summary = await summaryOf(file.file);
    if (!summary.ok) yield { ok: false, file: file.file, message: summary.error.message };
    else if (isMeant(summary, place)) yield summary;
  }
}

export type Unreadable = { readonly ok: false; readonly file: string; readonly message: string };

function isMeant({ folder }: SessionSummary, { project, isShared }: SessionPlace): boolean {
  return !isShared || folder === project;
}

/** One for each project that has kept its histories in the state folder. */
export function allFolders(): string[] {
  const folder = join(stateFolder(process.env), 'history');
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name));
  } catch {
    return [];
  }
}
