/** Another session in the place of the one on the screen: one that is kept, or a new one; set as that one is set now. */
import { type Context, chosenModelOf, type SessionResumed, type SessionStarted } from '@tagma/core';
import { EXIT } from '../exit.ts';
import type { Prepared } from '../prepare.ts';
import { type Problem, problem } from '../problem.ts';
import { namedFile } from '../resume/find.ts';
import { foreignFacts } from '../resume/recorded.ts';
import { openSource, type Source } from '../resume/source.ts';
import type { PlaceOptions } from '../sessions/place.ts';

/** Prepares what goes on from there, or a new session, as the session on the screen was prepared. */
export type PrepareFrom = (source: Source | null) => Promise<Prepared | Problem>;

/** `notes`: what the person should know of it. `draft` stands in the composer. */
export type Found =
  | {
      readonly ok: true;
      readonly prepared: Prepared;
      readonly notes?: readonly string[];
      readonly draft?: string;
    }
  | Problem;

/**
 * The session of that file, ready to go on by the model and in the mode of now: whom a file names is not asked, and what it
 * allows it allows no more than `tagma resume` does.
 */
export async function keptSession(
  file: string,
  isOwn: boolean,
  now: Context,
  prepareFrom: PrepareFrom,
): Promise<Found> {
  const source = await openSource(file, isOwn);
  if (!source.ok) return source;
  const prepared = await prepareFrom(source);
  if (!prepared.ok || prepared.from === null) {
    source.history.close();
    return prepared.ok ? { ok: true, prepared } : prepared;
  }
  const { started, from } = prepared;
  const first = foreignFacts(source, now.mode);
  return {
    ok: true,
    prepared: { ...prepared, started: setAs(started, now), from: { ...from, first } },
    notes: source.notes,
  };
}

/** The same for the one that is meant by a name, a piece of it, or a file. `shown`: the file of the one on the screen. `open` gives that of a file. */
export async function namedSession(
  name: string,
  place: PlaceOptions,
  shown: string,
  open: (file: string, isOwn: boolean) => Promise<Found>,
): Promise<Found> {
  const found = await namedFile(name, place);
  if (!found.ok) return found;
  if (found.file === shown) return problem(EXIT.usage, 'That is the session on this screen.');
  return open(found.file, found.isOwn);
}

/** A new session, ready to begin. */
export async function newSession(now: Context, prepareFrom: PrepareFrom): Promise<Found> {
  const prepared = await prepareFrom(null);
  if (!prepared.ok || prepared.from !== null) return prepared.ok ? { ok: true, prepared } : prepared;
  return { ok: true, prepared: { ...prepared, started: setAs(prepared.started, now) } };
}

function setAs<S extends SessionStarted | SessionResumed>(started: S, now: Context): S {
  return { ...started, model: chosenModelOf(now), settings: { ...started.settings, mode: now.mode } };
}
