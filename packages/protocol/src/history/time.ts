/**
 * Times as they stand in a record: ISO 8601 in UTC with milliseconds. Worked out here because the pure packages use no
 * clock of the platform, nor its calendar; days are counted in 400-year eras that begin on the first of March, so that
 * leap days come last.
 */
const DAY_MS = 86_400_000;
const ERA_DAYS = 146_097;
/** Days from 0000-03-01 to 1970-01-01. */
const EPOCH_DAYS = 719_468;

/** `1_795_155_038_123` → `2026-11-20T06:10:38.123Z`. For whole milliseconds in the years 0 to 9999. */
export function isoTime(ms: number): string {
  const days = Math.floor(ms / DAY_MS);
  const rest = ms - days * DAY_MS;
  const shifted = days + EPOCH_DAYS;
  const era = Math.floor(shifted / ERA_DAYS);
  const dayOfEra = shifted - era * ERA_DAYS;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1;
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  const clock = `${digits(Math.floor(rest / 3_600_000), 2)}:${digits(Math.floor(rest / 60_000) % 60, 2)}`;
  const seconds = `${digits(Math.floor(rest / 1000) % 60, 2)}.${digits(rest % 1000, 3)}`;
  return `${digits(year, 4)}-${digits(month, 2)}-${digits(day, 2)}T${clock}:${seconds}Z`;
}

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const MONTH_DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** The reverse; null for anything that `isoTime` does not write. */
export function millisecondsOf(iso: string): number | null {
  if (!ISO.test(iso)) return null;
  const year = Number(iso.slice(0, 4));
  const month = Number(iso.slice(5, 7));
  const day = Number(iso.slice(8, 10));
  const hours = Number(iso.slice(11, 13));
  const minutes = Number(iso.slice(14, 16));
  const seconds = Number(iso.slice(17, 19));
  if (day < 1 || day > daysOf(month, year) || hours > 23 || minutes > 59 || seconds > 59) return null;
  const marchYear = month <= 2 ? year - 1 : year;
  const era = Math.floor(marchYear / 400);
  const yearOfEra = marchYear - era * 400;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  const days = era * ERA_DAYS + dayOfEra - EPOCH_DAYS;
  return days * DAY_MS + hours * 3_600_000 + minutes * 60_000 + seconds * 1000 + Number(iso.slice(20, 23));
}

/** How many days a month has, from 1; 0 where there is no such month. */
function daysOf(month: number, year: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 && !isLeap ? 28 : (MONTH_DAYS[month - 1] ?? 0);
}

function digits(value: number, width: number): string {
  return String(value).padStart(width, '0');
}
