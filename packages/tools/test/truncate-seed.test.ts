/** The 14 scenarios of the seed for truncation (J.8), by their numbers; and that no character is ever cut. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  createRegistry,
  OUTPUT_BYTES_MAX,
  type Truncation,
  truncateHead,
  truncateLine,
  truncateTail,
} from '../src/index.ts';
import { numbered, workspace } from './workspace.ts';

const lines = (count: number, bytes: number) => `${'x'.repeat(bytes - 1)}\n`.repeat(count);

type Row = readonly [title: string, result: Truncation, expected: Partial<Truncation>];

const ROWS: readonly Row[] = [
  ['1.1 a short head', truncateHead(lines(10, 10)), { content: lines(10, 10), truncated: false, truncatedBy: null }],
  [
    '1.2 a head of too many lines',
    truncateHead(lines(2_500, 2)),
    { truncated: true, truncatedBy: 'lines', totalLines: 2_500, outputLines: 2_000, linesMax: 2_000 },
  ],
  [
    '1.3 a head of too many bytes',
    truncateHead(lines(100, 1_024)),
    { truncated: true, truncatedBy: 'bytes', totalBytes: 102_400, outputLines: 50, outputBytes: 50 * 1_024 - 1 },
  ],
  [
    '1.4 a first line that is too long',
    truncateHead('x'.repeat(OUTPUT_BYTES_MAX + 1)),
    { content: '', truncated: true, truncatedBy: 'bytes', firstLineExceedsLimit: true, outputLines: 0 },
  ],
  ['1.5 nothing', truncateHead(''), { content: '', truncated: false, totalLines: 0, outputLines: 0 }],
  ['2.1 a short tail', truncateTail(lines(10, 10)), { content: lines(10, 10), truncated: false }],
  [
    '2.2 a tail of too many lines',
    truncateTail(numbered(1, 3_000)),
    { truncatedBy: 'lines', content: numbered(1_001, 3_000).trimEnd(), outputLines: 2_000 },
  ],
  [
    '2.3 a tail of too many bytes',
    truncateTail(lines(100, 1_024)),
    { truncatedBy: 'bytes', outputLines: 50, lastLinePartial: false },
  ],
  [
    '2.4 a last line in Chinese that is too long',
    truncateTail('你'.repeat(20_000)),
    { lastLinePartial: true, content: '你'.repeat(17_066), outputBytes: 51_198, bytesMax: 51_200 },
  ],
  ['2.5 exactly as many lines as allowed', truncateTail(lines(2_000, 2)), { truncated: false, outputLines: 2_000 }],
  ['2.5 exactly as many bytes', truncateTail(lines(50, 1_024)), { truncated: false, outputBytes: 51_200 }],
];

describe('the scenarios', () => {
  test.each(ROWS)('%s', (_, result, expected) => {
    expect(result).toMatchObject(expected);
  });

  test('3.1 a short line', () => {
    const line = 'x'.repeat(100);
    expect(truncateLine(line, 500)).toEqual({ content: line, truncated: false, truncatedBy: null });
  });

  test('3.2 a long line', () => {
    const cut = { content: 'x'.repeat(500), truncated: true, truncatedBy: 'characters' };
    expect(truncateLine('x'.repeat(800), 500)).toEqual(cut);
  });

  test('4.1 what read says leads to the next line', async () => {
    const { context } = workspace({ 'a.txt': numbered(1, 2_500) });
    const registry = createRegistry();
    const { notes } = await registry.run('read', { path: 'a.txt' }, context);
    expect(notes).toEqual(['showing lines 1-2000 of 2500; continue with offset=2001']);
    const { content } = await registry.run('read', { path: 'a.txt', offset: 2_001 }, context);
    expect(content).toBe(numbered(2_001, 2_500));
  });

  test('4.2 what bash says has the limit and the size', async () => {
    const { context } = workspace({ 'large.log': lines(80, 1_024) });
    const { notes } = await createRegistry().run('bash', { command: 'cat large.log' }, context);
    expect(notes?.join('\n')).toMatch(/of 80 .*50 KB/);
  });
});

describe('what a person sees as one character is not cut', () => {
  const FAMILY = '👨‍👩‍👧‍👦';
  test.each([
    ['a letter with its accents', 'abe\u0301\u0323', 4, 'ab'],
    ['a family', `a${FAMILY}b`, 5, 'a'],
    ['a flag after another', '🇩🇪🇫🇷', 6, '🇩🇪'],
    ['CR with LF', 'a\r\nb', 2, 'a'],
    ['Hangul in parts', 'a\u1112\u1161\u11ab', 3, 'a'],
    ['one that alone is longer than the limit', FAMILY, 4, '👨‍'],
    ['and no half of a pair of it', FAMILY, 1, ''],
  ])('%s', (_, line, max, expected) => {
    expect(truncateLine(line, max).content).toBe(expected);
  });

  test('at the end of a text', () => {
    const limits = { linesMax: 9, bytesMax: 12 };
    expect(truncateTail(`aaaa${FAMILY}bcd`, limits).content).toBe('bcd');
    expect(truncateTail(`${FAMILY}`, limits).content).toBe('\u200d👧\u200d👦'.slice(1));
  });

  const units = fc.constantFrom('a', ' ', '\n', '\r\n', 'é', 'e\u0301', '你', '🌍', FAMILY, '🇩🇪', '\u0301', '\u200d');
  const texts = fc.string({ unit: units, maxLength: 30 });
  const isBetween = (text: string, at: number) => {
    const starts = [...new Intl.Segmenter('en').segment(text)].map(({ index }) => index);
    return at === text.length || starts.includes(at);
  };

  test('for any text and limit', () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 60 }), (text, max) => {
        const line = text.replaceAll('\n', '');
        const { content } = truncateLine(line, max);
        expect(content.length).toBeLessThanOrEqual(max);
        expect(line.startsWith(content)).toBe(true);
        const [first = ''] = [...new Intl.Segmenter('en').segment(line)].map(({ segment }) => segment);
        if (first.length <= max) expect(isBetween(line, content.length)).toBe(true);

        const tail = truncateTail(text, { linesMax: 5, bytesMax: max });
        expect(Buffer.byteLength(tail.content)).toBeLessThanOrEqual(max);
        const last = text.endsWith('\n') ? text.slice(0, -1) : text;
        const end = [...new Intl.Segmenter('en').segment(last)].map(({ segment }) => segment).at(-1) ?? '';
        if (tail.lastLinePartial && Buffer.byteLength(end) <= max) {
          expect(isBetween(last, last.length - tail.content.length)).toBe(true);
        }
      }),
      { numRuns: 1_000 },
    );
  });
});
