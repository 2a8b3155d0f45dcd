/** One hook, called once: with a copy, for so long and no longer. */
import { setTimeout as wait } from 'node:timers/promises';
import type { HookPoint } from '@tagma/core';
import type { Json, JsonObject } from '@tagma/protocol';
import { copyOf, HOOK_TIMEOUT_MS, type Hook } from './hook.ts';

/** Never rejects. */
export type Called =
  | { readonly ok: true; readonly answer: Json | undefined }
  | { readonly ok: false; readonly error: unknown };

export async function callHook(hook: Hook, point: HookPoint, data: JsonObject, stop: AbortSignal): Promise<Called> {
  const timeoutMs = hook.timeoutMs ?? HOOK_TIMEOUT_MS;
  const over = new AbortController();
  const signal = AbortSignal.any([stop, over.signal]);
  try {
    if (stop.aborted) throw new Error('it was stopped before it began');
    const called = Promise.resolve(hook.on[point]?.(copyOf(data) as JsonObject, signal));
    const answer = await Promise.race([called, tooLate(timeoutMs, stop, over.signal)]);
    return { ok: true, answer: copyOf(answer) };
  } catch (error) {
    return { ok: false, error };
  } finally {
    over.abort();
  }
}

/** Rejects when the time is over or the turn is stopped; ends without a word when the hook has. */
async function tooLate(ms: number, stop: AbortSignal, ended: AbortSignal): Promise<never> {
  const stopped = new Error('it was stopped');
  const late = new Error(`it took longer than ${ms} ms`);
  await wait(ms, undefined, { signal: AbortSignal.any([stop, ended]), ref: false }).catch(() => {
    if (stop.aborted) throw stopped;
  });
  if (ended.aborted) return new Promise<never>(() => {});
  throw late;
}
