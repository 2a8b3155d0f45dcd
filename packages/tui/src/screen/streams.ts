/**
 * What streams in: replies and the output of commands, piece by piece, far more often than anybody looks. Only the last of a
 * reply counts, for each holds all before it; pieces of output are put together. Pure.
 */
import type { Update } from '@tagma/core';
import { OUTPUT_KEPT_MAX } from '../transcript/transcript.ts';

export type StreamUpdate = Exclude<Update, { kind: 'step' }>;

/** What has not been told: one update at most for each thing that streams. They may be told in any order. */
export type Streams = readonly StreamUpdate[];

export function streamsAfter(before: Streams, update: StreamUpdate): Streams {
  const known = before.findIndex(({ kind, request }) => kind === update.kind && request === update.request);
  return known < 0 ? [...before, update] : before.with(known, together(before[known], update));
}

function together(first: StreamUpdate | undefined, second: StreamUpdate): StreamUpdate {
  if (first?.kind !== 'output' || second.kind !== 'output') return second;
  return { ...second, text: (first.text + second.text).slice(-OUTPUT_KEPT_MAX) };
}
