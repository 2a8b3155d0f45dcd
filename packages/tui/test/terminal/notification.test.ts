import { expect, test } from 'vitest';
import { abilitiesOf } from '../../src/terminal/abilities.ts';
import { notifySequence } from '../../src/terminal/notification.ts';

const XTERM = abilitiesOf({ TERM: 'xterm-256color' });
const TMUX = abilitiesOf({ TERM: 'tmux-256color', TMUX: '/tmp/tmux-0/default,1,0' });

const rows = [
  ['the bell and a notification', XTERM, 'done', '\x07\x1b]9;Tagma: done\x1b\\'],
  ['through tmux', TMUX, 'done', '\x07\x1bPtmux;\x1b\x1b]9;Tagma: done\x1b\x1b\\\x1b\\'],
  ['the bell alone', abilitiesOf({ TERM: 'linux' }), 'done', '\x07'],
  ['on one line', XTERM, ' a\n b\t', '\x07\x1b]9;Tagma: a b\x1b\\'],
  ['controls are made visible', XTERM, 'a\x1b]52;c;eA==\x07', '\x07\x1b]9;Tagma: a␛]52;c;eA==␇\x1b\\'],
  ['not the whole of a long text', XTERM, '中'.repeat(300), `\x07\x1b]9;Tagma: ${'中'.repeat(200)}\x1b\\`],
] as const;

test.each(rows)('%s', (_, abilities, text, bytes) => {
  expect(notifySequence(text, abilities)).toBe(bytes);
});
