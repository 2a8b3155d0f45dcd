/**
 * How many tokens a model takes in and gives together: asked of its server, which knows what it was started with; else
 * from the table of known servers; else a default that is said. A model's own greatest window is no answer where the
 * server gives it less.
 */
import type { Server } from './contract.ts';
import { WINDOW_TOKENS_DEFAULT } from './limits.ts';
import { knownModel, providerAt } from './providers/find.ts';
import { askTold } from './told.ts';
import type { Window } from './window-fields.ts';

/**
 * The window of a model, in tokens, and who says so: the server, else the table of known providers, else
 * `WINDOW_TOKENS_DEFAULT`. Never rejects.
 */
export async function findWindow(server: Server, model: string, signal: AbortSignal): Promise<Window> {
  const { window } = await askTold(server, model, signal);
  if (window !== null) return window;
  const known = providerAt(server.url);
  const tokens = known === null ? undefined : knownModel(known, model).windowTokens;
  if (tokens !== undefined) return { tokens, source: 'the table of known servers' };
  return { tokens: WINDOW_TOKENS_DEFAULT, source: 'default' };
}
