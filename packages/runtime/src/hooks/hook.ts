/** What somebody hangs on to points of a session: programs and modules of a configuration, or functions of whoever embeds it. */
import type { HookPoint } from '@tagma/core';
import type { Json, JsonObject } from '@tagma/protocol';

/** Code that is asked, or told, at points of a session (docs/hooks.md). */
export type Hook = {
  /** By which the history names it. */
  readonly name: string;
  readonly on: { readonly [point in HookPoint]?: HookHandler };
  /** Only about calls of these tools, at points that are about a call. Left out: of all. */
  readonly tools?: readonly string[];
  /** Lets go of what it holds: called when the session has stopped. Left out: it holds nothing. */
  readonly end?: () => void;
  /** How long it may take, in milliseconds. Left out: `HOOK_TIMEOUT_MS`. */
  readonly timeoutMs?: number;
};

/**
 * Called with a copy of what there is at the point (docs/hooks.md lists it), without secrets. What it gives is copied, too; nothing
 * where all shall stay as it is. Where it throws, rejects, gives something else or takes too long, that is recorded, and all
 * stays as it is.
 * @param signal aborts when its time is over, or the turn is stopped
 */
export type HookHandler = (data: JsonObject, signal: AbortSignal) => unknown;

/** How long a hook may take that says nothing else, in milliseconds. */
export const HOOK_TIMEOUT_MS = 10_000;

/** A value as JSON holds it, with nothing left that anybody else holds. */
export function copyOf(value: unknown): Json | undefined {
  const text = JSON.stringify(value);
  return text === undefined ? undefined : (JSON.parse(text) as Json);
}
