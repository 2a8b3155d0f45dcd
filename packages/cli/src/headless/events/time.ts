/** @param at milliseconds since 1970, as an event is stamped */
export function isoTime(at: number): string {
  return new Date(at).toISOString();
}
