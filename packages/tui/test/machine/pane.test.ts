import { chartOf } from '@tagma/core';
import { describe, expect, test } from 'vitest';
import { outlineLines } from '../../src/machine/outline.ts';
import { view } from '../../src/screen/view.ts';
import { RUNS, Screen } from '../model-screen.ts';

const WIDE = { columns: 120, rows: 34 };
const NARROW = { columns: 60, rows: 16 };
const READ = '<action tool="read"><path>a</path></action>';

/** A turn in which a tool runs: one second, on the screen's clock, lies between one key and the next. */
function acting(size = WIDE): Screen {
  const screen = new Screen(size).keys('Look<enter>');
  screen.session.reply(READ);
  screen.session.takes();
  return screen;
}

/** What stands beside the transcript. */
function pane(screen: Screen): string[] {
  return screen.rows().flatMap((row) => row.split(/│ ?/)[1] ?? []);
}

describe('on a wide screen the machine stands beside the transcript', () => {
  test('its chart with the state, the way of the last step, what it waits for, limits, past steps', () => {
    const screen = acting().keys('<f2>');
    expect(screen.rows()[0]).toMatch(/^› Look +│ machine/);
    expect(pane(screen)).toEqual([
      'machine · acting for 1.0 s',
      ...outlineLines(chartOf(), 'acting', 43).map((each) =>
        each
          .map(({ text }) => text)
          .join('')
          .trimEnd(),
      ),
      '',
      'acting takes',
      '  at once → stays, choosing',
      '  tool.ended → stays',
      '  facts.changed → stays',
      '  abort.requested → stopping',
      '',
      'last step',
      '  3 facts.taken · deciding → acting after 0',
      '  ms',
      '  deciding, on facts.taken',
      '    false: mustWait',
      '    true: isAllowed → choosing · 3 not',
      '    asked',
      '  choosing, at once',
      '    true: mustAct → acting · 8 not asked',
      '  acting, at once',
      '    false: neighbourStarts, nothingRuns',
      '    stays',
    ]);
    expect(pane(screen.keys('<alt+page-down>')).slice(8)).toEqual([
      '',
      'waits for',
      '  tool.run 3 read · 2.0 s',
      '',
      'this turn',
      '  replies  1 of 5 ━━────────',
      '  tokens   29 · no limit',
      '  cost     0 · no limit',
      '  time     2.0 s · no limit',
      '',
      'steps, 3 of 3',
      '  3 deciding → acting after 0 ms · facts.t…',
      '  2 thinking → deciding after 0 ms · reply…',
      '  1 thinking · prompt.given "Look"',
      '',
      'every state takes',
      '  mode.changed, rule.removed,',
      '  model.changed, window.found,',
      '  tokens.counted, prompt.given,',
      '  steer.given, message.withdrawn,',
      '  compact.requested, pause.requested,',
      '  resume.requested, session.resumed,',
      '  event.dropped, hook.failed',
    ]);
  });

  test('the transcript has the columns that are left, and all of them when the pane is closed', () => {
    const screen = acting().keys('<f2>');
    const rows = view(screen.model).rows;
    expect(rows.every((row) => row.length === WIDE.columns)).toBe(true);
    expect(screen.rows().some((row) => row.includes('│'))).toBe(true);
    expect(
      screen
        .keys('/machine<enter>')
        .rows()
        .some((row) => row.includes('│')),
    ).toBe(false);
  });

  test('the wheel scrolls what the mouse is over', () => {
    const screen = acting().keys('<f2>');
    const wheel = (chord: string, column: number) => {
      screen.gets({ kind: 'mouse', chord, row: 3, column });
      return screen.model.machine.scroll;
    };
    expect([
      wheel('wheel-down', 10),
      wheel('wheel-down', 100),
      wheel('wheel-down', 119),
      wheel('wheel-up', 80),
    ]).toEqual([0, 3, 6, 3]);
  });

  test('what waits in the queue, and no control character of it', () => {
    const screen = acting().keys('<f2>wait<alt+enter>rather this<enter>');
    screen.keys('<alt+page-down><alt+page-down>');
    const text = pane(screen).join('\n');
    expect(text).toContain('queue\n  next: wait\n  to steer: rather this');
  });
});

describe('on a narrow screen it stands in the place of the transcript', () => {
  test('which comes back with the same key', () => {
    const screen = acting(NARROW);
    const before = screen.rows();
    expect(screen.keys('<f2>').rows()[0]).toBe('machine · acting for 1.0 s');
    expect(screen.keys('<f2>').rows().slice(0, 12)).toEqual(before.slice(0, 12));
  });

  test('the keys that scroll the transcript scroll it, as far as it goes', () => {
    const screen = acting(NARROW).keys('<f2>');
    const first = screen.rows()[0];
    const last = screen.keys('<page-down><page-down><page-down><page-down><page-down><page-down>').rows();
    expect(last[12]).toMatch(/ hook\.failed$/);
    expect(screen.keys('<wheel-up><page-up><page-up><page-up><page-up><page-up>').rows()[0]?.slice(0, 16)).toBe(
      first?.slice(0, 16),
    );
  });

  test('a question goes before it', () => {
    const screen = new Screen(NARROW).keys('<f2>Do it<enter>');
    screen.session.reply('<action tool="bash"><command>make</command></action>');
    screen.session.takes(RUNS);
    expect(screen.rows().join('\n')).toContain('May bash run?');
    screen.keys('y');
    expect(screen.rows()[0]).toMatch(/^machine · acting/);
  });
});
