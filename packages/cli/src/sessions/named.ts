/** The history that a person names on the command line. */
import { existsSync } from 'node:fs';
import { findSession } from '@tagma/history';
import { EXIT } from '../exit.ts';
import { type Problem, problem } from '../problem.ts';
import { sessionPlace } from './place.ts';

/** Where else than in the usual place its name may be found. */
export type NamedIn = { readonly history?: string; readonly config?: string };

/** A file, or the name of a session of this project or of the folder that is given, or a piece of it that no other has. */
export async function historyNamed(idOrFile: string, { history, config }: NamedIn = {}): Promise<string | Problem> {
  if (existsSync(idOrFile)) return idOrFile;
  const usual = config === undefined ? {} : { config };
  const folders: string[] = [];
  for (const options of history === undefined ? [usual] : [{ ...usual, history }, usual]) {
    const place = await sessionPlace(options);
    if (!place.ok) return { ...place, message: `${idOrFile}: there is no such file. ${place.message}` };
    folders.push(...place.folders);
  }
  const found = findSession(idOrFile, folders);
  return found.ok ? found.file : problem(EXIT.usage, found.error.message);
}

/** The same, or what was given where there is none: for those who say so themselves, file by file. */
export async function fileNamed(idOrFile: string, namedIn: NamedIn): Promise<string> {
  const file = await historyNamed(idOrFile, namedIn);
  return typeof file === 'string' ? file : idOrFile;
}
