/**
 * Whether a request that failed is made again, and after how long. Pure: the time comes with the event that tells of the
 * failure. Only faults that may pass on their own are waited for; what the server refuses, it would refuse again.
 */
import type { Fault } from '@tagma/protocol';
import type { ReplyFailed } from './events.ts';

/** A failure, and when it came, in milliseconds since 1970. */
export type Failed = ReplyFailed & { readonly at: number };

/** The requests of a turn that failed in a row. */
export type Outage = {
  readonly failures: number;
  /** Those of the model that is asked now. */
  readonly failuresHere: number;
  /** When the first of them failed, in milliseconds since 1970. */
  readonly since: number;
};

const DELAY_MS_FIRST = 500;
const DELAY_MS_MAX = 30_000;
/** Where nothing has ever answered, the address may be wrong, and somebody waits to be told. */
const RETRIES_UNREACHED_MAX = 4;
/** However many retries are allowed: with what one of them may ask beside it, no endpoint is asked more than 15 times. */
const FAILURES_MAX = 13;
/** The last request of an outage may take so long after the time in which it could be made. */
const LAST_PATIENCE_MS = 30_000;

const PASSING: ReadonlySet<Fault['kind']> = new Set(['network', 'timeout', 'rate-limit', 'overloaded']);
const TOO_MANY_REQUESTS = 429;

export type RetryLimits = { readonly retriesMax: number; readonly outageMsMax: number };

/** The outage with one failure more. */
export function failedAgain(outage: Outage | null, at: number): Outage {
  if (outage === null) return { failures: 1, failuresHere: 1, since: at };
  return { ...outage, failures: outage.failures + 1, failuresHere: outage.failuresHere + 1 };
}

/**
 * How many milliseconds to wait before the request is made again; null where it shall not be.
 * @param outage the failure counted
 * @param reached whether the endpoint has answered at all in this session
 */
export function retryDelay(
  fault: Fault,
  outage: Outage,
  at: number,
  { retriesMax, outageMsMax }: RetryLimits,
  reached: boolean,
): number | null {
  if (!mayPass(fault) || isOver(outage, at, outageMsMax)) return null;
  if (outage.failures > retriesAllowed(fault, retriesMax, reached)) return null;
  const backoff = Math.min(DELAY_MS_FIRST * 2 ** (outage.failures - 1), DELAY_MS_MAX);
  const delay = Math.max(backoff, fault.retryAfterMs ?? 0);
  return at + delay - outage.since <= outageMsMax ? delay : null;
}

/** How often in a row a request is made again, at most, after a failure like this one. */
export function retriesAllowed({ kind, status }: Fault, retriesMax: number, reached: boolean): number {
  const unreached = !reached && kind === 'network' && status === null;
  return Math.min(retriesMax, unreached ? RETRIES_UNREACHED_MAX : FAILURES_MAX - 1);
}

/** Whether nobody is asked any more, whoever it would be. */
export function isOver({ failures, since }: Outage, at: number, outageMsMax: number): boolean {
  return failures >= FAILURES_MAX || at - since > outageMsMax;
}

/** Whether a failure may pass on its own. What a server refuses (4xx) it would refuse again, unless it says to come later. */
export function mayPass({ kind, status }: Fault): boolean {
  const refused = status !== null && status >= 400 && status < 500 && status !== TOO_MANY_REQUESTS;
  return PASSING.has(kind) && !refused;
}

/** How long a request waits for a sign of life while the endpoint fails, in milliseconds: an outage has an end. */
export function patienceMs({ since }: Outage, at: number, { outageMsMax }: RetryLimits): number {
  return Math.max(since + outageMsMax - at, 0) + LAST_PATIENCE_MS;
}
