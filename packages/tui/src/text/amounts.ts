/** Sizes, numbers, times and ages in few characters. */

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** `812 B`, `4.2 kB`, `118 MB`: powers of a thousand. */
export function shownBytes(bytes: number): string {
  return shortened(
    bytes,
    UNITS.map((unit) => ` ${unit}`),
  );
}

/** `812`, `4.2k`, `1.3M`. */
export function shownCount(count: number): string {
  return shortened(count, ['', 'k', 'M', 'G', 'T']);
}

/** `1,234,567`; a fraction to three digits. By hand: to set up the system's own number formats takes 10 ms of a start. */
export function shownNumber(amount: number): string {
  const [whole = '', fraction] = String(Math.round(amount * 1_000) / 1_000).split('.');
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** In the endpoint's own unit: `0.0042`, `1.25`; nothing where it never said. */
export function shownCost(cost: number | null): string {
  if (cost === null) return '';
  return cost === 0 || cost >= 1 ? cost.toFixed(2) : String(Number(cost.toPrecision(2)));
}

/** `412 ms`, `3.4 s`, `2 min 5 s`. */
export function shownDuration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  const seconds = ms / 1_000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`;
}

const AGES = [
  { unit: 'day', ms: 24 * 60 * 60 * 1_000 },
  { unit: 'hour', ms: 60 * 60 * 1_000 },
  { unit: 'minute', ms: 60 * 1_000 },
] as const;

/** `now`, `3 minutes ago`, `1 day ago`. */
export function shownAge(ms: number): string {
  for (const age of AGES) {
    const count = Math.floor(ms / age.ms);
    if (count > 0) return `${counted(count, age.unit)} ago`;
  }
  return 'now';
}

/** `1 prompt`, `3 prompts`. */
export function counted(count: number, what: string, many = `${what}s`): string {
  return `${count} ${count === 1 ? what : many}`;
}

function shortened(value: number, units: readonly string[]): string {
  let [rest, at] = [value, 0];
  while (rest >= 999.5 && at < units.length - 1) {
    rest /= 1000;
    at += 1;
  }
  const digits = at === 0 || rest >= 99.5 ? rest.toFixed(0) : String(Number(rest.toPrecision(2)));
  return digits + units[at];
}
