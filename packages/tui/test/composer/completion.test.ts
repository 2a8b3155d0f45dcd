/** The menu of commands and files: what is in it, what it writes, and what it leaves alone. */
import { describe, expect, test } from 'vitest';
import { completionOf } from '../../src/composer/completion.ts';
import { filesFound, modelNamesFound } from '../../src/composer/wanting.ts';
import { TYPED_COMMANDS } from '../../src/keys/typed-commands.ts';
import { Screen } from '../model-screen.ts';
import { draft, shown } from './draft.ts';

const SIZE = { columns: 70, rows: 24 };
const FILES = ['README.md', 'docs/a plan.md', 'src/composer.ts', 'src/view.ts', 'test/view.test.ts'];

/** A screen that knows these files, once they are asked for. */
function screenWith(keys: string, files: readonly string[] = FILES): Screen {
  const screen = new Screen(SIZE).keys(keys);
  if (screen.acts.some(({ type }) => type === 'find-files')) screen.follow(filesFound(screen.model, files));
  return screen;
}

function labels(screen: Screen): readonly string[] | null {
  return completionOf(screen.model)?.entries?.map(({ label }) => label) ?? null;
}

function text(screen: Screen): string {
  return shown(screen.model.composer);
}

describe('the menu', () => {
  const rows: readonly (readonly [keys: string, labels: readonly string[] | null])[] = [
    ['', null],
    ['/hel', ['/help']],
    ['/permi', ['/permissions [remove N]']],
    ['/resu', ['/resume [NAME]']],
    ['/quit', ['/quit']],
    ['//', null],
    ['a/', null],
    ['/nothing', null],
    ['/usr/bin', null],
    ['/help ', null],
    ['/undo ', ['turn']],
    ['/undo x', null],
    ['/theme hi', ['high-contrast']],
    [
      '@',
      ['README.md', 'docs/', 'docs/a plan.md', 'src/', 'src/composer.ts', 'src/view.ts', 'test/', 'test/view.test.ts'],
    ],
    ['@src', ['src/', 'src/view.ts', 'src/composer.ts']],
    ['@src/', ['src/', 'src/view.ts', 'src/composer.ts']],
    ['@src/c', ['src/composer.ts']],
    ['@view', ['src/view.ts', 'test/view.test.ts']],
    ['see @te/vi', ['test/view.test.ts']],
    ['(@rea', ['README.md']],
    ['me@view', null],
    ['@view ', null],
    ['@"a p', ['docs/a plan.md']],
    ['@zzz', null],
    ['@view<home>', null],
    ['@view<shift+left>', null],
  ];
  test.each(rows)('%s', (keys, expected) => {
    expect(labels(screenWith(keys))).toEqual(expected);
  });

  test('has every command behind a slash alone, in the order of their table', () => {
    expect(labels(new Screen(SIZE).keys('/'))?.map((label) => label.split(' ')[0])).toEqual(
      TYPED_COMMANDS.map(({ name }) => `/${name}`),
    );
  });

  test('has one row for a command of several names', () => {
    const found = labels(new Screen(SIZE).keys('/m')) ?? [];
    expect([found[0], found.filter((label) => label === '/m [NAME]')]).toEqual(['/mode [NAME]', []]);
  });

  test('has the models, once they are found', () => {
    const screen = new Screen(SIZE).keys('/model ');
    expect([screen.acts, labels(screen)]).toEqual([[{ type: 'find-commands' }, { type: 'find-model-names' }], null]);
    const offered = { place: '', windowTokens: null, prices: null, lacks: '' };
    screen.follow(
      modelNamesFound(screen.model, [
        { name: 'qwen3', ...offered },
        { name: 'glm-4', ...offered },
      ]),
    );
    expect([labels(screen), labels(screen.keys('glm'))]).toEqual([['qwen3', 'glm-4'], ['glm-4']]);
  });

  test('is not for an answer, and not for what is looked for in a list', () => {
    const answering = new Screen(SIZE).keys('go<enter>');
    answering.session.reply('<action tool="ask"><question>Where?</question></action>');
    expect([labels(answering.keys('/he')), labels(new Screen(SIZE).keys('<ctrl+p>/he'))]).toEqual([null, null]);
  });
});

describe('a key', () => {
  const rows: readonly (readonly [keys: string, after: string])[] = [
    ['/he<tab>', '/help |'],
    ['/he<enter>', '/help |'],
    ['/<down><tab>', '/provider |'],
    ['/<up><tab>', '/exit |'],
    ['/undo t<tab>', '/undo turn |'],
    ['look at @view<enter>', 'look at @src/view.ts |'],
    ['look at @view<down><enter>', 'look at @test/view.test.ts |'],
    ['@rea\n<left><tab>', '@README.md|\n'],
    ['@"a pl<tab>', '@"docs/a plan.md" |'],
    ['see @sr<tab>', 'see @src/|'],
    ['see @sr<enter>co<enter>', 'see @src/composer.ts |'],
    ['see @sr<tab><down><enter>', 'see @src/view.ts |'],
    ['see @sr<tab><tab>', 'see @src/ |'],
    ['@test<enter>, please<home>', '|@test/, please'],
    ['@view<tab><ctrl+_>', '@view|'],
    ['@view<escape><tab>', '@view|'],
    ['@vi<escape>ew<tab>', '@view|'],
    ['@vi<escape>ew @rea<tab>', '@view @README.md |'],
    ['@v<escape><backspace><backspace>@rea<tab>', '@README.md |'],
  ];
  test.each(rows)('%s', (keys, after) => {
    const [first = '', ...rest] = keys.split(/(?<=@)/);
    const screen = screenWith(first);
    for (const part of rest) {
      screen.keys(part);
      if (screen.model.writing.files.isAsked) screen.follow(filesFound(screen.model, FILES));
    }
    expect(text(screen)).toBe(after);
  });

  const sent: readonly (readonly [title: string, keys: string, fact: object | null])[] = [
    ['Enter sends a command that is written out', '/compact<enter>', { type: 'compact.requested', focus: '' }],
    ['and one with what it takes', '/undo turn<enter>', { type: 'undo.requested', steps: 'turn' }],
    ['and one that takes something else than is known', '/undo 3<enter>', { type: 'undo.requested', steps: 3 }],
    ['but nothing that is not', '/comp<enter>', null],
    ['a lone sign of a file is text', 'mail me @<enter>', { type: 'prompt.given', text: 'mail me @' }],
    ['Escape closes the menu, then Enter sends', '@view<escape><enter>', { type: 'prompt.given', text: '@view' }],
  ];
  test.each(sent)('%s', (_, keys, fact) => {
    const [first = '', ...rest] = keys.split(/(?<=@)/);
    const screen = screenWith(first).keys(rest.join(''));
    const facts = screen.acts.flatMap((act) => (act.type === 'send' ? [act.fact] : []));
    expect(facts).toEqual(fact === null ? [] : [fact]);
  });

  test('Escape closes the menu before it interrupts', () => {
    const screen = new Screen(SIZE).keys('go<enter>/he<escape>');
    expect([screen.model.state, labels(screen)]).toEqual(['thinking', null]);
    expect(screen.keys('<escape>').acts.at(-1)).toEqual({
      type: 'send',
      fact: { type: 'abort.requested', by: 'person' },
    });
  });
});

describe('a folder', () => {
  const NESTED = ['a/b c/d.ts', 'a/b c/e/f.ts', 'a/x.ts', 'we"ird/g.ts', 'top.ts'];

  test('stands before what is in it, each once, however deep', () => {
    expect(labels(screenWith('@', NESTED))).toEqual([
      ...['a/', 'a/b c/', 'a/b c/d.ts', 'a/b c/e/', 'a/b c/e/f.ts', 'a/x.ts', 'we"ird/', 'we"ird/g.ts', 'top.ts'],
    ]);
  });

  test.each([
    ['@b<tab>', '@"a/b c/|'],
    ['@b<tab>f<tab>', '@"a/b c/e/f.ts" |'],
    ['@b<tab><tab>', '@"a/b c/" |'],
    ['@weird<tab>', '@"we\\"ird/" |'],
  ])('with signs that need quotes: %s', (keys, after) => {
    const [first = '', ...rest] = keys.split(/(?<=@)/);
    expect(text(screenWith(first, NESTED).keys(rest.join('')))).toBe(after);
  });

  test('does not make the files found anew where they are the same', () => {
    const screen = screenWith('@', NESTED);
    const { found } = screen.model.writing.files;
    screen.follow(filesFound(screen.model, [...NESTED]));
    expect(screen.model.writing.files.found).toBe(found);
    for (const other of [NESTED.slice(1), [...NESTED, 'z'], ['a/b c/', ...NESTED.slice(1)]]) {
      screen.follow(filesFound(screen.model, other));
      expect(screen.model.writing.files.found?.texts).not.toBe(found?.texts);
      screen.follow(filesFound(screen.model, NESTED));
    }
  });
});

describe('files', () => {
  test('are asked for at the first sign of one, and again after a while', () => {
    const screen = new Screen(SIZE).keys('see @vi');
    expect(screen.acts).toEqual([{ type: 'find-files' }]);
    screen.follow(filesFound(screen.model, FILES));
    expect(screen.keys('e', 1_000).acts).toHaveLength(1);
    expect(screen.keys('w', 10_000).acts).toHaveLength(2);
    expect(labels(screen)).toEqual(['src/view.ts', 'test/view.test.ts']);
  });

  test('are said to be looked for until they are found', () => {
    const screen = new Screen(SIZE).keys('@vi');
    expect(screen.rows().at(-3)).toBe('  looking for files …');
    expect(screen.keys('<enter>').acts.at(-1)).toMatchObject({ fact: { type: 'prompt.given', text: '@vi' } });
  });

  test('that are the same as before are not made ready again', () => {
    const screen = screenWith('@');
    const { found } = screen.model.writing.files;
    screen.follow(filesFound(screen.model, [...FILES]));
    expect(screen.model.writing.files.found).toBe(found);
    screen.follow(filesFound(screen.model, ['new.ts']));
    expect(labels(screen)).toEqual(['new.ts']);
  });

  test('are none where nobody finds them', () => {
    const screen = new Screen(SIZE).keys('@');
    screen.follow(filesFound(screen.model, null));
    expect([labels(screen), screen.rows().at(-2)]).toEqual([null, '› @']);
  });
});

describe('the menu on the screen', () => {
  test('commands with what they do, and the whole of it for the chosen one', () => {
    const screen = new Screen({ columns: 44, rows: 24 }).keys('/un');
    expect(screen.rows().slice(-5, -1)).toEqual([
      '› /undo [N | turn]  take back the last chan…',
      '  take back the last change of a file, the',
      '  last N, or all of the last turn',
      '› /un',
    ]);
  });

  test('files, those around the chosen one, and of a long path its end', () => {
    const many = Array.from({ length: 30 }, (_, index) => `a/${index}/${'long/'.repeat(10)}file${index}.ts`);
    const screen = screenWith('@', many).keys('fil<up>');
    const rows = screen.rows().slice(-10, -1);
    expect(rows[7]).toBe(`  Tab or Enter writes it, Esc closes`);
    expect(rows.filter((row) => row.startsWith('› '))).toEqual([
      expect.stringMatching(/^› a\/\d+\/(long\/){10}file\d+\.ts$/),
      '› @fil',
    ]);
    const narrow = new Screen({ columns: 40, rows: 24 }).keys('@fil');
    narrow.follow(filesFound(narrow.model, many));
    expect(narrow.rows().at(-11)).toBe(`› …ong/${'long/'.repeat(5)}file0.ts`);
  });

  test('no control of a path reaches the terminal', () => {
    const screen = screenWith('@', ['a\x1b[31m\nb.ts']);
    expect(screen.rows().at(-4)).toBe('› a␛[31m␊b.ts');
  });
});

test('what a choice takes the place of is the word alone', () => {
  const screen = screenWith('a @');
  screen.follow({ model: { ...screen.model, composer: draft('a @view| b') }, acts: [] });
  expect(text(screen.keys('<tab>'))).toBe('a @src/view.ts |b');
});
