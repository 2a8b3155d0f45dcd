/** The sessions that the screen can go on with: those of the folder, and what was done in each. */
import { statSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { outlineOf } from '@tagma/history';
import type { FoundSessions, SessionChoice } from '@tagma/tui';
import { messageOf } from '../problem.ts';
import { isOwnFile } from '../sessions/own.ts';
import { type PlaceOptions, sessionPlace, summariesIn } from '../sessions/place.ts';

/** More are found with `tagma sessions`. */
const SESSIONS_MAX = 200;
/** A larger file is not looked into for a glance at it. */
const BYTES_LOOKED_INTO_MAX = 20_000_000;
/** Of an outline, in lines. */
const OUTLINE_LINES_MAX = 20;

/** @param shown the file of the session on the screen */
export async function sessionsHere(options: PlaceOptions, shown: string): Promise<FoundSessions> {
  try {
    const place = await sessionPlace(options);
    if (!place.ok) return { ok: false, message: place.message };
    const sessions: SessionChoice[] = [];
    for await (const summary of summariesIn(place)) {
      // A file is read through at once: between two of them the screen has its turn.
      await setImmediate();
      if (!summary.ok) continue;
      const { ok: _, ...rest } = summary;
      sessions.push({ ...rest, ageMs: Date.now() - summary.changedAt, isShown: summary.file === shown });
      if (sessions.length === SESSIONS_MAX) break;
    }
    return { ok: true, sessions };
  } catch (error) {
    return { ok: false, message: messageOf(error) };
  }
}

/** Its prompts with how each ended, and the files that it changed. */
export async function outlineLines(file: string): Promise<readonly string[]> {
  try {
    const bytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    if (bytes > BYTES_LOOKED_INTO_MAX)
      return ['Too large for a glance: tagma sessions show tells what was done in it.'];
    const outline = await outlineOf(file);
    if (!outline.ok) return [outline.error.message];
    const { turns, filesChanged } = outline;
    const prompts = turns.map(({ prompt, end }) => `${firstLine(prompt)} · ${end ?? 'has no end'}`);
    const changed = filesChanged.length === 0 ? [] : [`changed: ${filesChanged.join(', ')}`];
    // The last ones say where it stands.
    return [...prompts.slice(-OUTLINE_LINES_MAX).reverse(), ...changed];
  } catch (error) {
    return [messageOf(error)];
  }
}

/** Whether this person's Tagma has written it. */
export async function isOwn(file: string, options: PlaceOptions): Promise<boolean> {
  const place = await sessionPlace(options);
  return place.ok && isOwnFile(file, place);
}

function firstLine(text: string): string {
  return text.trim().split(/\r?\n/, 1)[0] ?? '';
}
