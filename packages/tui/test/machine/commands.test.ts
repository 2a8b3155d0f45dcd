import type { AgentEvent, Snapshot } from '@tagma/core';
import { describe, expect, test } from 'vitest';
import { boundKeys } from '../../src/keys/rebinding.ts';
import { steppingTold } from '../../src/machine/machine.ts';
import type { SteppingState } from '../../src/machine/stepping.ts';
import type { Act } from '../../src/screen/model.ts';
import { RUNS, Screen } from '../model-screen.ts';

const SIZE = { columns: 90, rows: 20 };
const ENDED: AgentEvent = {
  type: 'tool.ended',
  request: 3,
  outcome: { status: 'ok', content: 'a\u001b[2Jb', details: {} },
  durationMs: 5,
  at: 0,
};
const NO_BREAKPOINTS: SteppingState['breakpoints'] = [];

/** A turn in which a tool runs and its outcome is held; a second has passed since. */
function stepped(more: Partial<NonNullable<SteppingState['held']>> = {}, breakpoints = NO_BREAKPOINTS): Screen {
  const screen = new Screen(SIZE).keys('Look<enter>');
  screen.session.reply('<action tool="read"><path>a</path></action>');
  screen.session.takes();
  hold(screen, { event: ENDED, draft: null, at: null, ...more }, breakpoints);
  screen.clock += 1_000;
  screen.acts = [];
  return screen;
}

function hold(
  screen: Screen,
  held: Omit<NonNullable<SteppingState['held']>, 'snapshot'> | null,
  breakpoints = NO_BREAKPOINTS,
): void {
  const snapshot = snapshotOf(screen);
  const state: SteppingState = { holding: true, held: held && { ...held, snapshot }, breakpoints };
  screen.model = { ...screen.model, machine: steppingTold(screen.model.machine, state, screen.clock) };
}

function snapshotOf({ session }: Screen): Snapshot {
  const last = session.updates.findLast((update) => update.kind === 'step');
  if (!last) throw new Error('nothing was told');
  return last.snapshot;
}

describe('what is held is shown above the draft', () => {
  test('the event, what would follow, its fields, as much as there is room for; and the keys', () => {
    const rows = stepped().rows();
    expect(rows.slice(rows.indexOf('─'.repeat(SIZE.columns)) + 1, -2)).toEqual([
      'held tool.ended ok',
      '  tells the machine: acting → thinking · model.ask 4',
      '  request: 3',
      '  outcome: {status: "ok", content: "a\\u001b[2Jb", details: {}}',
      '  durationMs: 5',
      '  … F2 shows all of it',
      'n next  c go on  e edit  d drop  b break  Tab write  Esc abort',
    ]);
    expect(rows.at(-1)).toMatch(/^ acting · step mode · default .* an event is held$/);
  });

  test('what it was changed to, and the breakpoint', () => {
    const draft = { ...ENDED, durationMs: 7 };
    const at = { number: 2, kind: 'state', name: 'thinking' } as const;
    const rows = stepped({ draft, at }).rows();
    expect(rows).toContain('held tool.ended ok · changed by you · breakpoint 2: state thinking');
    expect(rows).toContain('  durationMs: 7');
    expect(rows).toContain('n next  c go on  e edit  v take back  d drop  b break  Tab write  Esc abort');
  });

  test('where the pane is open it has all of it, and the rows above the draft the first two', () => {
    const screen = stepped().keys('<f2>');
    expect(screen.rows().slice(-5, -3)).toEqual([
      'held tool.ended ok',
      '  tells the machine: acting → thinking · model.ask 4',
    ]);
  });

  test('what the person writes takes the letters, and says so', () => {
    expect(stepped().keys('x').rows().at(-3)).toBe('letters go to the draft · Esc aborts');
    expect(stepped().keys('<tab>').rows().at(-3)).toBe('Tab to the event that is held · letters go to the draft');
  });

  test('one that would take a second to look ahead at is not looked into', () => {
    const text = `<final>${'x'.repeat(1_100_000)}</final>`;
    const reply: AgentEvent = {
      type: 'reply.ended',
      request: 1,
      text,
      reasoning: '',
      finish: 'stop',
      usage: null,
      at: 0,
    };
    expect(stepped({ event: reply }).rows()).toContain('  tells the machine, in acting; too large to look ahead');
  });
});

const keys: readonly (readonly [title: string, keys: string, acts: readonly Act[]])[] = [
  ['the next', 'n', [{ type: 'pass-event' }]],
  ['held down', 'nn', [{ type: 'pass-event' }, { type: 'pass-event' }]],
  ['all', 'c', [{ type: 'hold-events', on: false }]],
  ['out of step mode', '<f3>', [{ type: 'hold-events', on: false }]],
  ['out of step mode, by a command', '/hold<enter>', [{ type: 'hold-events', on: false }]],
  ['kept from the machine', 'd', [{ type: 'drop-event' }]],
  ['as it came', 'v', [{ type: 'change-event', text: null }]],
  ['a breakpoint', 'b', [{ type: 'add-breakpoint', name: 'tool.ended' }]],
  ['one field', '/edit outcome.content x<enter>', [{ type: 'change-event', text: 'outcome.content x' }]],
  ['the turn is aborted', '<escape>', [{ type: 'send', fact: { type: 'abort.requested', by: 'person' } }]],
  [
    'letters of a word that is begun',
    'x<backspace> and<enter>',
    [{ type: 'send', fact: { type: 'steer.given', text: ' and' } }],
  ],
  ['a state', '/break acting<enter>', [{ type: 'add-breakpoint', name: 'acting' }]],
  ['a breakpoint less', '/break remove 2<enter>', [{ type: 'remove-breakpoint', number: 2 }]],
  ['the person writes, and sends', '<tab>nice<enter>', [{ type: 'send', fact: { type: 'steer.given', text: 'nice' } }]],
  ['to the draft and back', '<tab><tab>n', [{ type: 'pass-event' }]],
];

test.each(keys)('%s: %s', (_title, script, acts) => {
  // A slash asks for the commands of one's own, beside.
  const asked = stepped()
    .keys(script)
    .acts.filter(({ type }) => type !== 'find-commands');
  expect(asked).toEqual(acts);
});

describe('in step mode, while the next event is waited for', () => {
  const awaited = () => {
    const screen = stepped();
    hold(screen, null);
    return screen;
  };
  test.each<[string, readonly Act[], string]>([
    ['nn', [], ''],
    ['d', [], ''],
    ['c', [{ type: 'hold-events', on: false }], ''],
    ['<tab>not so', [], 'not so'],
    ['wait', [], 'wait'],
  ])('%s', (script, acts, draft) => {
    const { model, acts: done } = awaited().keys(script);
    expect([done, model.composer.text]).toEqual([acts, draft]);
  });

  test('which is said', () => {
    expect(awaited().rows().at(-3)).toBe('no event is held yet  c go on  Tab write  Esc abort');
  });

  test('which is said by the keys as they are bound', () => {
    const screen = awaited();
    const { table } = boundKeys([{ name: 'held-continue', chords: ['g'], at: 'config.jsonc:1:1' }]);
    screen.model = { ...screen.model, keys: table };
    expect(screen.rows().at(-3)).toBe('no event is held yet  g go on  Tab write  Esc abort');
  });

  test('who has begun to write goes on when it comes', () => {
    const screen = awaited().keys('<tab>');
    hold(screen, { event: { ...ENDED, durationMs: 9 }, draft: null, at: null });
    expect(screen.keys('do').model.composer.text).toBe('do');
  });

  test('at rest letters are letters', () => {
    const screen = new Screen(SIZE).keys('<shift+tab>');
    hold(screen, null);
    expect(screen.keys('nd').model.composer.text).toBe('nd');
  });
});

test('a question waits until what is held has been told', () => {
  const screen = new Screen(SIZE).keys('Do it<enter>');
  screen.session.reply('<action tool="bash"><command>make</command></action>');
  screen.session.takes(RUNS);
  screen.clock += 1_000;
  const answered: AgentEvent = { type: 'permission.answered', request: 3, answer: 'once', reason: '', at: 0 };
  screen.acts = [];
  hold(screen, { event: answered, draft: null, at: null });
  screen.clock += 1_000;
  expect(screen.keys('n').acts).toEqual([{ type: 'pass-event' }]);
  hold(screen, null);
  expect(screen.keys('n').acts.at(-1)).toMatchObject({ type: 'send', fact: { answer: 'no' } });
});

describe('a prompt that is held', () => {
  const given = { type: 'prompt.given', text: 'Look' } as const;
  test.each<[string, Parameters<Screen['session']['send']>[0] & { readonly changed?: object }, boolean, string]>([
    ['is dropped: it stands in the draft again', { type: 'event.dropped', by: 'person', event: given }, false, 'Look'],
    [
      'is changed to something else',
      { type: 'pause.requested', changed: { by: 'person', original: given } },
      false,
      '',
    ],
    ['is told', given, false, ''],
    ['waits', { type: 'mode.changed', mode: 'plan' }, true, ''],
  ])('%s', (_title, event, sent, draft) => {
    const screen = new Screen(SIZE);
    screen.model = { ...screen.model, sent: true };
    screen.session.send(event);
    expect([screen.model.sent, screen.model.composer.text]).toEqual([sent, draft]);
  });
});

describe('an event that has only just been held', () => {
  test.each<[string, readonly Act[]]>([
    ['n', [{ type: 'pass-event' }]],
    ['d', []],
    ['c', []],
    ['e', []],
  ])('%s', (key, acts) => {
    const screen = stepped();
    hold(screen, { event: { ...ENDED, durationMs: 9 }, draft: null, at: null });
    screen.gets({ kind: 'text', text: key });
    expect(screen.acts).toEqual(acts);
    expect(screen.model.notice).toBe(acts.length > 0 ? null : 'A new event is held: read it first.');
  });

  test('a breakpoint stops also a key that is held down', () => {
    const screen = stepped();
    const at = { number: 1, kind: 'event', name: 'tool.ended' } as const;
    hold(screen, { event: { ...ENDED, durationMs: 9 }, draft: null, at });
    for (let press = 0; press < 5; press++) {
      screen.clock += 30;
      screen.gets({ kind: 'text', text: 'n' });
    }
    expect(screen.acts).toEqual([]);
    expect(screen.keys('n').acts).toEqual([{ type: 'pass-event' }]);
  });
});

describe('a small event is edited in the draft, a large one in the editor', () => {
  test('small', () => {
    const { model, acts } = stepped().keys('e');
    expect(acts).toEqual([]);
    expect(model.composer.text).toBe(`/edit ${JSON.stringify({ ...ENDED, at: undefined }, null, 2)}`);
  });

  test('large', () => {
    const outcome = { status: 'ok', content: 'x'.repeat(1_000), details: {} } as const;
    const { model, acts } = stepped({ event: { ...ENDED, outcome } }).keys('e');
    expect([model.composer.text, acts]).toEqual(['', [{ type: 'edit-event', text: expect.stringContaining('xxx') }]]);
  });
});

describe('/break and /edit', () => {
  const breakpoints: SteppingState['breakpoints'] = [
    { number: 1, kind: 'state', name: 'acting' },
    { number: 3, kind: 'event', name: 'tool.ended' },
  ];
  test.each([
    [
      '/break<enter>',
      [],
      'There are no breakpoints. /break acting stops where that state is entered, /break tool.ended at that event.',
    ],
    [
      '/break<enter>',
      breakpoints,
      'Breakpoints: 1: state acting, 3: event tool.ended. /break remove 1 takes the first one back.',
    ],
    ['/edit<enter>', [], '/edit takes a field and its value, or the event as JSON: /edit text do it now'],
  ])('%s with %j', (script, points, notice) => {
    expect(stepped({}, points).keys(script).model.notice).toBe(notice);
  });

  test('b takes a breakpoint back that it has set', () => {
    expect(stepped({}, breakpoints).keys('b').acts).toEqual([{ type: 'remove-breakpoint', number: 3 }]);
  });

  test('nothing is held', () => {
    const screen = new Screen(SIZE).keys('/edit a b<enter>');
    expect([screen.model.notice, screen.keys('nd').model.composer.text]).toEqual([
      'No event is held. F3 holds each event.',
      'nd',
    ]);
  });
});
