/** `/theme`: choosing one from the list, which is shown while it is looked at, or by its name. */
import { describe, expect, test } from 'vitest';
import { themeKept, themeOf, themesFound } from '../../src/dialogs/themes-list.ts';
import type { Theme } from '../../src/theme/roles.ts';
import { THEMES } from '../../src/theme/themes.ts';
import { Screen } from '../model-screen.ts';

const SIZE = { columns: 80, rows: 20 };
const MINE: Theme = { ...THEMES.dark, heading: { italic: true } };
const found = { themes: [{ name: 'mine', theme: MINE }], problems: [] };

function shown(screen: Screen): string | undefined {
  const theme = themeOf(screen.model);
  return Object.entries({ ...THEMES, mine: MINE }).find(([, each]) => each === theme)?.[0];
}

describe('/theme', () => {
  test('lists the themes at once, and the person’s own as soon as they are known', () => {
    const screen = new Screen(SIZE).keys('/theme<enter>');
    expect(screen.acts.at(-1)).toEqual({ type: 'find-themes', name: null });
    const before = screen.rows().slice(0, 10);
    screen.follow(themesFound(screen.model, null, found));
    expect([before[0], ...screen.rows().slice(1, 12)]).toEqual([
      'themes · 1 of 7',
      'The screen shows the one that you stand on. Enter keeps it, Esc goes back.',
      'find:',
      '',
      "› auto           follows the terminal's background, which it does not tell",
      '  mine           your own',
      '  dark           for a dark background',
      '  light          for a light background',
      '  high-contrast  white on black, and nothing grey',
      '  minimal        no colours: weight, slant and inversion alone',
      '  colour-blind   for a dark background: blue and orange for good and bad',
      "  terminal       the terminal's own sixteen colours, for any background",
    ]);
  });

  test('the one that is looked at is shown; Esc goes back to the one before', () => {
    const screen = new Screen(SIZE).keys('/theme<enter>');
    expect(shown(screen)).toBe('terminal');
    expect(shown(screen.keys('<down>'))).toBe('dark');
    expect(shown(screen.keys('contrast'))).toBe('high-contrast');
    expect(shown(screen.keys('<escape>'))).toBe('terminal');
    expect(screen.acts.some(({ type }) => type === 'keep-theme')).toBe(false);
  });

  test('the one that is chosen stays, and is kept', () => {
    const screen = new Screen(SIZE).keys('/theme<enter>minimal<enter>');
    expect(shown(screen)).toBe('minimal');
    expect(screen.model.dialog).toBeNull();
    expect(screen.acts.at(-1)).toEqual({ type: 'keep-theme', name: 'minimal' });
    screen.follow(themeKept(screen.model, 'minimal', { ok: true, file: '/c.jsonc' }));
    expect(screen.model.notice).toBe('The theme is minimal. It stands in /c.jsonc.');
  });

  test('the list begins at the one that is chosen', () => {
    const screen = new Screen(SIZE).keys('/theme<enter>light<enter>/theme<enter>');
    expect(shown(screen)).toBe('light');
    expect(screen.rows().find((row) => row.startsWith('›'))).toBe('› light          for a light background');
  });

  test('a list that comes once it is closed changes nothing that is seen', () => {
    const screen = new Screen(SIZE).keys('/theme<enter><escape>');
    expect(themesFound(screen.model, null, { ...found, problems: ['x'] }).model).toMatchObject({
      dialog: null,
      notice: null,
    });
  });

  test('a file that is no theme is said above the draft', () => {
    const screen = new Screen(SIZE).keys('/theme<enter>');
    screen.follow(themesFound(screen.model, null, { themes: [], problems: ['/t.jsonc:1:2: x.', 'another'] }));
    expect(screen.model.notice).toBe('/t.jsonc:1:2: x.');
  });
});

describe('/theme with a name', () => {
  test('looks for it among the person’s own first', () => {
    const screen = new Screen(SIZE).keys('/theme mine<enter>');
    expect(screen.acts.at(-1)).toEqual({ type: 'find-themes', name: 'mine' });
    screen.follow(themesFound(screen.model, 'mine', found));
    expect(shown(screen)).toBe('mine');
    expect(screen.acts.at(-1)).toEqual({ type: 'keep-theme', name: 'mine' });
  });

  test('auto follows the terminal again', () => {
    const screen = new Screen(SIZE).keys('/theme<enter>light<enter>/theme auto<enter>');
    screen.follow(themesFound(screen.model, 'auto', found));
    screen.gets({ kind: 'report', report: { type: 'background', rgb: 0 } });
    expect([screen.model.look.chosen, shown(screen)]).toEqual(['auto', 'dark']);
  });

  test('one that is not there is said, with what is wrong in files', () => {
    const screen = new Screen(SIZE).keys('/theme min<enter>');
    screen.follow(themesFound(screen.model, 'min', { ...found, problems: ['/min.jsonc:1:1: x.'] }));
    expect(screen.model.notice).toBe(
      'There is no theme "min", only auto, mine, dark, light, high-contrast, minimal, colour-blind, terminal. /min.jsonc:1:1: x.',
    );
    expect(screen.acts.some(({ type }) => type === 'keep-theme')).toBe(false);
  });

  test('one that cannot be kept holds for this session', () => {
    const screen = new Screen(SIZE);
    screen.follow(themeKept(screen.model, 'dark', { ok: false, message: 'Nothing is kept here.' }));
    expect(screen.model.notice).toBe('The theme is dark. It holds for this session. Nothing is kept here.');
  });
});
