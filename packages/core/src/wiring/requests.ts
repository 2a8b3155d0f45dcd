/** The effects that are under way: what answers them, and what is to be cancelled. */
import type { Context } from '../context.ts';
import type { Args } from './typed.ts';

/** Answers carry the id of their request; what answers another one is late, and no state takes it. */
export function isAnswer({ context, event }: Args): boolean {
  return 'request' in event && context.requests.includes(event.request);
}

export function nothingRuns({ requests }: Context): boolean {
  return requests.length === 0;
}

/** What runs and has not been cancelled yet. */
export function toCancel({ requests, cancelled }: Context): number | undefined {
  return requests.find((request) => !cancelled.includes(request));
}
