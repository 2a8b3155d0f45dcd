/** Where a session works, and where it keeps what it writes. */
import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import { codeFolder, type Folders, foldersOf, isWithin, keptHistory, sessionName } from '../folders.ts';
import { namedOutputs, withoutLink } from '../fork/outputs.ts';
import type { Checked } from '../options.ts';
import type { Source } from '../resume/source.ts';
import { allFolders } from '../sessions/place.ts';

export type SessionPlace = {
  /** The project folder. */
  readonly folder: string;
  readonly session: string;
  readonly folders: Folders;
  /** The history. */
  readonly file: string;
  readonly outputFolder: string;
  /** The outputs of other sessions that its conversation names. */
  readonly otherOutputs: readonly string[];
  /** What no command sees, and no call changes unasked: where the histories are, and compiled code. */
  readonly hidden: readonly string[];
};

/** @param source what the session goes on from: it keeps that file and that name. */
export function sessionPlace({ folder, history }: Checked, source: Source | null): SessionPlace {
  const session = source?.session ?? sessionName(new Date(), randomBytes(3).toString('hex'));
  const folders = foldersOf(folder, history, process.env);
  const file = source?.history.file ?? join(folders.history, `${session}.xml`);
  const histories = [folders.history, dirname(file), ...allFolders()];
  const isElsewhere = !isWithin(file, folders.history);
  return {
    ...{ folder, session, folders, file },
    outputFolder: withoutLink(join(folders.outputs, session)),
    otherOutputs: namedOutputs(folders.outputs, source?.sessions ?? [], session, histories),
    hidden: [...keptHistory(folders.history, folder), codeFolder(process.env), ...(isElsewhere ? [file] : [])],
  };
}
