import { describe, expect, test } from 'vitest';
import { type Depth, depthOf, sgrOf } from '../../src/terminal/colour.ts';
import { nearest16, nearest256 } from '../../src/terminal/palette.ts';
import type { Style, Theme } from '../../src/theme/roles.ts';
import { THEMES } from '../../src/theme/themes.ts';

const DEPTHS: readonly Depth[] = ['truecolor', '256', '16', 'none'];

function parameters(style: Style): string[] {
  const theme: Theme = { ...THEMES.dark, heading: style };
  return DEPTHS.map((depth) => sgrOf(theme, depth).heading);
}

describe('the SGR of a style', () => {
  // At the last depth, whatever the theme is, the minimal one.
  const minimal = '1;4';
  const rows: readonly (readonly [title: string, style: Style, sgr: readonly string[]])[] = [
    ['nothing', {}, ['', '', '', minimal]],
    ['24 bits', { foreground: '#ff8700' }, ['38;2;255;135;0', '38;5;208', '91', minimal]],
    ['a background', { background: '#000080' }, ['48;2;0;0;128', '48;5;18', '44', minimal]],
    ['a name', { foreground: 'red', background: 'bright-black' }, ['31;100', '31;100', '31;100', minimal]],
    [
      'weight and slant, in one order',
      { inverse: true, underline: true, italic: true, dim: true, bold: true },
      ['1;2;3;4;7', '1;2;3;4;7', '1;2;3;4;7', minimal],
    ],
    ['what is false is not said', { bold: false, foreground: 'blue' }, ['34', '34', '34', minimal]],
  ];
  test.each(rows)('%s', (_, style, sgr) => {
    expect(parameters(style)).toEqual(sgr);
  });

  test('what a role leaves out of its colours is as in texts', () => {
    const text: Style = { foreground: 'white', background: 'black', bold: true };
    const { heading, link, muted } = sgrOf(
      {
        ...THEMES.minimal,
        text,
        heading: { italic: true },
        link: { foreground: 'red' },
        muted: { background: 'blue' },
      },
      '16',
    );
    expect({ heading, link, muted }).toEqual({ heading: '3;37;40', link: '31;40', muted: '37;44' });
  });

  test('without colour no theme has a colour', () => {
    for (const theme of Object.values(THEMES)) {
      expect(Object.values(sgrOf(theme, 'none')).filter((each) => /(^|;)[34]\d/.test(each))).toEqual([]);
    }
  });
});

describe('the nearest colour', () => {
  const rows: readonly (readonly [rgb: number, of256: number, of16: number])[] = [
    [0x000000, 16, 0],
    [0xffffff, 231, 15],
    [0x808080, 244, 8],
    [0xff0000, 196, 9],
    [0x00ff00, 46, 10],
    [0x5f87af, 67, 4],
    [0x875f00, 94, 3],
    // Light, and still a hue.
    [0xff8787, 210, 9],
    [0x87d787, 114, 10],
    [0x005f00, 22, 2],
    [0xd7afff, 183, 13],
    [0x9a9a9a, 247, 8],
  ];
  test.each(rows)('of %i', (rgb, of256, of16) => {
    expect([nearest256(rgb), nearest16(rgb)]).toEqual([of256, of16]);
  });
});

describe('how many colours a terminal has', () => {
  const rows: readonly (readonly [environment: { readonly [name: string]: string }, depth: Depth])[] = [
    [{ TERM: 'xterm-256color' }, '256'],
    [{ TERM: 'xterm-256color', COLORTERM: 'truecolor' }, 'truecolor'],
    [{ TERM: 'xterm-256color', COLORTERM: '24bit' }, 'truecolor'],
    [{ TERM: 'xterm-kitty' }, 'truecolor'],
    [{ TERM: 'xterm-direct' }, 'truecolor'],
    [{ TERM: 'xterm-256color', TERM_PROGRAM: 'iTerm.app' }, 'truecolor'],
    [{ TERM: 'xterm-256color', TERM_PROGRAM: 'Apple_Terminal' }, '256'],
    [{ TERM: 'tmux-256color' }, '256'],
    [{ TERM: 'screen' }, '16'],
    [{ TERM: 'linux' }, '16'],
    [{ TERM: 'xterm' }, '16'],
    [{ TERM: 'vt220' }, 'none'],
    [{ TERM: 'dumb', COLORTERM: 'truecolor' }, 'none'],
    [{ OS: 'Windows_NT' }, 'truecolor'],
    [{ TERM: 'xterm-kitty', NO_COLOR: '1' }, 'none'],
    [{ TERM: 'xterm-kitty', NO_COLOR: '' }, 'truecolor'],
    [{ TERM: 'xterm', FORCE_COLOR: '3' }, 'truecolor'],
    [{ TERM: 'xterm-kitty', FORCE_COLOR: '1' }, '16'],
    [{ TERM: 'xterm-kitty', FORCE_COLOR: '0' }, 'none'],
    [{ TERM: 'xterm', FORCE_COLOR: '3', NO_COLOR: '1' }, 'none'],
  ];
  test.each(rows)('%o', (environment, depth) => {
    expect(depthOf(environment)).toBe(depth);
  });
});
