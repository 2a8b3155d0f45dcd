/** When a person who looks elsewhere is told, and what. */
import { describe, expect, test } from 'vitest';
import { AWAY_MS } from '../../src/dialogs/notifying.ts';
import type { Notify } from '../../src/screen/settings.ts';
import { startSettings } from '../../src/screen/settings.ts';
import { BASH, RUNS, Screen } from '../model-screen.ts';

const ASK = '<action tool="ask"><question>Which\ncolour?</question></action>';

function told(screen: Screen): string[] {
  return screen.acts.flatMap((act) => (act.type === 'notify' ? [act.text] : []));
}

function begun(notify: Notify = 'always', settings = {}): Screen {
  const screen = new Screen({ columns: 80, rows: 24 }, settings);
  screen.model = { ...screen.model, settings: startSettings({ notify }) };
  return screen.keys('go<enter>');
}

describe('what is said', () => {
  test('a call that waits, once', () => {
    const screen = begun();
    screen.session.reply(BASH);
    screen.session.takes(RUNS);
    screen.keys('<page-up>');
    expect(told(screen)).toEqual(['May bash run?']);
  });

  test('a question of the model, and the end of the turn after it', () => {
    const screen = begun();
    screen.session.reply(ASK);
    screen.keys('red<enter>');
    screen.session.reply('<final>So it is\nred.\u001b</final>');
    expect(told(screen)).toEqual(['The model asks: Which␊colour?', 'Done: So it is␊red.␛']);
  });

  test('a plan, once it can be read', () => {
    const screen = begun();
    screen.session.reply('<action tool="plan"><action>enter</action></action>');
    screen.session.reply('<action tool="plan"><action>done</action></action>');
    expect(told(screen)).toEqual([]);
    screen.session.send({ type: 'plan.presented', request: screen.session.lastId('plan.review'), text: '1. Look.' });
    expect(told(screen)).toEqual(['Shall the plan be carried out?']);
  });

  test('a limit; not what the person has stopped', () => {
    const screen = begun('always', { turnsMax: 1 });
    screen.session.reply('No element.');
    screen.keys('n');
    expect(told(screen)).toEqual(['A limit is reached: shall it go on?', 'Stopped: a limit is reached.']);
    expect(told(begun().keys('<escape>'))).toEqual([]);
  });
});

describe('when', () => {
  const rows: readonly (readonly [
    title: string,
    notify: Notify,
    focused: boolean | null,
    idleMs: number,
    told: number,
  ])[] = [
    ['always', 'always', true, 0, 1],
    ['never', 'off', false, 10 * AWAY_MS, 0],
    ['the window has the keyboard, and the person has just pressed a key', 'auto', true, 0, 0],
    ['the window has it, and for long no key was pressed', 'auto', true, AWAY_MS, 1],
    ['the window has not the keyboard', 'auto', false, 0, 1],
    ['the terminal does not say, and a key was just pressed', 'auto', null, AWAY_MS - 1, 0],
    ['the terminal does not say, and no key was pressed for long', 'auto', null, AWAY_MS, 1],
  ];
  test.each(rows)('%s', (_title, notify, focused, idleMs, count) => {
    const screen = begun(notify);
    if (focused !== null) screen.gets({ kind: 'focus', focused });
    screen.clock += idleMs;
    screen.session.reply('<final>1</final>');
    expect(told(screen)).toHaveLength(count);
  });
});
