/** The history that a person names on the command line. */
import { existsSync } from 'node:fs';
import { findSession } from '@tagma/history';
import { EXIT } from '../exit.ts';
import { type Problem, problem } from '../problem.ts';
import { sessionPlace } from './place.ts';

/** A file, or the name of a session of this project, or a piece of it that no other has. */
export async function historyNamed(idOrFile: string): Promise<string | Problem> {
  if (existsSync(idOrFile)) return idOrFile;
  const place = await sessionPlace({});
  if (!place.ok) return place;
  const found = findSession(idOrFile, place.folders);
  return found.ok ? found.file : problem(EXIT.usage, found.error.message);
}

/** The same, or what was given where there is none: for those who say so themselves, file by file. */
export async function fileNamed(idOrFile: string): Promise<string> {
  const file = await historyNamed(idOrFile);
  return typeof file === 'string' ? file : idOrFile;
}
