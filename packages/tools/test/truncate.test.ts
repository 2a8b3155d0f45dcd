import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type TextLimits, type Truncation, truncateHead, truncateLine, truncateTail } from '../src/truncate.ts';

const LIMITS: TextLimits = { linesMax: 3, bytesMax: 10 };

type Row = readonly [title: string, text: string, expected: Partial<Truncation>];

const whole = { truncated: false, truncatedBy: null, lastLinePartial: false, firstLineExceedsLimit: false } as const;

describe('truncateHead keeps the beginning', () => {
  const rows: Row[] = [
    ['an empty text', '', { ...whole, content: '', totalLines: 0, outputLines: 0, outputBytes: 0 }],
    [
      'a short text, its last newline included',
      'a\nb\n',
      { ...whole, content: 'a\nb\n', totalLines: 2, outputLines: 2 },
    ],
    ['exactly as many lines as allowed', 'a\nb\nc\n', { ...whole, content: 'a\nb\nc\n', outputLines: 3 }],
    ['exactly as many bytes as allowed', '0123456789', { ...whole, content: '0123456789', outputBytes: 10 }],
    [
      'a line too many',
      'a\nb\nc\nd',
      { truncated: true, truncatedBy: 'lines', content: 'a\nb\nc', totalLines: 4, outputLines: 3 },
    ],
    [
      'a byte too many',
      'abcd\nefgh\ni',
      { truncated: true, truncatedBy: 'bytes', content: 'abcd\nefgh', outputLines: 2, outputBytes: 9 },
    ],
    [
      'a last newline too many',
      '0123456789\n',
      { truncated: true, truncatedBy: 'bytes', content: '0123456789', outputLines: 1 },
    ],
    [
      'bytes, not characters',
      'ééé\néé\n',
      { truncated: true, truncatedBy: 'bytes', content: 'ééé', outputBytes: 6, totalBytes: 12 },
    ],
    [
      'a first line that is too long',
      '01234567890\na',
      { truncatedBy: 'bytes', content: '', firstLineExceedsLimit: true, outputLines: 0 },
    ],
  ];
  test.each(rows)('%s', (_, text, expected) => {
    expect(truncateHead(text, LIMITS)).toMatchObject(expected);
  });
});

describe('truncateTail keeps the end', () => {
  const rows: Row[] = [
    ['an empty text', '', { ...whole, content: '', totalLines: 0, outputLines: 0 }],
    ['a short text, its last newline included', 'a\nb\n', { ...whole, content: 'a\nb\n', outputLines: 2 }],
    ['exactly as many bytes as allowed', '0123456789', { ...whole, content: '0123456789', outputBytes: 10 }],
    [
      'a line too many',
      'a\nb\nc\nd\n',
      { truncated: true, truncatedBy: 'lines', content: 'b\nc\nd', totalLines: 4, outputLines: 3 },
    ],
    [
      'empty lines are lines',
      '\n\n\n\n',
      { truncated: true, truncatedBy: 'lines', content: '\n\n', totalLines: 4, outputLines: 3 },
    ],
    [
      'a byte too many',
      'i\nabcd\nefgh',
      { truncated: true, truncatedBy: 'bytes', content: 'abcd\nefgh', outputLines: 2 },
    ],
    [
      'a last line that is too long',
      'a\n0123456789X\n',
      { truncatedBy: 'bytes', content: '123456789X', lastLinePartial: true, outputLines: 1 },
    ],
    [
      'a character of three bytes at the cut',
      `${'你'.repeat(5)}a`,
      { content: '你你你a', outputBytes: 10, lastLinePartial: true },
    ],
    ['a surrogate pair at the cut', `${'🌍'.repeat(3)}a`, { content: '🌍🌍a', outputBytes: 9, lastLinePartial: true }],
  ];
  test.each(rows)('%s', (_, text, expected) => {
    expect(truncateTail(text, LIMITS)).toMatchObject(expected);
  });
});

test('the defaults are 2,000 lines and 50 KB', () => {
  expect(truncateHead('x\n'.repeat(2_000)).truncatedBy).toBe(null);
  expect(truncateHead('x\n'.repeat(2_001))).toMatchObject({ truncatedBy: 'lines', outputLines: 2_000 });
  expect(truncateTail('x'.repeat(51_200)).truncatedBy).toBe(null);
  expect(truncateTail('x'.repeat(51_201))).toMatchObject({ truncatedBy: 'bytes', outputBytes: 51_200 });
});

describe('truncateLine', () => {
  test.each([
    ['a short line is kept', 'abc', 3, { content: 'abc', truncated: false, truncatedBy: null }],
    ['a long one is cut', 'abcd', 3, { content: 'abc', truncated: true, truncatedBy: 'characters' }],
    ['a pair is not', 'ab🌍', 3, { content: 'ab', truncated: true, truncatedBy: 'characters' }],
  ] as const)('%s', (_, line, max, expected) => {
    expect(truncateLine(line, max)).toEqual(expected);
  });
});

describe('for any text and limits', () => {
  const texts = fc.string({ unit: fc.constantFrom('a', '\n', 'é', '你', '🌍', '\r'), maxLength: 60 });
  const limits = fc.record({ linesMax: fc.integer({ min: 1, max: 8 }), bytesMax: fc.integer({ min: 1, max: 40 }) });

  test.each([
    ['truncateHead', truncateHead, (text: string, part: string) => text.startsWith(part)],
    [
      'truncateTail',
      truncateTail,
      (text: string, part: string) => part === text || text.replace(/\n$/, '').endsWith(part),
    ],
  ] as const)('%s keeps its limits, counts what it keeps and cuts no character', (_, truncate, isPart) => {
    fc.assert(
      fc.property(texts, limits, (text, limit) => {
        const result = truncate(text, limit);
        expect(Buffer.byteLength(result.content)).toBe(result.outputBytes);
        expect(result.outputBytes).toBeLessThanOrEqual(limit.bytesMax);
        expect(result.outputLines).toBeLessThanOrEqual(limit.linesMax);
        expect(isPart(text, result.content)).toBe(true);
        expect(Buffer.from(result.content).toString()).toBe(result.content);
        expect(result.truncated).toBe(result.content !== text);
        expect(result.truncatedBy === null).toBe(!result.truncated);
      }),
    );
  });
});
