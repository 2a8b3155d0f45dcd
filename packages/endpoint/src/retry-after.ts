/**
 * How long a server asks to wait. The header `Retry-After` (RFC 9110, 10.2.3) stands above all; then what it says in the
 * body; then the headers of its limits, which every provider names and counts in a way of its own.
 */
import { type Complaint, fieldIn } from './complaint.ts';

const UNITS: { readonly [unit: string]: number } = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
/** Larger numbers are times since 1970, in seconds or in milliseconds, and no durations. */
const EPOCH_SECONDS_MIN = 1_000_000_000;
const EPOCH_MS_MIN = 1_000_000_000_000;

/** Its limits may be used up, whatever the headers say is left. */
const LIMITING: readonly (number | null)[] = [429, 503, 529];

/** "Please try again in 1.2s", "retry after 20 seconds", "Please retry in 34.07s", "wait 2 minutes". */
const IN_WORDS =
  /(?:(?:try|retry)(?: again)?|wait)(?: in| after| for)? (?:about )?((?:\d+(?:\.\d+)? ?(?:ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hours?|days?|d)(?![a-z]) ?)+)/i;

/** In milliseconds; null where the server does not say. */
export function waitMs(complaint: Complaint, now: number): number | null {
  const { headers } = complaint;
  return (
    numberOf(headers['retry-after-ms']) ??
    retryAfterMs(headers['retry-after'], now) ??
    waitInBody(complaint, now) ??
    waitOfLimits(complaint, now)
  );
}

/** The header: a number of seconds, or a date. In milliseconds; null where it says nothing that can be read. */
export function retryAfterMs(header: unknown, now: number): number | null {
  const text = headerText(header);
  if (/^\d+(?:\.\d+)?$/.test(text)) return Math.ceil(Number(text) * 1_000);
  const date = /^[A-Za-z]{3}[a-z]*,? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

/** A duration (`6m0s`, `20ms`, `1.5`), or a point in time (RFC 3339, seconds or milliseconds since 1970), from now. */
export function resetMs(text: string, now: number): number | null {
  const number = numberOf(text);
  if (number !== null) {
    if (number >= EPOCH_MS_MIN) return Math.max(0, number - now);
    if (number >= EPOCH_SECONDS_MIN) return Math.max(0, Math.ceil(number * 1_000) - now);
    return Math.ceil(number * 1_000);
  }
  if (/^\d{4}-\d\d-\d\dT/.test(text))
    return Number.isNaN(Date.parse(text)) ? null : Math.max(0, Date.parse(text) - now);
  return durationMs(text);
}

/** Google's `retryDelay`, the headers that OpenRouter passes on in its body, Hugging Face's `estimated_time`, or words. */
function waitInBody({ value, words }: Complaint, now: number): number | null {
  const delay = fieldIn(value, 'retryDelay') ?? fieldIn(value, 'estimated_time');
  if (delay !== undefined) return resetMs(String(delay), now);
  const passedOn = fieldIn(value, 'X-RateLimit-Reset');
  if (passedOn !== undefined) return resetMs(String(passedOn), now);
  const said = IN_WORDS.exec(words)?.[1];
  return said === undefined ? null : durationMs(said);
}

/**
 * The limits that are used up count, the slowest of them. Where a server refuses though something is left of each, the one
 * that is free first: to ask too early costs a request, to wait too long the turn.
 */
function waitOfLimits({ status, headers }: Complaint, now: number): number | null {
  const limits = Object.keys(headers)
    .filter((name) => /^(?:x-|anthropic-)?ratelimit.*reset/i.test(name))
    .flatMap((name) => {
      const ms = resetMs(headerText(headers[name]), now);
      const left = numberOf(headers[name.replace('reset', 'remaining')]);
      return ms === null ? [] : [{ ms, usedUp: left === 0 }];
    });
  const usedUp = limits.filter((limit) => limit.usedUp).map(({ ms }) => ms);
  if (usedUp.length > 0) return Math.max(...usedUp);
  return limits.length > 0 && LIMITING.includes(status) ? Math.min(...limits.map(({ ms }) => ms)) : null;
}

function durationMs(text: string): number | null {
  const parts = [...text.trim().matchAll(/(\d+(?:\.\d+)?) ?([a-z]+)/gi)];
  if (parts.length === 0 || text.replace(/(\d+(?:\.\d+)?) ?([a-z]+)/gi, '').trim() !== '') return null;
  const ms = parts.map(([, number, unit = '']) => Number(number) * (UNITS[unitOf(unit)] ?? Number.NaN));
  const sum = ms.reduce((all, one) => all + one, 0);
  return Number.isNaN(sum) ? null : Math.ceil(sum);
}

/** `minutes` → `m`, `milliseconds` → `ms`. */
function unitOf(word: string): string {
  const lower = word.toLowerCase();
  return /^ms$|^milli/.test(lower) ? 'ms' : lower.slice(0, 1);
}

function numberOf(header: unknown): number | null {
  const text = headerText(header);
  return /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : null;
}

function headerText(header: unknown): string {
  return String(Array.isArray(header) ? header[0] : (header ?? '')).trim();
}
