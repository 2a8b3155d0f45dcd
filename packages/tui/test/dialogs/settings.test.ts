/** `/settings`: what is set, where it comes from, what Enter and Ctrl+S do. */
import { describe, expect, test } from 'vitest';
import { settingKept } from '../../src/dialogs/settings-list.ts';
import { carriedOver } from '../../src/screen/carried-over.ts';
import { startModel } from '../../src/screen/model.ts';
import { startSettings } from '../../src/screen/settings.ts';
import { Screen } from '../model-screen.ts';

const SIZE = { columns: 100, rows: 24 };
const finished = (): Screen => {
  const screen = new Screen(SIZE).keys('go<enter>');
  screen.session.reply('<final>1</final>');
  return screen;
};
const open = (): Screen => finished().keys('/settings<enter>');
const row = (screen: Screen, name: string) =>
  screen
    .rows()
    .find((each) => each.slice(2).startsWith(`${name} `))
    ?.replace(/ {2,}/g, '  ');

describe('the list', () => {
  test('says each value and where it comes from', () => {
    const screen = finished();
    screen.model = { ...screen.model, settings: startSettings({ mouse: false }) };
    screen.keys('/settings<enter>');
    expect([row(screen, 'notify'), row(screen, 'mouse'), row(screen, 'mode')]).toEqual([
      '› notify  auto: bell and notification while you look elsewhere  the default',
      '  mouse  off: the terminal selects text with it  the configuration',
      '  mode  default  this session',
    ]);
  });

  test('Enter changes a value, for this screen', () => {
    const screen = open().keys('<enter>');
    expect([row(screen, 'notify'), screen.model.settings]).toEqual([
      '› notify  always: at each question, and at the end of each turn  set here',
      {
        ...{ notify: 'always', mouse: true, openTools: false, openThoughts: false },
        from: { notify: 'session', mouse: 'default', openTools: 'default', openThoughts: 'default' },
      },
    ]);
    screen.keys('<enter><enter><down><enter>');
    expect(screen.model.settings).toMatchObject({ notify: 'auto', mouse: false });
    expect(screen.acts.at(-1)).toEqual({ type: 'set-mouse', on: false });
  });

  test('the next mode is the session’s, and the list says so', () => {
    const screen = open().keys('mode<enter>');
    expect(screen.session.facts.at(-1)).toMatchObject({ type: 'mode.changed' });
    expect(row(screen, 'mode')).toMatch(/^› mode {2}(?!default)\S+ {2}this session$/);
  });

  test('what is folded opens at once, and stays so', () => {
    const screen = open().keys('results<enter>');
    expect([screen.model.folding.tools, screen.model.folding.thoughts]).toEqual([true, false]);
    expect(row(screen, 'results')).toBe('› results  open: all that tools said  set here');
    expect(carriedOver(startModel(screen.model.status, SIZE), screen.model).folding.tools).toBe(true);
  });

  test('what has a list of its own opens it', () => {
    expect(open().keys('permissions<enter>').model.dialog?.kind).toBe('permissions');
  });
});

describe('Ctrl+S', () => {
  test('keeps what belongs to the screen, and it is said where', () => {
    const screen = open().keys('<down><enter><ctrl+s>');
    expect(screen.acts.at(-1)).toEqual({ type: 'keep-setting', name: 'mouse', value: false });
    screen.follow(settingKept(screen.model, 'mouse', { ok: true, file: '/home/me/config.jsonc' }));
    expect([screen.model.notice, row(screen, 'mouse')]).toEqual([
      'mouse is kept in /home/me/config.jsonc.',
      '› mouse  off: the terminal selects text with it  the configuration',
    ]);
    screen.follow(settingKept(screen.model, 'notify', { ok: false, message: 'It is no JSON\u001b.' }));
    expect(screen.model.notice).toBe('It is no JSON␛.');
  });

  test('keeps nothing of the session, and nothing in another list', () => {
    const screen = open().keys('mode<ctrl+s>');
    expect(screen.model.notice).toBe('That is not kept: it belongs to the session.');
    const acts = finished().keys('?<ctrl+s>').acts;
    expect([...screen.acts, ...acts].some(({ type }) => type === 'keep-setting')).toBe(false);
  });
});
