/** The sessions that the screen can go on with: those of the folder, and what was done in each. */
import { outlineOf } from '@tagma/history';
import type { FoundSessions, SessionChoice } from '@tagma/tui';
import { messageOf } from '../problem.ts';
import { isOwnFile } from '../sessions/own.ts';
import { type PlaceOptions, sessionPlace, summariesIn } from '../sessions/place.ts';

/** More are found with `tagma sessions`. */
const SESSIONS_MAX = 200;
/** Of an outline, in lines. */
const OUTLINE_LINES_MAX = 20;

/** @param shown the file of the session on the screen */
export async function sessionsHere(options: PlaceOptions, shown: string): Promise<FoundSessions> {
  try {
    const place = await sessionPlace(options);
    if (!place.ok) return { ok: false, message: place.message };
    const sessions: SessionChoice[] = [];
    for await (const summary of summariesIn(place)) {
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
