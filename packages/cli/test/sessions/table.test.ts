/** The table on terminals of any width, with titles that would harm it. */
import type { SessionSummary } from '@tagma/history';
import { widthOf } from '@tagma/tui';
import { expect, test } from 'vitest';
import { sessionRows } from '../../src/sessions/table.ts';

const AT = new Date(2026, 10, 20, 20, 11).getTime();

function session(more: Partial<SessionSummary> = {}): SessionSummary {
  const file = `/h/${more.session ?? '2026-11-20T20-11-49-a1b2c3'}.xml`;
  return {
    ...{ ok: true, session: '2026-11-20T20-11-49-a1b2c3', file, bytes: 30_134, folder: '/project', title: 'fix it' },
    ...{ startedAt: AT, changedAt: AT, model: 'qwen3', prompts: 2, replies: 4, tokens: 12_345, cost: null },
    ...{ state: 'ended', torn: false, parent: null, ...more },
  } as SessionSummary;
}

test('all columns, where nothing is cut', () => {
  const rows = sessionRows([session(), session({ title: '', torn: true, cost: 0.25 })], null, AT, true);
  expect(rows).toEqual([
    'id                          when          project   title   model  turns  tokens  cost  state         size',
    '2026-11-20T20-11-49-a1b2c3  Nov 20 20:11  /project  fix it  qwen3      2     12k        ended        30 kB',
    '2026-11-20T20-11-49-a1b2c3  Nov 20 20:11  /project  –       qwen3      2     12k  0.25  ended, torn  30 kB',
  ]);
});

test.each([
  [
    120,
    'id                          when          title                                       model  turns  tokens  state   size',
  ],
  [80, 'id                          when          title                     turns  state'],
  [40, 'id                          title'],
])('on %d columns', (width, head) => {
  const rows = sessionRows([session({ title: 'x'.repeat(300) })], width, AT, false);
  expect(rows[0]).toBe(head);
  expect(Math.max(...rows.map(widthOf))).toBe(width);
});

test.each([
  ['wide signs', '漢字仮名交じり文'.repeat(20)],
  ['emoji', '👩‍👩‍👧‍👦🇪🇺'.repeat(40)],
  ['accents', 'e\u0301'.repeat(200)],
])('%s are cut where they end', (_, title) => {
  for (const width of [60, 61, 62, 100]) {
    for (const row of sessionRows([session({ title })], width, AT, false))
      expect(widthOf(row)).toBeLessThanOrEqual(width);
  }
});

test('what a terminal would obey is shown', () => {
  const [, row] = sessionRows([session({ title: 'a\u001b[2J\rb\tc\u202ed', model: '\u0007' })], null, AT, false);
  expect(row).toContain('a␛[2J␍b␉c<U+202E>d  ␇ ');
});
