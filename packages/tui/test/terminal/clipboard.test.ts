import { describe, expect, test } from 'vitest';
import { abilitiesOf } from '../../src/terminal/abilities.ts';
import { CLIPBOARD_BYTES_MAX, copySequence } from '../../src/terminal/clipboard.ts';

const XTERM = abilitiesOf({ TERM: 'xterm-256color' });
const TMUX = abilitiesOf({ TERM: 'tmux-256color', TMUX: '/tmp/tmux-0/default,1,0' });
const SCREEN = abilitiesOf({ TERM: 'screen', STY: '1.pts-0.host' });

describe('to the clipboard', () => {
  const rows = [
    ['a terminal', XTERM, '\x1b]52;c;5Lit\x1b\\'],
    ['tmux, for itself and for its terminal', TMUX, '\x1b]52;c;5Lit\x1b\\\x1bPtmux;\x1b\x1b]52;c;5Lit\x1b\x1b\\\x1b\\'],
    ['GNU screen, for its terminal', SCREEN, '\x1bP\x1b]52;c;5Lit\x07\x1b\\'],
    ['the Linux console has none', abilitiesOf({ TERM: 'linux' }), null],
  ] as const;
  test.each(rows)('%s', (_, abilities, bytes) => {
    expect(copySequence('中', abilities)).toBe(bytes);
  });

  test('as much as every terminal takes, and no more', () => {
    expect(copySequence('x'.repeat(CLIPBOARD_BYTES_MAX), XTERM)?.length).toBe(9 + 99_992);
    expect(copySequence('x'.repeat(CLIPBOARD_BYTES_MAX + 1), XTERM)).toBe(null);
  });

  test('GNU screen gets a long one in pieces that it takes', () => {
    const bytes = copySequence('x'.repeat(2_000), SCREEN) ?? '';
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the test is about them
    const pieces = [...bytes.matchAll(/\x1bP(.*?)\x1b\\/gs)].map(([, piece = '']) => piece);
    expect(pieces.map((piece) => piece.length)).toEqual([700, 700, 700, 576]);
    expect(pieces.join('')).toBe(`\x1b]52;c;${Buffer.from('x'.repeat(2_000)).toString('base64')}\x07`);
  });
});
