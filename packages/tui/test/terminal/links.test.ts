import { describe, expect, test } from 'vitest';
import { sgrOf } from '../../src/terminal/colour.ts';
import { linkTarget } from '../../src/terminal/links.ts';
import { paint } from '../../src/terminal/paint.ts';
import { cellsOf, type Frame } from '../../src/text/cells.ts';
import type { Line } from '../../src/text/line.ts';
import { THEMES } from '../../src/theme/themes.ts';

describe('where a link may lead', () => {
  const rows: readonly (readonly [link: string, address: string | null])[] = [
    ['https://example.org/a?b=c#d', 'https://example.org/a?b=c#d'],
    ['http://example.org', 'http://example.org/'],
    ['file:///home/me/a b.txt', null],
    ['file:///home/me/a%20b.txt', 'file:///home/me/a%20b.txt'],
    ['mailto:a@example.org', 'mailto:a@example.org'],
    ['https://example.org/é', 'https://example.org/%C3%A9'],
    ['https://exämple.org/', 'https://xn--exmple-cua.org/'],
    ['javascript:alert(1)', null],
    ['data:text/html,x', null],
    ['ssh://example.org', null],
    ['example.org', null],
    ['https://example.org/\x1b\\\x1b]52;c;eA==\x07', null],
    ['https://example.org/\u009c', null],
    ['https://example.org/\u202e', null],
    ['ht\ntps://example.org/', null],
    [`https://example.org/${'x'.repeat(2_000)}`, null],
    [`https://example.org/${'é'.repeat(1_000)}`, null],
  ];
  test.each(rows)('%j', (link, address) => {
    expect(linkTarget(link)?.address ?? null).toBe(address);
  });
});

function frame(...lines: readonly Line[]): Frame {
  return { size: { columns: 10, rows: lines.length }, rows: lines.map((each) => cellsOf(each, 10)), caret: null };
}

const brush = { sgr: sgrOf(THEMES.minimal, 'none'), links: true };
const LINK = 'https://example.org/';
const starts = '\x1b]8;id=13tep1p;https://example.org/\x1b\\';
const ends = '\x1b]8;;\x1b\\';

describe('links on the screen', () => {
  const shown = frame(
    [
      { text: 'a', role: 'text' },
      { text: 'bc', role: 'link', link: LINK },
      { text: 'd', role: 'text' },
    ],
    [{ text: 'ef', role: 'link', link: LINK }],
  );
  const bytes = (links: boolean) =>
    paint(null, shown, { ...brush, links })
      .replace(/^.*\[2J/s, '')
      .replace('\x1b[?2026l', '');

  test('each row of one begins and ends, with the same id', () => {
    expect(bytes(true)).toBe(
      `\x1b[1;1H\x1b[0ma${starts}\x1b[0;4mbc${ends}\x1b[0md\x1b[0m\x1b[2;1H${starts}\x1b[0;4mef${ends}\x1b[0m`,
    );
  });

  test('a terminal that takes none gets none', () => {
    expect(bytes(false)).toBe('\x1b[1;1H\x1b[0ma\x1b[0;4mbc\x1b[0md\x1b[0m\x1b[2;1H\x1b[0;4mef\x1b[0m');
  });

  test('a link that appears on the same text is drawn', () => {
    const before = frame([{ text: 'ab', role: 'text' }]);
    const after = frame([{ text: 'ab', role: 'text', link: LINK }]);
    expect(paint(before, after, brush)).toContain(`${starts}\x1b[0mab${ends}`);
  });

  test('what leads nowhere is text', () => {
    expect(paint(null, frame([{ text: 'ab', role: 'text', link: 'javascript:x' }]), brush)).not.toContain('\x1b]8');
  });
});
