/**
 * The door to the libraries that take Markdown and code apart. They take longer to load than all else of the screen, so the
 * first frame does not wait for them: until they are there, texts are shown as they are written.
 */
import type { Markup } from './markup-form.ts';

let loaded: Markup | null = null;

export async function loadMarkup(): Promise<void> {
  loaded ??= (await import('./markup-libraries.ts')).LIBRARIES;
}

/** Null until they are loaded. What was laid out without them is laid out anew then. */
export function markup(): Markup | null {
  return loaded;
}
