/** The list of sessions before there is one on the screen: what chooses, what leaves, and that nothing else can be had. */
import { describe, expect, test } from 'vitest';
import type { SessionChoice } from '../../src/dialogs/session-choice.ts';
import { sessionsFound } from '../../src/dialogs/sessions-list.ts';
import { KEY_TABLE } from '../../src/keys/key-table.ts';
import { type PickingAct, pressPicker, startPicker, viewPicker } from '../../src/picking/picker.ts';
import type { Pressed } from '../../src/screen/viewer.ts';
import { text } from '../model-screen.ts';

const SIZE = { columns: 90, rows: 20 };

function session(name: string, state: SessionChoice['state'] = 'ended'): SessionChoice {
  return {
    file: `/kept/${name}.xml`,
    session: name,
    title: `the ${name} one`,
    state,
    torn: false,
    isShown: false,
    ageMs: 60_000,
    changedAt: 0,
    bytes: 1_000,
    model: 'qwen3',
    prompts: 1,
    replies: 1,
    tokens: 0,
    cost: null,
    parent: null,
  } as unknown as SessionChoice;
}

class Picker {
  model = startPicker(SIZE);
  acts: PickingAct[] = [];
  clock = 0;

  constructor(
    sessions: readonly SessionChoice[] | null = [session('newest'), session('older'), session('busy', 'running')],
  ) {
    if (sessions !== null) this.model = sessionsFound(this.model, { ok: true, sessions }).model;
  }

  gets(...inputs: readonly Pressed[]): this {
    for (const input of inputs) {
      this.clock += 1_000;
      const next = pressPicker(this.model, input, this.clock);
      this.model = next.model;
      this.acts.push(...next.acts);
    }
    return this;
  }

  keys(...chords: readonly string[]): this {
    return this.gets(...chords.map((chord): Pressed => ({ kind: 'key', chord })));
  }

  rows(): readonly string[] {
    return text(viewPicker(this.model));
  }
}

const opened = (name: string) => ({ type: 'open-session', file: `/kept/${name}.xml` });
const done = ({ acts }: Picker) => acts.filter(({ type }) => type !== 'outline-session');

test('lists them, the newest first and chosen, and says what can be pressed', () => {
  const rows = new Picker().rows();
  expect(rows.slice(0, 7).map((row) => row.replace(/ +/g, ' '))).toEqual([
    'sessions of this folder · 1 of 3',
    'The chosen one goes on as it was left. Below stands what was done in it.',
    '',
    '› the newest one ended 1 minute ago · 1 kB',
    ' the older one ended 1 minute ago · 1 kB',
    ' the busy one running 1 minute ago · 1 kB',
    '',
  ]);
  expect([rows.length, rows.at(-2), rows.at(-1)]).toEqual([20, '', ' Enter goes on with it · Esc leaves']);
});

describe('a session is chosen', () => {
  test.each<[string, (picker: Picker) => Picker, object[]]>([
    ['by Enter', (picker) => picker.keys('enter'), [opened('newest')]],
    ['by the arrows', (picker) => picker.keys('down', 'enter'), [opened('older')]],
    ['by what is typed', (picker) => picker.gets({ kind: 'text', text: 'old' }).keys('enter'), [opened('older')]],
    [
      'by clicks',
      (picker) => {
        const row = picker.rows().findIndex((each) => each.includes('the older'));
        const click: Pressed = { kind: 'mouse', chord: 'mouse-left', row, column: 4 };
        return picker.gets(click, click);
      },
      [opened('older')],
    ],
    ['not before they are found', () => new Picker(null).keys('enter', 'down', 'enter'), []],
    ['not where there is none', () => new Picker([]).keys('enter'), []],
  ])('%s', (_title, act, expected) => {
    expect(done(act(new Picker()))).toEqual(expected);
  });

  test('not one that runs elsewhere: it is said', () => {
    const picker = new Picker().keys('end', 'enter');
    expect(done(picker)).toEqual([]);
    expect(picker.rows().some((row) => row.includes('is running somewhere else'))).toBe(true);
  });
});

test.each(['escape', 'ctrl+c', 'ctrl+d'])('%s leaves', (chord) => {
  expect(done(new Picker().keys(chord))).toEqual([{ type: 'leave' }]);
});

test('no other key of the screen does anything: the list stays, and nothing is sent', () => {
  const chords = KEY_TABLE.filter(({ where }) => where === 'anywhere' || where === 'blank').flatMap(
    (each) => each.chords,
  );
  for (const chord of chords) {
    const picker = new Picker();
    if ([...chord].length === 1) picker.gets({ kind: 'text', text: chord });
    else if (/^(mouse|wheel)-/.test(chord))
      for (let row = 0; row < SIZE.rows; row += 19) picker.gets({ kind: 'mouse', chord, row, column: 2 });
    else picker.keys(chord);
    const types = done(picker).map(({ type }) => type);
    expect([chord, types.every((type) => ['leave', 'redraw', 'suspend', 'open-session'].includes(type))]).toEqual([
      chord,
      true,
    ]);
    expect([chord, picker.model.dialog?.kind, picker.model.search, picker.model.machine.open]).toEqual([
      chord,
      'sessions',
      null,
      false,
    ]);
  }
});

test('a screen that is too small says so', () => {
  const picker = new Picker();
  picker.model = { ...picker.model, size: { columns: 20, rows: 5 } };
  expect(picker.keys('enter').acts.filter(({ type }) => type === 'open-session')).toEqual([]);
  expect(picker.rows().join(' ')).toMatch(/small/);
});
