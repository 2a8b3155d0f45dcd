/** Esc Esc and `/rewind`: the prompts as a list, the choice of one, and when there is no list. */
import type { ForkPoint } from '@tagma/history';
import { describe, expect, test } from 'vitest';
import { promptsFound } from '../../src/dialogs/rewinding.ts';
import { resized } from '../../src/screen/press.ts';
import { BASH, RUNS, Screen } from '../model-screen.ts';

const SIZE = { columns: 60, rows: 14 };

function points(...texts: readonly string[]): ForkPoint[] {
  return texts.map((text, index) => ({ prompt: index + 1, record: 3 + 10 * index, at: 0, text }));
}

const POINTS = points('Fix the test', '修复 the other 测试, and then the one that comes after it too', 'a\nb\x1b[31m');

/** A screen whose session can be rewound: the prompts are found at once. */
class Rewindable extends Screen {
  found = POINTS;

  override follow(next: Parameters<Screen['follow']>[0]): void {
    super.follow(next);
    if (next.acts.some(({ type }) => type === 'find-prompts')) {
      super.follow(promptsFound(this.model, { ok: true, points: this.found }));
    }
  }

  chosen(): unknown {
    return this.acts.flatMap((act) => (act.type === 'rewind' ? [act.point] : []));
  }
}

const begun = (): Rewindable => new Rewindable(SIZE);
const running = (): Rewindable => begun().keys('go<enter>');
const finished = (): Rewindable => {
  const screen = running();
  screen.session.reply('<final>1</final>');
  return screen;
};
const listed = (screen: Screen): boolean => screen.model.dialog?.kind === 'rewind';

describe('the list', () => {
  test('the newest stands first and is chosen; each takes a row', () => {
    expect(finished().keys('<escape><escape>').rows()).toEqual([
      'rewind to before a prompt · 1 of 3',
      'A copy of this session up to there goes on; this one ends,',
      'and is kept. Files stay as they are now: /undo turn takes',
      'back what the last turn changed, before or afterwards.',
      '',
      '› 3  a␊b␛[31m',
      '  2  修复 the other 测试, and then the one that comes after…',
      '  1  Fix the test',
      '',
      '',
      '',
      '─'.repeat(60),
      '›',
      expect.stringMatching(/Esc closes$/),
    ]);
  });

  test.each([
    ['<enter>', 3],
    ['<down><enter>', 2],
    ['<down><down><down><down><enter>', 1],
    ['<down><down><up><enter>', 2],
    ['<up><enter>', 3],
    ['<page-down><enter>', 1],
    ['<wheel-down><ctrl+p><ctrl+n><page-up><enter>', 3],
  ])('%s chooses prompt %i', (keys, prompt) => {
    expect(finished().keys('/rewind<enter>').keys(keys).chosen()).toEqual([POINTS[prompt - 1]]);
  });

  test('of a long one the part around the choice is shown, whatever the size', () => {
    const screen = begun();
    screen.found = points(...Array.from({ length: 40 }, (_, index) => `prompt ${index + 1}`));
    const numbers = () => screen.rows().flatMap((row) => /^[› ] +(\d+) {2}prompt/.exec(row)?.[1] ?? []);
    const marked = () => screen.rows().filter((row) => row.startsWith('› '));
    screen.keys('<escape><escape>');
    expect(numbers()).toEqual(['40', '39', '38', '37', '36']);
    for (let row = 0; row < 20; row++) screen.keys('<down>');
    expect([numbers(), marked()]).toEqual([['22', '21', '20', '19', '18'], ['› 20  prompt 20']]);
    screen.keys('<page-down><page-down><page-down><page-down>');
    expect([numbers(), marked()]).toEqual([['5', '4', '3', '2', '1'], ['›  1  prompt 1']]);
    screen.model = resized(screen.model, { columns: 100, rows: 10 }, screen.clock);
    expect([numbers(), marked()]).toEqual([['5', '4', '3', '2', '1'], ['›  1  prompt 1']]);
    screen.keys('<enter>');
    expect(screen.chosen()).toEqual([screen.found[0]]);
  });

  test.each([
    ['too narrow', { columns: 39, rows: 14 }],
    ['too low', { columns: 60, rows: 9 }],
  ])('on a screen that is %s is not acted on, for it is not seen; it is there again once it fits', (_title, small) => {
    const screen = finished().keys('<escape><escape>');
    screen.model = resized(screen.model, small, screen.clock);
    expect(screen.keys('<down><down><enter>').chosen()).toEqual([]);
    screen.model = resized(screen.model, SIZE, screen.clock);
    expect(screen.keys('<enter>').chosen()).toEqual([POINTS[2]]);
  });

  test('is closed by Escape, and not opened again by one more', () => {
    const screen = finished().keys('<escape><escape>').keys('<escape>');
    expect([screen.model.dialog, screen.chosen()]).toEqual([null, []]);
    expect(listed(screen.keys('<ctrl+u><escape>'))).toBe(false);
  });

  test('finds what is typed, and the draft stays as it is', () => {
    const screen = finished().keys('<escape><escape>').keys('fix tst');
    expect(screen.rows().filter((row) => /^(find|[› ] \S)/.test(row))).toEqual(['find: fix tst', '› 1  Fix the test']);
    expect(screen.model.composer.text).toBe('');
    expect(screen.keys('<enter>').chosen()).toEqual([POINTS[0]]);
  });

  test('of a session without a prompt, or without a history, is none, and it is said', () => {
    const screen = begun();
    screen.found = [];
    expect(screen.keys('<escape><escape>').model).toMatchObject({
      dialog: null,
      notice: 'There is no prompt to go back to.',
    });
    screen.follow(promptsFound(screen.model, { ok: false, message: 'No history.' }));
    expect(screen.model).toMatchObject({ dialog: null, notice: 'No history.' });
  });

  test('that comes late takes nothing from a draft, nor from a turn', () => {
    const found = { ok: true, points: POINTS } as const;
    expect(promptsFound(begun().keys('draft').model, found).model.dialog).toBe(null);
    expect(promptsFound(running().model, found).model.dialog).toBe(null);
  });
});

describe('Escape', () => {
  test('once at rest says what a second one does; any other key takes that back', () => {
    const screen = finished().keys('<escape>');
    expect(screen.rows().at(-1)).toMatch(/Esc again rewinds$/);
    expect(listed(screen.keys('<left><escape>'))).toBe(false);
    expect(listed(screen.keys('<escape>'))).toBe(true);
  });

  test('twice over a draft does nothing', () => {
    const screen = finished().keys('draft<escape><escape>');
    expect([listed(screen), screen.model.composer.text]).toEqual([false, 'draft']);
  });

  test('twice while a turn runs interrupts it, and opens no list', () => {
    const screen = running().keys('<escape><escape>', 10);
    expect(screen.session.facts.filter(({ type }) => type === 'abort.requested')).not.toEqual([]);
    expect([listed(screen), screen.model.state]).toEqual([false, 'stopping']);
  });

  test('pressed as a turn ends, and then once while it runs, is no second one', () => {
    const screen = finished().keys('<escape>');
    screen.session.send({ type: 'prompt.given', text: 'again' });
    expect(listed(screen.keys('<escape>'))).toBe(false);
    expect(listed(screen.keys('<escape>'))).toBe(false);
  });

  test('at a question answers it', () => {
    const screen = running();
    screen.session.reply(BASH);
    screen.session.takes(RUNS);
    screen.keys('<escape><escape>');
    expect(listed(screen)).toBe(false);
  });
});

test('/rewind while a turn runs says how to stop it, until it ends', () => {
  const screen = running().keys('/rewind<enter>');
  expect(screen.model).toMatchObject({
    dialog: null,
    notice: 'A turn is running. Esc stops it; then /rewind goes back.',
  });
  screen.session.reply('<final>1</final>');
  expect(screen.model).toMatchObject({ state: 'finished', notice: null });
});
