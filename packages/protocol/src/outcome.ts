import type { JsonObject } from './json.ts';

/** How a call ended, in the words that the model reads in its observation. */
export type OutcomeStatus = 'ok' | 'error' | 'denied' | 'aborted' | 'timeout' | 'skipped';

/**
 * What a tool gave back. An expected failure (no such file, exit code 1, a timeout) is an outcome, never an exception.
 * `content` is for the model, already cut to the tool's limits and not yet made safe: the observation writer does that.
 * `details` is for screens, logs and audits (diff, exit code, counts): the model never sees it.
 * `notes` are for the model too: what the tool itself says about its output, one line each (how much was cut and how to
 * get it, the exit code). They stand apart from the output, so that no output can forge one.
 */
export type Outcome = {
  readonly status: 'ok' | 'error' | 'aborted' | 'timeout';
  readonly content: string;
  readonly details: JsonObject;
  readonly notes?: readonly string[];
};
