/** Times of sessions, in few characters; sizes and numbers are as the screen has them. */
export { shownBytes, shownCost, shownCount } from '@tagma/tui';

const DAY_MS = 24 * 60 * 60 * 1_000;
const HALF_A_YEAR_MS = 182 * DAY_MS;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** In the local time zone: `Nov 20 20:11`; with the year where that is half a year away. */
export function shownTime(at: number, now: number): string {
  const time = new Date(at);
  const day = `${MONTHS[time.getMonth()]} ${String(time.getDate()).padStart(2)}`;
  if (Math.abs(now - at) > HALF_A_YEAR_MS) return `${day}  ${time.getFullYear()}`;
  return `${day} ${two(time.getHours())}:${two(time.getMinutes())}`;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
