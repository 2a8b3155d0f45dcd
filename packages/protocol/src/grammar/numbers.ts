/**
 * Numbers as JSON writes them, within the limits that a schema sets: compared digit by digit, for a grammar cannot count.
 * As many digits as JavaScript ever writes are let through, and no number that would overflow.
 */
import type { ParamSchema } from '../tool-spec.ts';
import {
  choice,
  type Draft,
  type Expression,
  oneOf,
  optional,
  range,
  repeated,
  sequence,
  shared,
  text,
} from './expression.ts';

/** From 10^21 on, and below 10^-6, JavaScript writes an exponent. */
const WHOLE_DIGITS_MAX = 21;
const WHOLE_MAX = 10n ** BigInt(WHOLE_DIGITS_MAX) - 1n;
const TINY = 1e-6;
const EXPONENT_MAX = 308n;
const SMALL_EXPONENT_MAX = 324n;
const FRACTION_DIGITS_MAX = 25;
const MANTISSA_DIGITS_MAX = 16;
/** Of the greatest number, 1.797…e+308, behind the point. */
const GREATEST_FRACTION = '7976931348623157';

const DIGIT = oneOf(range('0', '9'));
const ANY_DIGITS = repeated(DIGIT);
const FRACTION = sequence(text('.'), repeated(DIGIT, 1, FRACTION_DIGITS_MAX));
const MANTISSA = sequence(
  oneOf(range('1', '9')),
  optional(sequence(text('.'), repeated(DIGIT, 1, MANTISSA_DIGITS_MAX))),
);

/** All numbers that fit the schema; null where there are none. Limits beyond 10^21, or within 10^-6 of 0, are narrowed. */
export function numberText(draft: Draft, schema: ParamSchema): Expression | null {
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = schema;
  const whole = schema.type === 'integer';
  const positive = maximum < 0 ? [] : fromZero(draft, Math.max(minimum, 0), maximum, whole);
  const negative = minimum >= 0 ? [] : fromZero(draft, Math.max(-maximum, 0), -minimum, whole);
  const options = [...positive, ...negative.map((option) => sequence(text('-'), option))];
  return options.length > 0 ? choice(...options) : null;
}

/** The numbers from `min` (0 or more) to `max`, without a sign. */
function fromZero(draft: Draft, min: number, max: number, whole: boolean): readonly Expression[] {
  if (min > Number(WHOLE_MAX)) return [];
  const [low, lowFraction] = decimal(min, true);
  const [high, highFraction] = decimal(max, false);
  const options: Expression[] = [];
  if (whole) {
    const from = lowFraction === '' ? low : low + 1n;
    if (from <= high) options.push(wholeBetween(from, high));
  } else if (low === high && lowFraction <= highFraction) {
    options.push(sequence(text(String(low)), fractionBetween(lowFraction, highFraction)));
  } else if (low < high) {
    const from = lowFraction === '' ? low : low + 1n;
    const to = max === Number.POSITIVE_INFINITY ? high : high - 1n;
    if (lowFraction !== '') options.push(sequence(text(String(low)), fractionBetween(lowFraction, null)));
    if (from <= to) options.push(sequence(wholeBetween(from, to), optional(FRACTION)));
    if (to < high) options.push(sequence(text(String(high)), fractionBetween('', highFraction)));
  }
  if (!whole && min === 0 && max >= TINY) options.push(small(draft));
  if (max === Number.POSITIVE_INFINITY) options.push(great(draft));
  return options;
}

/** From 10^21 up to the greatest number. */
function great(draft: Draft): Expression {
  return shared(draft, 'great number', 'great-number', () =>
    choice(
      sequence(MANTISSA, text('e+'), wholeBetween(BigInt(WHOLE_DIGITS_MAX), EXPONENT_MAX - 1n)),
      sequence(text('1'), fractionBetween('', GREATEST_FRACTION), text(`e+${EXPONENT_MAX}`)),
    ),
  );
}

/** Above 0 and below 10^-6. */
function small(draft: Draft): Expression {
  return shared(draft, 'small number', 'small-number', () =>
    sequence(MANTISSA, text('e-'), wholeBetween(7n, SMALL_EXPONENT_MAX)),
  );
}

/** A limit as its whole part and the digits behind the point, without zeros at their end. */
function decimal(limit: number, isLower: boolean): readonly [bigint, string] {
  if (limit > Number(WHOLE_MAX)) return [WHOLE_MAX, ''];
  if (limit < TINY) return limit > 0 && isLower ? [0n, '000001'] : [0n, ''];
  const [whole = '0', fraction = ''] = String(limit).split('.');
  return [BigInt(whole), fraction];
}

/** Whole numbers from `min` (0 or more) to `max`, without zeros before them. */
function wholeBetween(min: bigint, max: bigint): Expression {
  const options: Expression[] = [];
  /** Lengths of which every number fits: from, to. */
  let full: readonly [number, number] | null = null;
  for (let length = String(min).length; length <= String(max).length; length++) {
    const least = length === 1 ? 0n : 10n ** BigInt(length - 1);
    const most = 10n ** BigInt(length) - 1n;
    if (length > 1 && min <= least && most <= max) full = [full?.[0] ?? length, length];
    else {
      const from = String(min > least ? min : least);
      options.push(sameLength(from, String(max < most ? max : most)));
    }
  }
  if (full) options.push(sequence(oneOf(range('1', '9')), repeated(DIGIT, full[0] - 1, full[1] - 1)));
  return choice(...options);
}

/** Digits from `min` to `max`, which have the same length. */
function sameLength(min: string, max: string): Expression {
  if (/^0*$/.test(min) && /^9*$/.test(max)) return repeated(DIGIT, min.length, min.length);
  const [low, lows] = [min.charAt(0), min.slice(1)];
  const [high, highs] = [max.charAt(0), max.slice(1)];
  if (low === high) return sequence(text(low), sameLength(lows, highs));
  const from = Number(low) + (/^0*$/.test(lows) ? 0 : 1);
  const to = Number(high) - (/^9*$/.test(highs) ? 0 : 1);
  const options: Expression[] = [];
  if (from > Number(low)) options.push(sequence(text(low), sameLength(lows, '9'.repeat(lows.length))));
  if (from <= to) options.push(sequence(digits(from, to), repeated(DIGIT, lows.length, lows.length)));
  if (to < Number(high)) options.push(sequence(text(high), sameLength('0'.repeat(highs.length), highs)));
  return choice(...options);
}

/**
 * A point and digits, from the fraction `min` to `max` (null: any); nothing at all, where 0 fits.
 * Both are without zeros at their end, and the empty one is 0.
 */
function fractionBetween(min: string, max: string | null): Expression {
  if (max === '') return text('');
  const fraction = sequence(text('.'), fractionDigits(min, max));
  return min === '' ? optional(fraction) : fraction;
}

/**
 * At least one digit. Each option shares some digits with a limit and then leaves it: side by side rather than one inside
 * the other, for some engines do not nest as deep as numbers are long.
 */
function fractionDigits(min: string, max: string | null): Expression {
  if (min === '' && max === null) return repeated(DIGIT, 1, FRACTION_DIGITS_MAX);
  const common = max === null ? '' : commonStart(min, max);
  const [lows, highs] = [min.slice(common.length), max === null ? null : max.slice(common.length)];
  const low = lows === '' ? -1 : Number(lows.charAt(0));
  const high = highs === null ? 10 : Number(highs.charAt(0));
  const options = [];
  if (lows === '' && common !== '') options.push(text(common));
  if (low + 1 < high) options.push(sequence(text(common), digits(low + 1, high - 1), ANY_DIGITS));
  if (lows !== '') options.push(...above(common, lows));
  if (highs !== null && highs !== '') options.push(...below(common, highs));
  return choice(...options);
}

/** Fractions that begin with the first digit of `limit`, and are as great or greater. */
function above(before: string, limit: string): readonly Expression[] {
  const options = [sequence(text(before + limit), ANY_DIGITS)];
  for (let at = 1; at < limit.length; at++) {
    const digit = Number(limit.charAt(at));
    if (digit < 9) options.push(sequence(text(before + limit.slice(0, at)), digits(digit + 1, 9), ANY_DIGITS));
  }
  return options;
}

/** Fractions that begin with the first digit of `limit`, and are as small or smaller. */
function below(before: string, limit: string): readonly Expression[] {
  const options = [text(before + limit)];
  for (let at = 1; at < limit.length; at++) {
    const digit = Number(limit.charAt(at));
    const start = text(before + limit.slice(0, at));
    options.push(digit > 0 ? sequence(start, optional(sequence(digits(0, digit - 1), ANY_DIGITS))) : start);
  }
  return options;
}

function commonStart(one: string, other: string): string {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return one.slice(0, length);
}

function digits(from: number, to: number): Expression {
  return from === to ? text(String(from)) : oneOf(range(String(from), String(to)));
}
