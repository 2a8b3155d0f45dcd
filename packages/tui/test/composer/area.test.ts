/** How the draft looks: its gutter, what is selected, chips, and the hint where there is none. */
import { describe, expect, test } from 'vitest';
import { composerArea } from '../../src/composer/area.ts';
import { view } from '../../src/screen/view.ts';
import { BASH, RUNS, Screen } from '../model-screen.ts';
import { draft } from './draft.ts';

const SIZE = { columns: 48, rows: 18 };

/** Each row as its pieces of one role, but for the blanks behind. */
function area(written: string): readonly (readonly string[])[] {
  const { model } = new Screen(SIZE);
  return composerArea({ ...model, composer: draft(written) }).rows.map((row) => {
    const pieces: { role: string; text: string }[] = [];
    for (const { text, role } of row) {
      const last = pieces.at(-1);
      if (last?.role === role) last.text += text;
      else pieces.push({ role, text });
    }
    const last = pieces.at(-1);
    if (last?.role === 'text') last.text = last.text.trimEnd();
    return pieces.filter(({ text }) => text !== '').map(({ role, text }) => `${role}: ${text}`);
  });
}

describe('the draft', () => {
  test.each([
    ['a text', 'a|b', [['person: › ', 'text: ab']]],
    ['a command for the shell', '!ls|', [['person: $ ', 'text: !ls']]],
    ['a text that begins with its sign', '!!ls|', [['person: › ', 'text: !!ls']]],
    ['what is selected', 'a‸bc|d', [['person: › ', 'text: a', 'selection: bc', 'text: d']]],
    [
      'what is selected beyond a line',
      'a‸b\n\nc|d',
      [
        ['person: › ', 'text: a', 'selection: b '],
        ['person:   ', 'selection:  '],
        ['person:   ', 'selection: c', 'text: d'],
      ],
    ],
    ['a chip', 'a①|', [['person: › ', 'text: a', 'label: [pasted 1: 20 lines, 370 B]']]],
    ['a chip that is selected', 'a‸①|', [['person: › ', 'text: a', 'selection: [pasted 1: 20 lines, 370 B]']]],
    [
      'more above and below',
      '0\n1\n2\n3|\n4\n5\n6\n7',
      [
        ['person: › ', 'text: 0'],
        ['person:   ', 'text: 1'],
        ['person:   ', 'text: 2'],
        ['person:   ', 'text: 3'],
        ['person:   ', 'text: 4'],
        ['person: ⋮ ', 'text: 5'],
      ],
    ],
    ['none', '|', [['person: › ', 'muted: a prompt, or / command, @ file, ! shell']]],
  ])('%s', (_, written, expected) => {
    expect(area(written)).toEqual(expected);
  });

  test('no control of what is pasted reaches the terminal', () => {
    const screen = new Screen(SIZE);
    screen.gets({ kind: 'paste', text: 'a\x1b[31m\x07\u202eb\u200b' });
    expect(screen.rows().at(-2)).toBe('› a␛[31m␇<U+202E>b<U+200B>');
    expect(screen.model.composer.text).toBe('a\x1b[31m\x07\u202eb\u200b');
  });

  test('the caret stands where the next sign comes', () => {
    const screen = new Screen(SIZE).keys('中文<ctrl+j>é👩‍👩‍👧');
    expect(view(screen.model).caret).toEqual({ row: 16, column: 5 });
    screen.gets({ kind: 'paste', text: 'x'.repeat(2_000) });
    expect(view(screen.model).caret).toEqual({ row: 16, column: 5 + '[pasted 1: 1 line, 2 kB]'.length });
  });

  test('while a letter answers a question there is no hint', () => {
    const screen = new Screen(SIZE).keys('go<enter>');
    screen.session.reply(BASH);
    screen.session.takes(RUNS);
    expect(screen.rows().at(-2)).toBe('›');
  });
});

describe('a long paste', () => {
  test('is one sign for the caret and for deletion, unfolds, and is sent in full', () => {
    const lines = 'const a = 1;\n'.repeat(10_000);
    const screen = new Screen(SIZE).keys('why ');
    screen.gets({ kind: 'paste', text: lines });
    expect(screen.rows().at(-2)).toBe('› why [pasted 1: 10,000 lines, 130 kB]');
    expect(screen.keys('<backspace>').rows().at(-2)).toBe('› why');
    expect(screen.keys('<ctrl+_>').rows().at(-2)).toBe('› why [pasted 1: 10,000 lines, 130 kB]');
    expect(screen.keys('<left>X<right><alt+o>').model.composer.text).toBe(`why X${lines}`);
    screen.keys('<ctrl+_>?<enter>');
    expect(screen.acts.at(-1)).toEqual({ type: 'send', fact: { type: 'prompt.given', text: `why X${lines}?` } });
  });

  test('is no command, whatever it begins with', () => {
    const screen = new Screen(SIZE);
    const lines = '/compact\n'.repeat(20);
    screen.gets({ kind: 'paste', text: lines });
    screen.keys('<enter>');
    expect(screen.acts).toEqual([{ type: 'send', fact: { type: 'prompt.given', text: lines } }]);
  });

  test('is taken by what a command takes', () => {
    const screen = new Screen(SIZE).keys('/compact ');
    const lines = 'keep this\n'.repeat(20);
    screen.gets({ kind: 'paste', text: lines });
    expect(screen.keys('<enter>').acts.at(-1)).toEqual({
      type: 'send',
      fact: { type: 'compact.requested', focus: lines },
    });
  });

  test('answers the model in full', () => {
    const screen = new Screen(SIZE).keys('go<enter>');
    screen.session.reply('<action tool="ask"><question>Where?</question></action>');
    screen.gets({ kind: 'paste', text: 'there\n'.repeat(20) });
    screen.keys('<enter>');
    expect(screen.acts.at(-1)).toMatchObject({ fact: { type: 'question.answered', answer: 'there\n'.repeat(20) } });
  });

  test('stays with the draft while what was queued is taken back', () => {
    const screen = new Screen(SIZE).keys('go<enter>later<alt+enter>');
    screen.gets({ kind: 'paste', text: 'x\n'.repeat(20) });
    expect(screen.keys('<alt+up>').rows().slice(-3, -1)).toEqual(['› later', '  [pasted 1: 20 lines, 40 B]']);
  });
});

test('Escape at rest selects nothing any more, and leaves the text', () => {
  const { composer } = new Screen(SIZE).keys('a b<alt+a><escape>').model;
  expect([composer.text, composer.anchor, composer.caret]).toEqual(['a b', null, 3]);
});

test('cut and copy go to the clipboard as well, in full', () => {
  const screen = new Screen(SIZE).keys('one two<shift+left><alt+w><end>');
  const copies = () => screen.acts.filter(({ type }) => type === 'copy');
  expect(copies()).toHaveLength(1);
  screen.gets({ kind: 'paste', text: 'x\n'.repeat(20) });
  screen.keys('<alt+a><ctrl+x>');
  expect(copies().at(-1)).toMatchObject({ text: `one two${'x\n'.repeat(20)}` });
  expect(screen.keys('<ctrl+y>').rows().at(-2)).toBe('› [pasted 2: 20 lines, 47 B]');
});
