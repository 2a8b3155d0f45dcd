/** Questions on the whole screen, without a terminal: what is drawn, what keys and clicks answer, and what is never shown. */
import { describe, expect, test } from 'vitest';
import { type Asked, type Form, questionPut, startForm, workBegun, workTold } from '../../src/form/form.ts';
import { type FormAct, pressForm } from '../../src/form/press.ts';
import { viewForm } from '../../src/form/rows.ts';
import type { Pressed } from '../../src/screen/viewer.ts';
import type { Size } from '../../src/text/cells.ts';
import { text } from '../model-screen.ts';

const PLAIN: Asked = {
  ...{ title: 'Which?', note: '', lines: [], choices: [], takes: 'choice', usual: '', canGoBack: true },
};
const CHOICES = ['apple', 'pear', 'plum'].map((id) => ({ id, label: id, says: `a ${id} tree` }));
const FRUIT: Asked = { ...PLAIN, choices: CHOICES, takes: 'text' };
const SECRET: Asked = { ...PLAIN, title: 'The key', takes: 'secret' };
const AGREED: Asked = { ...PLAIN, title: 'Shall it be?', lines: ['+ this', '- that'], takes: 'agreement' };
const SIZE: Size = { columns: 50, rows: 12 };

class Shown {
  form: Form;
  acts: FormAct[] = [];
  clock = 0;

  constructor(asked: Asked | null, size = SIZE) {
    this.form = startForm('Heading', size);
    if (asked !== null) this.form = questionPut(this.form, asked);
  }

  gets(input: Pressed): this {
    this.clock += 1_000;
    const { model, acts } = pressForm(this.form, input, this.clock);
    this.form = model;
    this.acts.push(...acts);
    return this;
  }

  /** Chords in angle brackets, all else as text. */
  keys(script: string): this {
    for (const part of script.match(/<[^>]+>|[^<]/gu) ?? [])
      this.gets(/^<.+>$/.test(part) ? { kind: 'key', chord: part.slice(1, -1) } : { kind: 'text', text: part });
    return this;
  }

  rows(): string[] {
    return text(viewForm(this.form));
  }
}

const answer = (said: string) => [{ type: 'answer', text: said }];

test('a list with what is said of it', () => {
  expect(new Shown({ ...FRUIT, note: 'No such tree.', lines: ['Trees.'], usual: 'pear' }).rows()).toEqual([
    ' Heading',
    'No such tree.',
    '',
    'Trees.',
    '',
    'Which? · 2 of 3',
    '',
    '  apple  a apple tree',
    '› pear   a pear tree',
    '  plum   a plum tree',
    '',
    ' Enter takes · Esc back · Ctrl+C leaves',
  ]);
});

describe('answers', () => {
  test.each<[title: string, asked: Asked, keys: string, acts: readonly object[]]>([
    ['the first choice', FRUIT, '<enter>', answer('apple')],
    ['the usual one', { ...FRUIT, usual: 'plum' }, '<enter>', answer('plum')],
    ['by the arrows', FRUIT, '<down><down><down><up><enter>', answer('pear')],
    ['by what is typed', FRUIT, 'pe<enter>', answer('pear')],
    ['as it is typed, which stands behind what is found', FRUIT, 'p<end><enter>', answer('p')],
    ['as it is typed, where nothing is found', FRUIT, 'fig<enter>', answer('fig')],
    ['the very one, where another is found too', { ...FRUIT, usual: 'pear' }, 'plum<enter>', answer('plum')],
    ['nothing, where only choices are taken', { ...FRUIT, takes: 'choice' }, 'fig<enter>', []],
    ['a text', { ...PLAIN, takes: 'text' }, 'ab<left>c<enter>', answer('acb')],
    ['no text: the usual one is for who has asked', { ...PLAIN, takes: 'text', usual: 'x' }, '<enter>', answer('')],
    ['a secret', SECRET, 'k-1<enter>', answer('k-1')],
    ['an agreement is no Enter', AGREED, '<enter><enter>', []],
    ['but y', AGREED, 'nY', answer('y')],
    ['one answer only', FRUIT, '<enter><enter>x<enter>', answer('apple')],
    ['back', FRUIT, 'pe<escape>', [{ type: 'back' }]],
    ['not back from the first', { ...FRUIT, canGoBack: false }, '<escape>', []],
    ['Ctrl+C leaves, whatever is typed', SECRET, 'k<ctrl+c>', [{ type: 'leave' }]],
    ['Ctrl+D leaves where nothing is typed', SECRET, 'k<home><ctrl+d><ctrl+d>', [{ type: 'leave' }]],
    ['the shell, and the screen anew', FRUIT, '<ctrl+z><ctrl+l>', [{ type: 'suspend' }, { type: 'redraw' }]],
  ])('%s', (_title, asked, keys, acts) => {
    expect(new Shown(asked).keys(keys).acts).toEqual(acts);
  });

  test('a click chooses, another one takes; the second of a double click does nothing', () => {
    const shown = new Shown(FRUIT);
    const row = shown.rows().findIndex((each) => each.includes('plum'));
    const click: Pressed = { kind: 'mouse', chord: 'mouse-left', row, column: 3 };
    expect(shown.gets(click).acts).toEqual([]);
    expect(shown.rows()[row]).toMatch(/^› plum/);
    expect(shown.gets(click).acts).toEqual(answer('plum'));
  });

  test('nobody answers on a screen that is too small, but anybody can leave', () => {
    const shown = new Shown(FRUIT, { columns: 20, rows: 5 });
    expect(shown.keys('<enter>x<ctrl+c>').acts).toEqual([{ type: 'leave' }]);
    expect(shown.rows().join(' ')).toMatch(/small/);
  });
});

describe('a secret', () => {
  test('is seen as signs that say nothing, the caret behind them', () => {
    const shown = new Shown(SECRET).gets({ kind: 'paste', text: 'sk-äß€\n' });
    expect(shown.rows().slice(1, 3)).toEqual(['The key', '› ••••••']);
    expect(viewForm(shown.form).caret).toEqual({ row: 2, column: 8 });
    expect(shown.keys('<enter>').acts).toEqual(answer('sk-äß€'));
  });

  test('is not had back in another question, not cut, not copied', () => {
    const shown = new Shown(SECRET).keys('sk-1<ctrl+u>sk-2<alt+a><ctrl+x><alt+w>');
    expect(shown.acts).toEqual([]);
    shown.form = questionPut(shown.form, { ...PLAIN, takes: 'text' });
    expect(shown.keys('<ctrl+y><alt+y><ctrl+_><enter>').acts).toEqual(answer(''));
  });
});

describe('more words than there is room for', () => {
  const LONG: Asked = { ...FRUIT, lines: Array.from({ length: 9 }, (_, index) => `line ${index + 1}`) };

  test('they scroll, the choices stay', () => {
    const shown = new Shown(LONG, { columns: 40, rows: 12 });
    const seen = () => shown.rows().slice(1, 6);
    expect(seen()).toEqual(['line 1', 'line 2', 'line 3', '… PgDn shows the rest', 'Which? · 1 of 3']);
    shown.keys('<page-down><page-down><page-down>');
    expect(seen()).toEqual(['line 8', 'line 9', '', '… PgUp shows what is above', 'Which? · 1 of 3']);
    expect(shown.rows().at(-1)).toBe(' Enter takes · Esc back · Ctrl+C leaves');
    expect(shown.keys('<page-up><page-up><page-up><enter>').acts).toEqual(answer('apple'));
  });

  test('in every size from 40 to 10 an answer has its place, and all rows fit', () => {
    for (const columns of [40, 47, 80, 200]) {
      for (let rows = 10; rows < 60; rows += 7) {
        for (const asked of [LONG, { ...AGREED, lines: LONG.lines }, { ...SECRET, lines: LONG.lines }]) {
          const drawn = new Shown(asked, { columns, rows }).rows();
          const place = asked.choices.length > 0 ? /^› apple/ : asked.takes === 'secret' ? /^›/ : /^ y {2}yes/;
          expect([drawn.length, drawn.some((row) => place.test(row))]).toEqual([rows, true]);
        }
      }
    }
  });
});

test('work: what it has told, the newest of it where all does not fit, and how long it takes', () => {
  let form = workBegun(startForm('Heading', { columns: 40, rows: 10 }), 'Trying it', true, 5_000);
  for (let at = 1; at <= 9; at += 1) form = workTold(form, `found ${at}`);
  form = { ...form, work: form.work && { ...form.work, now: 7_500 } };
  expect(text(viewForm(form))).toEqual([
    ' Heading',
    'Trying it … 2 s',
    '',
    ...[4, 5, 6, 7, 8, 9].map((at) => `found ${at}`),
    ' Esc back · Ctrl+C leaves',
  ]);
  expect(pressForm(form, { kind: 'key', chord: 'escape' }, 0).acts).toEqual([{ type: 'back' }]);
  expect(pressForm(form, { kind: 'key', chord: 'enter' }, 0).acts).toEqual([]);
});

test('what is told from outside is not obeyed', () => {
  const rows = new Shown({ ...FRUIT, note: 'a\x1b[2Jb\x07', lines: ['c\x9bd'] }).rows();
  // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may be left
  expect(rows.join('')).not.toMatch(/[\x00-\x1f\x7f-\x9f]/);
});
