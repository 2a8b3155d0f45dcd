import { expect, test } from 'vitest';
import { shownNumber } from '../../src/text/amounts.ts';

test.each([0, 7, 812, 1_000, 12_345, 1_234_567, 987_654_321_012, 0.5, 1_234.5678, 2.9999])(
  '%d in groups of three digits, as the system would write it',
  (amount) => {
    expect(shownNumber(amount)).toBe(amount.toLocaleString('en-US'));
  },
);
