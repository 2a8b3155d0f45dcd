/** What a click does, wherever it falls, and what it never does. */
import { describe, expect, test } from 'vitest';
import { filesFound } from '../../src/composer/wanting.ts';
import { NEW_MS } from '../../src/dialogs/attention.ts';
import { promptsFound } from '../../src/dialogs/rewinding.ts';
import { KEY_TABLE } from '../../src/keys/key-table.ts';
import { resized } from '../../src/screen/press.ts';
import { chosenBlock } from '../../src/transcript/choosing.ts';
import { shown } from '../composer/draft.ts';
import { BASH, RUNS, Screen } from '../model-screen.ts';
import { cellOf, clickAt, clickOn, doubleClickOn } from './clicking.ts';

const SIZE = { columns: 80, rows: 24 };
const WIDE = { columns: 120, rows: 30 };
const OUTPUT = Array.from({ length: 12 }, (_, line) => `line ${line + 1}`).join('\n');

/** A session in which a command has run, and an answer with a link was given. */
function finished(size = SIZE): Screen {
  const screen = new Screen(size).keys('go<enter>');
  screen.session.reply(BASH);
  screen.session.takes({ readOnly: true });
  screen.session.ends(OUTPUT);
  screen.session.reply('<final>See [the guide](https://example.org/a) of it.</final>');
  return screen;
}

function asking(draft = ''): Screen {
  const screen = new Screen(SIZE).keys(`go<enter>${draft}`);
  screen.session.reply(BASH);
  screen.session.takes(RUNS);
  return screen;
}

function asked(draft = '', options = '["red", "green"]'): Screen {
  const screen = new Screen(SIZE).keys(`go<enter>${draft}`);
  screen.session.reply(`<action tool="ask"><question>Which?</question><options>${options}</options></action>`);
  return screen;
}

const answers = (screen: Screen) => screen.session.facts.filter(({ type }) => type.endsWith('.answered'));
const kindOfChosen = ({ model }: Screen) =>
  model.transcript.items.at(chosenBlock(model) ?? Number.POSITIVE_INFINITY)?.kind ?? null;
const isFolded = (screen: Screen) => !screen.rows().some((row) => row.trim().endsWith('line 3'));

describe('on a block of the transcript', () => {
  test('chooses it, and folds and unfolds it once it is chosen', () => {
    const screen = finished();
    const seen = () => [kindOfChosen(screen), isFolded(screen)];
    const steps = [clickOn, clickOn, clickOn].map((click) => {
      click(screen, 'line 12');
      return seen();
    });
    expect(steps).toEqual([
      ['observation', true],
      ['observation', false],
      ['observation', true],
    ]);
  });

  test('a double click opens it at once; on the chosen one it is one click', () => {
    const screen = doubleClickOn(finished(), 'line 12');
    expect([kindOfChosen(screen), isFolded(screen)]).toEqual(['observation', false]);
    expect(isFolded(doubleClickOn(screen, 'line 12'))).toBe(true);
  });

  test('another one is chosen, and none where none stands', () => {
    const screen = clickOn(clickOn(finished(), 'line 12'), 'go');
    expect(kindOfChosen(screen)).toBe('prompt');
    const { row } = cellOf(screen, 'See the guide');
    expect(kindOfChosen(clickAt(screen, row + 2, 5))).toBeNull();
  });

  test('chooses by what is in view, however far it is scrolled', () => {
    const screen = clickOn(finished({ columns: 80, rows: 10 }).keys('<page-up><page-up>'), 'go');
    expect(kindOfChosen(screen)).toBe('prompt');
  });

  test('ends a search', () => {
    const screen = clickOn(finished().keys('<f6>guide'), 'line 12');
    expect([screen.model.search, kindOfChosen(screen)]).toEqual([null, 'observation']);
  });

  test('what is still being written cannot be chosen', () => {
    const screen = new Screen(SIZE).keys('go<enter>');
    screen.session.streams({ final: 'it comes' });
    expect(kindOfChosen(clickOn(screen, 'it comes'))).toBeNull();
  });
});

test('on a link its address is copied, and nothing is chosen', () => {
  const screen = clickOn(finished(), 'the guide');
  expect([screen.acts.at(-1), kindOfChosen(screen)]).toEqual([
    { type: 'copy', text: 'https://example.org/a', what: 'https://example.org/a' },
    null,
  ]);
});

describe('in a list', () => {
  const label = ({ model: { dialog } }: Screen) => (dialog && 'list' in dialog ? dialog.list.chosen : null);

  test('chooses a row; the chosen one is taken', () => {
    const screen = clickOn(new Screen({ columns: 120, rows: 60 }).keys('<ctrl+p>'), 'draw the screen anew');
    expect(screen.rows().find((row) => row.startsWith('› '))).toMatch(/draw the screen anew/);
    expect(screen.acts).toEqual([]);
    clickOn(screen, 'draw the screen anew');
    expect([screen.acts.at(-1), screen.model.dialog]).toEqual([{ type: 'redraw' }, null]);
  });

  test('right of its text, too', () => {
    const screen = new Screen(WIDE).keys('/permissions<enter>').keys('<escape>/theme<enter>');
    const { row } = cellOf(screen, 'minimal');
    expect(screen.rows()[row]?.length).toBeLessThan(110);
    clickAt(screen, row, 115);
    expect(screen.rows().find((each) => each.startsWith('› '))).toMatch(/minimal/);
  });

  test('nothing moves under the pointer: a double click takes what was pointed at', () => {
    const screen = new Screen(SIZE).keys('<ctrl+p>');
    const choices = () =>
      screen
        .rows()
        .slice(1, -6)
        .map((row) => row.replace('›', ' '));
    const before = choices();
    clickOn(screen, 'what fills the window of the model');
    expect([choices(), label(screen) === 0]).toEqual([before, false]);
    clickOn(screen, 'what fills the window of the model', { apartMs: 200 });
    expect(screen.model.dialog?.kind).toBe('context');
  });

  test('the second press of a double click takes nothing of the list that the first one has opened', () => {
    const screen = new Screen(SIZE).keys('<ctrl+p>settings');
    const { row } = cellOf(screen, '› what is set');
    clickAt(screen, row, 4);
    expect(screen.model.dialog?.kind).toBe('settings');
    const { settings } = screen.model;
    for (const apartMs of [100, 250]) clickAt(screen, row, 4, apartMs);
    expect([screen.model.settings, label(screen)]).toEqual([settings, 0]);
  });

  test('the headings, the hint and what is typed are no rows of it', () => {
    const screen = new Screen(WIDE).keys('?');
    for (const text of ['Type to find', 'find:']) expect(label(clickOn(screen, text))).toBe(0);
    expect(label(clickAt(screen, screen.rows().indexOf('keys'), 2))).toBe(0);
    expect(screen.model.dialog?.kind).toBe('keys');
  });

  test('what is rewound to is chosen as well', () => {
    const screen = finished().keys('<escape><escape>');
    const points = [1, 2, 3].map((prompt) => ({ prompt, text: `prompt ${prompt}`, record: prompt * 10, at: 0 }));
    screen.follow(promptsFound(screen.model, { ok: true, points } as never));
    clickOn(screen, 'prompt 1');
    expect(screen.acts.some(({ type }) => type === 'rewind')).toBe(false);
    expect(clickOn(screen, 'prompt 1').acts.at(-1)).toMatchObject({ type: 'rewind', point: { prompt: 1 } });
  });

  test('the draft below it is not written to', () => {
    const screen = new Screen(SIZE).keys('abc<ctrl+p>');
    expect(shown(clickOn(screen, 'abc').model.composer)).toBe('abc|');
  });
});

describe('in the menu', () => {
  test('of commands: chooses, and writes the chosen one; it sends nothing', () => {
    const screen = clickOn(new Screen(SIZE).keys('/'), '/provider');
    expect([shown(screen.model.composer), screen.rows().some((row) => row.startsWith('› /provider'))]).toEqual([
      '/|',
      true,
    ]);
    expect(shown(clickOn(screen, '/provider').model.composer)).toBe('/provider |');
    expect(screen.acts).toEqual([{ type: 'find-commands' }]);
  });

  test('of files; nothing moves under the pointer', () => {
    const screen = new Screen(SIZE).keys('see @');
    screen.follow(
      filesFound(
        screen.model,
        Array.from({ length: 30 }, (_, at) => `src/file-${at + 10}.ts`),
      ),
    );
    expect(shown(doubleClickOn(screen, 'file-16').model.composer)).toBe('see @src/file-16.ts |');
  });
});

describe('in the draft', () => {
  test.each([
    { keys: 'one two', click: { text: 'two', by: 1 }, gives: 'one t|wo' },
    { keys: 'one two', click: { text: 'one', by: -2 }, gives: '|one two' },
    { keys: 'one two', click: { text: 'two', by: 40 }, gives: 'one two|' },
    { keys: 'one<ctrl+j>two', click: { text: 'one', by: 30 }, gives: 'one|\ntwo' },
    { keys: '漢字', click: { text: '字', by: 1 }, gives: '漢|字' },
    { keys: 'one two<alt+a>', click: { text: 'two', by: 0 }, gives: 'one |two' },
  ])('$keys: $gives', ({ keys, click, gives }) => {
    const screen = clickOn(new Screen(SIZE).keys(keys), click.text, { by: click.by });
    expect(shown(screen.model.composer)).toBe(gives);
  });

  test('behind the end of a row that goes on in the next: before its last sign', () => {
    const screen = new Screen({ columns: 40, rows: 12 }).keys('x'.repeat(50));
    const { row } = cellOf(screen, 'xxx');
    expect(shown(clickAt(screen, row - 1, 39).model.composer)).toBe(`${'x'.repeat(36)}|${'x'.repeat(14)}`);
  });

  test('what is written from there on stands there, as one change', () => {
    const screen = clickOn(new Screen(SIZE).keys('one two'), 'two').keys('and ');
    expect(shown(screen.model.composer)).toBe('one and |two');
    expect(shown(screen.keys('<alt+z>').model.composer)).toBe('one |two');
  });

  test('takes the keys from a question: letters are no answers then', () => {
    const screen = asking();
    clickAt(screen, 22, 5).keys('y');
    expect([screen.model.focus, shown(screen.model.composer), answers(screen)]).toEqual(['draft', 'y|', []]);
  });
});

describe('on the status line', () => {
  test.each([
    ['idle', (screen: Screen) => screen.model.machine.open, true],
    ['default', (screen: Screen) => screen.model.dialog?.kind, 'settings'],
    ['qwen3', (screen: Screen) => screen.model.dialog?.kind, 'models'],
    ['? keys', (screen: Screen) => screen.model.dialog?.kind, 'keys'],
    ['/home/me', (screen: Screen) => screen.model.dialog, null],
  ] as const)('%s', (text, seen, expected) => {
    expect(seen(clickOn(new Screen(WIDE), text))).toBe(expected);
  });

  test('what leads to the newest, and what closes a list', () => {
    const screen = finished({ columns: 80, rows: 10 }).keys('<page-up>');
    expect(screen.model.scroll).not.toBeNull();
    expect(clickOn(screen, 'Ctrl+End newest').model.scroll).toBeNull();
    expect(clickOn(screen.keys('?'), 'Esc closes').model.dialog).toBeNull();
  });

  test('nothing there changes the mode, and nothing stops a turn', () => {
    const screen = new Screen(WIDE).keys('go<enter>');
    for (let column = 0; column < WIDE.columns; column++) {
      screen.model = { ...screen.model, dialog: null };
      clickAt(screen, WIDE.rows - 1, column);
    }
    expect(screen.session.facts.map(({ type }) => type)).toEqual(['prompt.given']);
  });
});

describe('an answer', () => {
  test('to whether a call may run is chosen by the first click, and given by the second', () => {
    const screen = clickOn(asking(), 'once');
    expect([answers(screen), screen.model.option]).toEqual([[], 0]);
    expect(answers(clickOn(screen, 'once'))).toMatchObject([{ type: 'permission.answered', answer: 'once' }]);
  });

  test.each([
    ['no', { type: 'permission.answered', answer: 'no' }],
    ['always', { type: 'permission.answered', answer: 'always' }],
  ])('%s', (word, fact) => {
    const screen = asking();
    const shownWord = ` ${word} `;
    expect(answers(clickOn(clickOn(screen, shownWord, { by: 1 }), shownWord, { by: 1 }))).toMatchObject([fact]);
  });

  test('to a question of the model', () => {
    const screen = clickOn(asked(), 'green');
    expect([answers(screen), screen.model.option]).toEqual([[], 1]);
    const { row } = cellOf(screen, '› 2  green');
    expect(answers(clickAt(screen, row, 60))).toMatchObject([{ type: 'question.answered', answer: 'green' }]);
  });

  test('what was being written stays, for the draft and for the answer', () => {
    const drafting = clickOn(asked('my draft'), 'red');
    expect([drafting.model.focus, drafting.model.aside.text, drafting.model.option]).toEqual(['words', 'my draft', 0]);
    const writing = asked().keys('blue');
    for (const _ of [1, 2, 3]) clickOn(writing, 'red');
    expect([answers(writing), writing.model.composer.text]).toEqual([[], 'blue']);
    expect(writing.model.notice).toMatch(/in the way/);
  });
});

describe('a question that opens under the pointer', () => {
  /** Where its answers will stand. */
  const places = [asking(), asked()].map((screen, index) => cellOf(screen, index === 0 ? 'once' : 'red'));
  const opens = [asking, asked];

  test.each([0, 1])('is not answered by a click that was meant for what stood there: %i', (which) => {
    const screen = opens[which]?.() ?? new Screen();
    const { row, column } = places[which] ?? { row: 0, column: 0 };
    clickAt(screen, row, column, 50);
    expect([screen.model.option, screen.model.notice]).toEqual([null, 'A new question: read it first.']);
  });

  test.each([
    ['a double click', [NEW_MS - 100, 150]],
    ['whoever goes on clicking', Array.from({ length: 40 }, () => NEW_MS - 1)],
  ])('nor by %s', (_what, apart) => {
    const screen = asking();
    const { row, column } = cellOf(screen, 'once');
    for (const apartMs of apart) clickAt(screen, row, column, apartMs);
    expect([answers(screen), screen.model.option]).toEqual([[], null]);
  });

  test('nor where it was hidden until now: by a list, or by a window that was too small', () => {
    const listed = new Screen(SIZE).keys('go<enter><ctrl+p>draw the screen');
    listed.session.reply(BASH);
    listed.session.takes(RUNS);
    clickOn(listed, 'draw the screen anew');
    expect(listed.model.dialog).toBeNull();
    const { row, column } = cellOf(listed, 'once');
    for (const apartMs of [100, 100]) clickAt(listed, row, column, apartMs);
    const small = asking();
    small.clock += 5_000;
    small.model = resized(resized(small.model, { columns: 20, rows: 5 }, small.clock), SIZE, small.clock);
    clickOn(small, 'once', { apartMs: 100 });
    expect([listed.model.option, small.model.option, answers(listed), answers(small)]).toEqual([null, null, [], []]);
  });

  test('a click on what cannot be seen does nothing', () => {
    const screen = asking();
    const { row, column } = cellOf(screen, 'once');
    screen.model = resized(screen.model, { columns: 20, rows: 5 }, screen.clock);
    for (const _ of [1, 2]) clickAt(screen, row, column);
    expect([answers(screen), screen.model.option]).toEqual([[], null]);
  });
});

describe('what the mouse is not for', () => {
  test.each(['mouse-right', 'mouse-middle', 'drag-left', 'release-left', 'shift+mouse-left'])('%s', (chord) => {
    const screen = finished();
    const { row, column } = cellOf(screen, 'line 12');
    const before = screen.model;
    screen.gets({ kind: 'mouse', chord, row, column });
    expect({ ...screen.model, pointer: before.pointer }).toEqual({ ...before, now: screen.clock });
  });

  test('clicks can be taken away in the configuration', () => {
    const screen = finished();
    const keys = KEY_TABLE.map((each) => (each.command === 'click' ? { ...each, chords: [] } : each));
    screen.model = { ...screen.model, keys };
    expect(kindOfChosen(clickOn(screen, 'line 12'))).toBeNull();
  });

  test('the machine pane: what is behind it is not chosen', () => {
    const screen = finished(WIDE).keys('<f2>');
    const { row } = cellOf(screen, 'line 12');
    expect(kindOfChosen(clickAt(screen, row, 110))).toBeNull();
    expect(kindOfChosen(clickAt(finished().keys('<f2>'), 3, 3))).toBeNull();
  });

  test('no cell of any view throws, and none answers or sends', () => {
    for (const scene of [
      finished(),
      asking(),
      finished().keys('?'),
      finished().keys('/'),
      finished(WIDE).keys('<f2>'),
    ]) {
      const { model, clock } = scene;
      for (let row = -1; row <= model.size.rows; row++)
        for (let column = -1; column <= model.size.columns; column += 7) {
          Object.assign(scene, { model, clock });
          clickAt(scene, row, column);
        }
      expect(answers(scene)).toEqual([]);
    }
  });
});
