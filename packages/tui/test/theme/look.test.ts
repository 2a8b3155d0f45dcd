import { describe, expect, test } from 'vitest';
import type { Reported } from '../../src/terminal/input.ts';
import { type Look, lookAfter, startLook, themeShown } from '../../src/theme/look.ts';
import { THEMES } from '../../src/theme/themes.ts';

const MINE = { name: 'mine', theme: { ...THEMES.dark, heading: { bold: true } } };

function nameOf(look: Look, preview: string | null): string {
  const shown = themeShown(look, preview);
  const all = { ...THEMES, mine: MINE.theme };
  return Object.entries(all).find(([, theme]) => theme === shown)?.[0] ?? '';
}

describe('the theme that is shown', () => {
  const rows: readonly (readonly [title: string, look: Look, preview: string | null, name: string])[] = [
    ['auto, and nobody knows the background', startLook(), null, 'terminal'],
    ['auto on dark', { ...startLook(), dark: true }, null, 'dark'],
    ['auto on light', { ...startLook(), dark: false }, null, 'light'],
    ['auto with a hint of the environment', startLook('auto', { COLORFGBG: '0;15' }), null, 'light'],
    ['a hint in three parts', startLook('auto', { COLORFGBG: '12;default;8' }), null, 'dark'],
    ['a hint that says nothing', startLook('auto', { COLORFGBG: '15;default' }), null, 'terminal'],
    ['one that is chosen', { ...startLook('high-contrast'), dark: false }, null, 'high-contrast'],
    ['one of his own', startLook(MINE), null, 'mine'],
    ['one that is looked at', startLook(MINE), 'light', 'light'],
    ['auto is looked at', { ...startLook(MINE), dark: true }, 'auto', 'dark'],
    ['one that is not there', startLook('toString'), null, 'terminal'],
    ['one of his own in the place of another', startLook({ ...MINE, name: 'dark' }), null, 'mine'],
  ];
  test.each(rows)('%s', (_, look, preview, name) => {
    expect(nameOf(look, preview)).toBe(name);
  });
});

describe('what the terminal says of its colours', () => {
  const background = (rgb: number): Reported => ({ type: 'background', rgb });
  const foreground = (rgb: number): Reported => ({ type: 'foreground', rgb });
  const rows: readonly (readonly [title: string, reports: readonly Reported[], dark: boolean | null])[] = [
    ['black', [background(0x000000)], true],
    ['a dark blue', [background(0x1e1e2e)], true],
    ['white', [background(0xffffff)], false],
    ['a pale yellow', [background(0xfdf6e3)], false],
    ['a grey on which black stands out more', [background(0x808080)], false],
    ['a strong blue', [background(0x0000ff)], true],
    ['light texts alone', [foreground(0xeeeeee)], true],
    ['the background says more than the texts', [foreground(0xeeeeee), background(0xffffff)], false],
    ['it turns light', [background(0x000000), foreground(0x000000), background(0xffffff)], false],
    ['nothing of them', [{ type: 'attributes' }, { type: 'mode', mode: 2026, known: true }], null],
  ];
  test.each(rows)('%s', (_, reports, dark) => {
    expect(reports.reduce(lookAfter, startLook()).dark).toBe(dark);
  });
});
