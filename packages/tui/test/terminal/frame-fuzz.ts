/** Frames made of all that could leave residue or be obeyed: by fast-check, so that a failure shrinks. */
import fc from 'fast-check';
import { cellsOf, type Frame } from '../../src/text/cells.ts';
import type { Line, Span } from '../../src/text/line.ts';
import { ROLES } from '../../src/theme/roles.ts';
import { breakRows, EMOJI } from '../text/unicode.ts';

const CLUSTERS = breakRows().flatMap(({ clusters }) => clusters);

/** Signs of every kind of width. */
const sign = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...'abc xyz  -') },
  { weight: 2, arbitrary: fc.constantFrom(...'中文字あア가Ａ｡') },
  { weight: 2, arbitrary: fc.constantFrom(...EMOJI) },
  { weight: 1, arbitrary: fc.constantFrom(...CLUSTERS) },
  { weight: 1, arbitrary: fc.constantFrom('\t', '\x1b', '\u202e', '\u200b', '─', '✓', '⚠', '…', 'e\u0301', '🇨🇭', '🇨') },
);
export const calmText = fc.array(sign, { maxLength: 8 }).map((signs) => signs.join(''));

/** What a terminal obeys, cut in pieces. */
const attack = fc.constantFrom(
  ...[
    '\x1b]52;c;eA==\x07',
    '\x1b[2J',
    '\x1b[?1049l',
    '\x9b31m',
    '\x1bP1$r\x1b\\',
    '\x1b',
    '\x9d0;x\x9c',
    '\x07',
    '\x08',
    '\r\n',
    '\0',
  ],
  ...[
    '\x1b]8;;https://a\x1b\\',
    '\x1bc',
    '\u2066',
    '\u200f',
    '\ud800',
    '\x7f',
    '\u0085',
    '\u2028',
    '\x0e',
    '\x1b[6n',
    '\x05',
  ],
);
export const hostileText = fc
  .array(fc.oneof(attack, sign, fc.string({ unit: 'binary', maxLength: 4 })), { maxLength: 6 })
  .map((parts) => parts.join(''));

/** Addresses, good and bad. */
const link = fc.oneof(
  fc.constantFrom(
    'https://example.org/a',
    'mailto:a@example.org',
    'https://example.org/\x1b\\',
    'javascript:x',
    'https://é.org/\u202e',
  ),
  hostileText.map((text) => `https://example.org/${text}`),
  hostileText,
);

export function frames(text: fc.Arbitrary<string>, columns: number, rows: number): fc.Arbitrary<Frame> {
  const span = fc.record(
    { text: text.map((each) => each.replaceAll('\n', '')), role: fc.constantFrom(...ROLES), link },
    { requiredKeys: ['text', 'role'] },
  ) as fc.Arbitrary<Span>;
  const line: fc.Arbitrary<Line> = fc.array(span, { maxLength: 4 });
  const caret = fc.option(fc.record({ row: fc.nat(rows - 1), column: fc.nat(columns - 1) }), { nil: null });
  return fc.tuple(fc.array(line, { minLength: rows, maxLength: rows }), caret).map(([lines, at]) => ({
    size: { columns, rows },
    rows: lines.map((each) => cellsOf(each, columns)),
    caret: at,
  }));
}
