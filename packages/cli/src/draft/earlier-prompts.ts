/** What was typed in the sessions of a project, for whoever wants to type it again. */
import { promptsOf, sessionFiles } from '@tagma/history';
import type { TypedEarlier } from '@tagma/tui';
import type { SessionPlace } from '../sessions/place.ts';

/** The newest sessions that are looked into, and how much of them. */
const FILES_MAX = 100;
const BYTES_MAX = 64 * 1024 * 1024;
const PROMPTS_MAX = 1_000;

/** The newest first, each once. A file that cannot be read is passed over. Never rejects. */
export async function earlierPrompts(
  place: Pick<SessionPlace, 'folders' | 'project' | 'isShared'>,
): Promise<readonly TypedEarlier[]> {
  const found = new Map<string, TypedEarlier>();
  let bytes = 0;
  for (const file of sessionFiles(place.folders).slice(0, FILES_MAX)) {
    bytes += file.bytes;
    if (bytes > BYTES_MAX && found.size > 0) break;
    const session = await promptsOf(file.file);
    if (!session.ok || (place.isShared && session.folder !== place.project)) continue;
    for (const prompt of session.prompts.toReversed()) {
      const key = `${prompt.kind} ${prompt.text}`;
      if (!found.has(key)) found.set(key, prompt);
      if (found.size === PROMPTS_MAX) return [...found.values()];
    }
  }
  return [...found.values()];
}
