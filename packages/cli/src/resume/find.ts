/** Which session a person means to go on with. */
import { resolve } from 'node:path';
import { findSession, isLocked, sessionFiles, summaryOf } from '@tagma/history';
import { counted } from '../counted.ts';
import { EXIT } from '../exit.ts';
import { type Problem, problem } from '../problem.ts';
import { isOwnFile } from '../sessions/own.ts';
import { type PlaceOptions, sessionPlace } from '../sessions/place.ts';

export type FoundFile = { readonly ok: true; readonly file: string; readonly isOwn: boolean };

/** By its name, a piece of it, or its file: in this folder's project first, then in all. */
export async function namedFile(idOrFile: string, { history, config }: PlaceOptions): Promise<FoundFile | Problem> {
  const place = await placeOf({ history, config });
  if (!place.ok) return place;
  const here = findSession(idOrFile, place.folders);
  const all = here.ok ? place : await placeOf({ history, config, all: true });
  if (!all.ok) return all;
  const found = here.ok ? here : findSession(idOrFile, all.folders);
  if (!found.ok) return problem(EXIT.usage, `${found.error.message}\ntagma sessions lists those that there are.`);
  return { ok: true, file: resolve(found.file), isOwn: await isOwnFile(found.file, place) };
}

/** The newest of this folder's project that nobody runs, and in which something was said. */
export async function newestFile(options: PlaceOptions): Promise<FoundFile | Problem> {
  const place = await placeOf(options);
  if (!place.ok) return place;
  let running = 0;
  for (const { file } of sessionFiles(place.folders)) {
    if (isLocked(file)) {
      running += 1;
      continue;
    }
    const summary = await summaryOf(file);
    // One that cannot be read was used: whoever goes on with it is told what is wrong with it.
    const isMeant = !summary.ok || (summary.prompts > 0 && (!place.isShared || summary.folder === place.project));
    if (isMeant) return { ok: true, file, isOwn: await isOwnFile(file, place) };
  }
  const others = running === 0 ? '' : ` (${counted(running, 'session')} of it running)`;
  return problem(
    EXIT.usage,
    `there is no session of ${place.project} to go on with${others}.\nAnother one: tagma resume ID|FILE; tagma sessions --all lists them.`,
  );
}

/** What is left out is not there. */
function placeOf({
  cwd,
  history,
  config,
  all,
}: { readonly [name in keyof PlaceOptions]: PlaceOptions[name] | undefined }) {
  return sessionPlace({
    ...(cwd === undefined ? {} : { cwd }),
    ...(history === undefined ? {} : { history }),
    ...(config === undefined ? {} : { config }),
    ...(all === undefined ? {} : { all }),
  });
}
