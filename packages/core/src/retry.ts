/**
 * Whether a request that failed is made again, and after how long. Pure: the time comes with the event that tells of the
 * failure. Only faults that may pass on their own are waited for; what the server refuses, it would refuse again.
 */
import type { Fault } from '@tagma/protocol';

/** The requests of a turn that failed in a row. */
export type Outage = {
  readonly failures: number;
  /** When the first of them failed, in milliseconds since 1970. */
  readonly since: number;
};

const DELAY_MS_FIRST = 500;
const DELAY_MS_MAX = 30_000;
/** Where nothing has ever answered, the address may be wrong, and somebody waits to be told. */
const RETRIES_UNREACHED_MAX = 2;

const PASSING: ReadonlySet<Fault['kind']> = new Set(['network', 'timeout', 'rate-limit', 'overloaded']);
/** No credit is left: the provider calls it a rate limit, and waiting does not help. */
const PAYMENT_REQUIRED = 402;

export type RetryLimits = { readonly retriesMax: number; readonly outageMsMax: number };

/** The outage with one failure more. */
export function failedAgain(outage: Outage | null, at: number): Outage {
  return outage ? { ...outage, failures: outage.failures + 1 } : { failures: 1, since: at };
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
  if (!PASSING.has(fault.kind) || fault.status === PAYMENT_REQUIRED) return null;
  const unreached = !reached && fault.kind === 'network' && fault.status === null;
  if (outage.failures > Math.min(retriesMax, unreached ? RETRIES_UNREACHED_MAX : retriesMax)) return null;
  const backoff = Math.min(DELAY_MS_FIRST * 2 ** (outage.failures - 1), DELAY_MS_MAX);
  const delay = Math.max(backoff, fault.retryAfterMs ?? 0);
  return at + delay - outage.since <= outageMsMax ? delay : null;
}
