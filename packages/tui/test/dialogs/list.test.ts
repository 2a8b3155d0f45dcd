/** A list to choose from: what is found, what is chosen, and how it looks. */
import { visible } from '@tagma/protocol';
import { describe, expect, test } from 'vitest';
import { BLANK_COMPOSER, insert } from '../../src/composer/composer.ts';
import { deleteLeft } from '../../src/composer/edits.ts';
import {
  type ChoiceList,
  chosenBy,
  chosenOf,
  foundIn,
  listOf,
  withChoices,
  withChosen,
  withQuery,
} from '../../src/dialogs/list.ts';
import { listCaret, listLines } from '../../src/dialogs/list-rows.ts';
import { widthOf } from '../../src/text/glyphs.ts';

const COLOURS = ['red', 'green', 'blue', 'yellow', 'dark red', 'cyan', 'white', 'black', 'grey'];
const choices = COLOURS.map((label) => ({ id: label, label }));
const colours = listOf('colours', 'Enter takes one.', choices);
const typed = (list: ChoiceList, text: string): ChoiceList => withQuery(list, (query) => insert(query, text));
const rows = (list: ChoiceList, columns = 40, height = 20): string[] =>
  listLines(list, columns, height).map((each) => each.map(({ text }) => text).join(''));

describe('choosing', () => {
  test.each([
    [0, 'red'],
    [1, 'green'],
    [-1, 'red'],
    [8, 'grey'],
    [100, 'grey'],
    [Number.NEGATIVE_INFINITY, 'red'],
    [Number.POSITIVE_INFINITY, 'grey'],
  ])('%i further down: %s', (by, chosen) => {
    expect(chosenOf(chosenBy(colours, by))?.id).toBe(chosen);
  });

  test('in a list without choices', () => {
    const bare = listOf('none', '', []);
    expect([chosenOf(chosenBy(bare, 3)), chosenBy(bare, 3).chosen]).toEqual([null, 0]);
  });

  test('by what it is called', () => {
    expect([chosenOf(withChosen(colours, 'blue'))?.id, chosenOf(withChosen(colours, 'pink'))?.id]).toEqual([
      'blue',
      'red',
    ]);
  });

  test('what was chosen stays so when the choices change, and what is new is not chosen', () => {
    const blue = withChosen(colours, 'blue');
    const more = [{ id: 'pink', label: 'pink' }, ...choices];
    expect(chosenOf(withChoices(blue, more))?.id).toBe('blue');
    expect(chosenOf(withChoices(blue, choices.slice(3)))?.id).toBe('yellow');
    expect(chosenOf(withChoices(listOf('later', '', null), more))?.id).toBe('pink');
  });
});

describe('typing', () => {
  test('finds, the best first, and chooses that', () => {
    const found = typed(chosenBy(colours, 5), 'red');
    expect([foundIn(found).map(({ id }) => id), found.chosen]).toEqual([['red', 'dark red'], 0]);
  });

  test('in the detail too, after what is found so in a label', () => {
    const list = listOf('', '', [
      { id: 'a', label: 'one', detail: 'the red one' },
      { id: 'b', label: 'hundred' },
      { id: 'c', label: 'two' },
    ]);
    expect(foundIn(typed(list, 'red')).map(({ id }) => id)).toEqual(['b', 'a']);
    expect(foundIn(typed(list, 'one red')).map(({ id }) => id)).toEqual(['a']);
  });

  test('and taking it back finds all again', () => {
    const list = withQuery(typed(colours, 'x'), deleteLeft);
    expect([foundIn(typed(colours, 'x')), foundIn(list)]).toEqual([[], choices]);
  });

  test('keeps the choice where only the caret moves', () => {
    const found = chosenBy(typed(colours, 'red'), 1);
    expect(chosenOf(withQuery(found, (query) => ({ ...query, caret: 0 })))?.id).toBe('dark red');
  });

  test('a newline, as a paste may bring, is a blank', () => {
    expect(typed(colours, 'dark\nred').query.text).toBe('dark red');
  });
});

describe('what is shown', () => {
  test('of many, the row for the query and how many there are', () => {
    expect(rows(chosenBy(colours, 1), 40, 8)).toEqual([
      'colours · 2 of 9',
      'Enter takes one.',
      'find: ',
      '',
      '  red',
      '› green',
      '  blue',
      '  yellow',
    ]);
    expect(listCaret(colours, 40, 8)).toEqual({ row: 2, column: 6 });
  });

  test('of few, neither', () => {
    const few = listOf('colours', 'Enter takes one.', choices.slice(0, 2));
    expect(rows(few)).toEqual(['colours · 1 of 2', 'Enter takes one.', '', '› red', '  green']);
    expect(listCaret(few, 40, 20)).toBeNull();
  });

  test('what is typed, and what it finds', () => {
    const found = typed(colours, 'red');
    expect(rows(found)).toEqual([
      'colours · 1 of 2 found, of 9',
      'Enter takes one.',
      'find: red',
      '',
      '› red',
      '  dark red',
    ]);
    expect(listCaret(found, 40, 20)).toEqual({ row: 2, column: 9 });
  });

  test.each([
    [
      'nothing answers',
      typed(colours, 'zzz'),
      ['colours · none of 9', 'find: zzz', '  Nothing answers to what is typed.'],
    ],
    ['there is nothing', listOf('colours', '', []), ['colours', '  There is nothing here.']],
    ['they are being looked for', listOf('colours', '', null), ['colours', '  …']],
  ])('%s', (_title, list, expected) => {
    expect(rows({ ...list, hint: '' }).filter((row) => row !== '')).toEqual(expected);
  });

  test('the chosen one is in view, whatever the height', () => {
    for (let height = 1; height < 14; height++) {
      for (let at = 0; at < COLOURS.length; at++) {
        const shown = rows(chosenBy(colours, at), 40, height);
        expect(shown.length).toBeLessThanOrEqual(height);
        if (height > 2) expect(shown).toContain(`› ${COLOURS[at]}`);
      }
    }
  });

  test('details in a column, notes at the edge, cut where there is no room', () => {
    const list = listOf('keys', '', [
      { id: 'a', label: '/model', detail: 'which model is asked', note: 'F9' },
      { id: 'b', label: '修复', detail: 'mend all of it at once, and then some' },
      { id: 'c', label: 'a label that takes more than half of the row', detail: 'cut', note: 'Ctrl+X' },
    ]);
    expect(rows(list)).toEqual([
      'keys · 1 of 3',
      '',
      '› /model            which model is …  F9',
      '  修复              mend all of it at o…',
      '  a label that ta…  cut           Ctrl+X',
      ...Array.from({ length: 13 }, () => ''),
      '/model: which model is asked',
      '',
    ]);
  });

  test('what is cut of the chosen one stands below the list, where there is room', () => {
    const long = ['one', 'two'].map((word) => ({ id: word, label: `${word} ${'and so on '.repeat(8)}` }));
    expect(rows(listOf('long', '', long), 40, 12).slice(-3)).toEqual([
      '',
      'one and so on and so on and so on and so',
      'on and so on and so on and so on and so',
    ]);
    expect(rows(listOf('long', '', long), 40, 8)).toEqual([
      'long · 1 of 2',
      '',
      '› one and so on and so on and so on and…',
      '  two and so on and so on and so on and…',
    ]);
  });

  test.each([20, 30, 40, 60, 100])('in %i columns no row is wider than that', (columns) => {
    const wide = ['one', 'a label of some length', '修'.repeat(40)].flatMap((label, index) =>
      ['', 'short', 'a detail that says a lot more than there is room for on most screens'].flatMap((detail) =>
        ['', 'F1', '3 minutes ago · 4.2 kB'].map((note) => ({ id: `${index}${detail}${note}`, label, detail, note })),
      ),
    );
    const list = listOf('wide', '', wide);
    for (const row of rows(list, columns, 40)) expect(widthOf(row)).toBeLessThanOrEqual(columns);
  });

  test('headings, while nothing is typed', () => {
    const list = listOf('grouped', '', [
      { id: 'a', label: 'one', group: 'first' },
      { id: 'b', label: 'two', group: 'first' },
      { id: 'c', label: 'one more', group: 'second' },
    ]);
    expect(rows(list)).toEqual(['grouped · 1 of 3', '', 'first', '› one', '  two', 'second', '  one more']);
    expect(rows(typed(list, 'one'))).toEqual(['grouped · 1 of 2 found, of 3', 'find: one', '', '› one', '  one more']);
  });

  test('no control of a label or of what is pasted reaches the terminal', () => {
    const list = typed(
      listOf('a', '', [{ id: 'a', label: 'a\n\x1b[31mb\u202e', detail: '\x07', note: '\x9b' }]),
      'a\x1b',
    );
    const shown = rows({ ...list, query: BLANK_COMPOSER }).join('|');
    expect(visible(shown)).toBe(shown);
    expect(rows(list).join('|')).toContain('find: a␛');
  });

  test('of a long query its end', () => {
    const list = typed(colours, 'x'.repeat(60));
    expect(rows(list, 20)[2]).toBe(`find: …${'x'.repeat(12)}`);
    expect(listCaret(list, 20, 20)).toEqual({ row: 2, column: 19 });
  });
});

test('10,000 choices are searched while a person waits for nothing', () => {
  const many = listOf(
    'many',
    '',
    Array.from({ length: 10_000 }, (_, index) => ({ id: `${index}`, label: `src/file-${index}.ts` })),
  );
  const began = performance.now();
  const found = typed(many, 'sf9 ts');
  expect(foundIn(found).length).toBeGreaterThan(1_000);
  listLines(found, 120, 40);
  expect(performance.now() - began).toBeLessThan(2_000);
});
