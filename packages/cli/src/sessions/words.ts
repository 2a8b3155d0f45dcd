/** Sizes, numbers and times of sessions, in few characters. */

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;
const DAY_MS = 24 * 60 * 60 * 1_000;
const HALF_A_YEAR_MS = 182 * DAY_MS;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `812 B`, `4.2 kB`, `118 MB`: powers of a thousand. */
export function shownBytes(bytes: number): string {
  return `${shortened(
    bytes,
    UNITS.map((unit) => ` ${unit}`),
  )}`;
}

/** `812`, `4.2k`, `1.3M`. */
export function shownCount(count: number): string {
  return shortened(count, ['', 'k', 'M', 'G', 'T']);
}

/** In the endpoint's own unit: `0.0042`, `1.25`; nothing where it never said. */
export function shownCost(cost: number | null): string {
  if (cost === null) return '';
  return cost === 0 || cost >= 1 ? cost.toFixed(2) : String(Number(cost.toPrecision(2)));
}

/** In the local time zone: `Nov 20 20:11`; with the year where that is half a year away. */
export function shownTime(at: number, now: number): string {
  const time = new Date(at);
  const day = `${MONTHS[time.getMonth()]} ${String(time.getDate()).padStart(2)}`;
  if (Math.abs(now - at) > HALF_A_YEAR_MS) return `${day}  ${time.getFullYear()}`;
  return `${day} ${two(time.getHours())}:${two(time.getMinutes())}`;
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

function two(value: number): string {
  return String(value).padStart(2, '0');
}
