/** The model's list of steps on the screen. */
import type { TodoItem } from '@tagma/core';
import { describe, expect, test } from 'vitest';
import { checklist, itemsIn, liveChecklist } from '../../src/transcript/checklist.ts';
import { Screen } from '../model-screen.ts';

const item = (text: string, status: TodoItem['status'] = 'open'): TodoItem => ({ text, status });
const words = (lines: readonly (readonly { readonly text: string }[])[]) =>
  lines.map((line) => line.map(({ text }) => text).join(''));
const TEN = Array.from({ length: 10 }, (_, i) => item(`step ${i + 1}`, i < 4 ? 'done' : i === 4 ? 'doing' : 'open'));

test('each item has a mark, and stays on its line', () => {
  expect(words(checklist([item('a'), item('b', 'doing'), item('c\n\x1b[2J', 'done')], '  '))).toEqual([
    ...['  [ ] a', '  [>] b', '  [x] c␊␛[2J'],
  ]);
});

describe('above the composer', () => {
  const rows: readonly (readonly [
    title: string,
    items: readonly TodoItem[],
    rows: number,
    shown: readonly string[],
  ])[] = [
    ['no list', [], 5, []],
    ['all is done', [item('a', 'done')], 5, []],
    ['no room', [item('a')], 0, []],
    [
      'what does not fit into its row',
      [item('a'.repeat(31)), item(`${'a'.repeat(30)}中`)],
      5,
      ['steps · 0 of 2 done', `[ ] ${'a'.repeat(31)}`, `[ ] ${'a'.repeat(30)}…`],
    ],
    ['a short list', [item('a', 'done'), item('b')], 5, ['steps · 1 of 2 done', '[x] a', '[ ] b']],
    [
      'a long one: around what is being done',
      TEN,
      3,
      ['steps · 4 of 10 done · 7 not shown', '[x] step 4', '[>] step 5', '[ ] step 6'],
    ],
    [
      'the end of a long one',
      TEN.map((one, i) => item(one.text, i < 9 ? 'done' : 'open')),
      3,
      ['steps · 9 of 10 done · 7 not shown', '[x] step 8', '[x] step 9', '[ ] step 10'],
    ],
  ];
  test.each(rows)('%s', (_title, items, room, shown) => {
    expect(words(liveChecklist(items, { rows: room, columns: 35 }))).toEqual(shown);
  });
});

test('what is no item is shown as it came', () => {
  expect(itemsIn({ items: ['look', { text: 'b', status: 'later' }] })).toEqual([item('"look"'), item('b')]);
  expect(itemsIn({ items: 'look' })).toBe(null);
});

test('on the screen it stays above the rule until all is done, and the transcript has it too', () => {
  const screen = new Screen({ columns: 60, rows: 30 }).keys('go<enter>');
  const send = (items: readonly TodoItem[]) =>
    screen.session.reply(`<action tool="todo"><items>${JSON.stringify(items)}</items></action>`);
  send([item('look', 'done'), item('mend', 'doing')]);
  const rows = screen.rows();
  const rule = rows.findIndex((row) => /^─+$/.test(row));
  expect(rows.slice(rule - 3, rule)).toEqual(['steps · 1 of 2 done', '[x] look', '[>] mend']);
  expect(rows).toContain('  [>] mend');
  send([item('look', 'done'), item('mend', 'done')]);
  expect(screen.rows().some((row) => row.startsWith('steps'))).toBe(false);
});
