/** Times on the page: in UTC, as they stand in the file. */

/** `2026-11-20T06:10:38.123Z` */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}

/** `06:10:38` */
export function clock(ms: number): string {
  return isoTime(ms).slice(11, 19);
}

/** `2026-11-20 06:10 UTC` */
export function dateWords(ms: number): string {
  return `${isoTime(ms).slice(0, 16).replace('T', ' ')} UTC`;
}
