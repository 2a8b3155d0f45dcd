import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isoTime, millisecondsOf } from '../../src/history/time.ts';

it.each([
  [0, '1970-01-01T00:00:00.000Z'],
  [-1, '1969-12-31T23:59:59.999Z'],
  [951_782_400_000, '2000-02-29T00:00:00.000Z'],
  [4_107_542_399_999, '2100-02-28T23:59:59.999Z'],
  [1_795_155_038_123, '2026-11-20T06:10:38.123Z'],
])('writes %i as %s', (ms, iso) => {
  expect(isoTime(ms)).toBe(iso);
  expect(millisecondsOf(iso)).toBe(ms);
});

it('agrees with the calendar of the system from the year 0 to 9999', () => {
  const [first, last] = [Date.parse('0000-01-01T00:00:00.000Z'), Date.parse('9999-12-31T23:59:59.999Z')];
  fc.assert(
    fc.property(fc.integer({ min: first, max: last }), (ms) => {
      expect(isoTime(ms)).toBe(new Date(ms).toISOString());
      expect(millisecondsOf(isoTime(ms))).toBe(ms);
    }),
  );
});

it.each([
  '',
  'now',
  '2026-11-20',
  '2026-02-29T00:00:00.000Z',
  '1900-02-29T00:00:00.000Z',
  '2026-04-31T00:00:00.000Z',
  '2026-04-00T00:00:00.000Z',
  '2026-00-10T00:00:00.000Z',
  '2026-13-10T00:00:00.000Z',
  '2026-11-20T24:00:00.000Z',
  '2026-11-20T23:60:00.000Z',
  '2026-11-20T23:59:60.000Z',
  '2026-11-20T06:10:38Z',
])('reads no time from "%s"', (text) => {
  expect(millisecondsOf(text)).toBeNull();
});
