/** The palette: all that can be done, found by typing, done by Enter. */
import { describe, expect, test } from 'vitest';
import { paletteChoices } from '../../src/dialogs/palette.ts';
import { KEY_TABLE } from '../../src/keys/key-table.ts';
import { TYPED_COMMANDS } from '../../src/keys/typed-commands.ts';
import { Screen } from '../model-screen.ts';

const SIZE = { columns: 100, rows: 30 };
const finished = () => {
  const screen = new Screen(SIZE).keys('go<enter>');
  screen.session.reply('<final>1</final>');
  return screen;
};

describe('what is in it', () => {
  test('every command behind a slash, and what keys do that needs no draft; each once', () => {
    const ids = paletteChoices(KEY_TABLE).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => id.startsWith('/'))).toEqual(TYPED_COMMANDS.map(({ name }) => `/${name}`));
    for (const id of ['interrupt', 'cycle-mode', 'to-bottom', 'suspend']) expect(ids).toContain(id);
    for (const id of [
      'toggle-help',
      'find',
      'copy-block',
      'to-scrollback',
      'click',
      'left',
      'delete-word',
      'send',
      'wheel-up',
      'palette',
      'answer-yes',
      'choose',
    ]) {
      expect(ids).not.toContain(id);
    }
  });

  test('beside each, how it is had: by its keys as they are bound, or by its name', () => {
    const rebound = KEY_TABLE.map((each) => (each.command === 'redraw' ? { ...each, chords: ['f9', 'ctrl+l'] } : each));
    const notes = new Map(paletteChoices(rebound).map(({ id, note }) => [id, note]));
    expect([notes.get('redraw'), notes.get('/compact')]).toEqual(['F9, Ctrl+L', '/compact [FOCUS]']);
    expect(notes.get('/pause')).toMatch(/^F\d, \/pause$/);
    expect([notes.get('/help'), notes.get('/sessions'), notes.get('/scrollback')]).toEqual([
      '?, /help',
      '/sessions [NAME], /resume',
      'F7, /scrollback',
    ]);
  });
});

describe('choosing', () => {
  test('does what the key does', () => {
    const screen = finished().keys('<ctrl+p>permission mode<enter>');
    expect(screen.session.facts.at(-1)).toMatchObject({ type: 'mode.changed' });
    expect(screen.model.dialog).toBeNull();
  });

  test('does what is typed behind a slash; that may open another list', () => {
    expect(finished().keys('<ctrl+p>/help<enter>').model.dialog?.kind).toBe('keys');
  });

  test('finds a command by its name first', () => {
    const screen = finished().keys('<ctrl+p>mod');
    expect(screen.rows().find((row) => row.startsWith('› '))).toMatch(/\/model \[NAME\]$/);
  });

  test('leaves the draft as it is', () => {
    const screen = finished().keys('my draft<ctrl+p>redraw<escape>');
    expect([screen.model.dialog, screen.model.composer.text]).toEqual([null, 'my draft']);
    expect(screen.keys('<ctrl+p>draw the screen<enter>').acts.at(-1)).toEqual({ type: 'redraw' });
    expect(screen.model.composer.text).toBe('my draft');
  });

  test('nothing is found: nothing is done', () => {
    const screen = finished().keys('<ctrl+p>zzzz');
    const done = screen.acts.length;
    expect([screen.keys('<enter>').acts.slice(done), screen.model.dialog?.kind]).toEqual([[], 'palette']);
  });
});

test('while it is open neither Ctrl+C nor Ctrl+D leaves, and nothing is sent', () => {
  for (const key of ['<ctrl+c>', '<ctrl+d>', '<alt+enter>']) {
    const screen = finished().keys(`<ctrl+p>${key}`);
    expect(screen.acts.filter(({ type }) => type === 'quit')).toEqual([]);
  }
  expect(finished().keys('<ctrl+p><ctrl+c>').model.dialog).toBeNull();
});
