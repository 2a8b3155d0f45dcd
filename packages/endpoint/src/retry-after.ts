/** The header `Retry-After` (RFC 9110, 10.2.3): a number of seconds, or a date. */

/** How long to wait, in milliseconds; null where the header says nothing that can be read. */
export function retryAfterMs(header: unknown, now: number): number | null {
  const text = String(Array.isArray(header) ? header[0] : (header ?? '')).trim();
  if (/^\d+(?:\.\d+)?$/.test(text)) return Math.ceil(Number(text) * 1_000);
  const date = /^[A-Za-z]{3}[a-z]*,? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
