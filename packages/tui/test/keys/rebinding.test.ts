/** Keys bound anew: what holds then, and what is said of what cannot be had. */
import { describe, expect, test } from 'vitest';
import { KEY_TABLE } from '../../src/keys/key-table.ts';
import { boundKeys } from '../../src/keys/rebinding.ts';
import { Screen } from '../model-screen.ts';

type Given = { readonly [name: string]: readonly string[] };

const bound = (given: Given) =>
  boundKeys(Object.entries(given).map(([name, chords], index) => ({ name, chords, at: `keys:${index + 1}` })));

function chordsOf(given: Given, command: string): readonly string[] {
  return bound(given).table.flatMap((binding) =>
    binding.command === command ? [`${binding.where}: ${binding.chords.join(' ')}`] : [],
  );
}

test('nothing is said of the tables as they are, and nothing is changed', () => {
  expect(bound({})).toEqual({ table: KEY_TABLE, problems: [] });
});

describe('what holds', () => {
  test.each<[title: string, given: Given, command: string, chords: readonly string[]]>([
    ['another key', { palette: ['Ctrl+R'] }, 'palette', ['anywhere: ctrl+r']],
    ['several', { palette: ['ctrl+r', 'F8'] }, 'palette', ['anywhere: ctrl+r f8']],
    ['none', { palette: [] }, 'palette', ['anywhere: ']],
    ['two that change places', { pause: ['f5'], step: ['f4'] }, 'pause', ['anywhere: f5']],
    ['a sign, where signs are keys', { 'toggle-help': ['!'] }, 'toggle-help', ['blank: !']],
    [
      'a sign for a command of two places: the one in which letters are written keeps its key',
      { 'answer-no': ['x'] },
      'answer-no',
      ['answering: x', 'question: escape'],
    ],
    ['in one place alone', { 'question.answer-no': ['ctrl+r'] }, 'answer-no', ['answering: n', 'question: ctrl+r']],
    ['in a history that is looked at', { 'step-on': ['F9', 'x'] }, 'step-on', ['history: f9 x']],
    ['of a session and of a history the same', { 'find-said': ['f4'] }, 'find-said', ['history: f4']],
    ['what an inner place covers', { 'choice-down': ['ctrl+j'] }, 'choice-down', ['list: ctrl+j']],
  ])('%s', (_title, given, command, chords) => {
    expect([chordsOf(given, command), bound(given).problems]).toEqual([chords, []]);
  });
});

describe('what cannot be had', () => {
  test.each<[title: string, given: Given, problems: readonly string[]]>([
    [
      'no such command',
      { pallete: ['ctrl+r'] },
      ['keys:1: There is no command "pallete" with keys. Did you mean "palette"? tagma keys lists them.'],
    ],
    [
      'no such key',
      { palette: ['ctrl+entr'] },
      ['keys:1: "palette": there is no key "entr"; did you mean "enter"? It keeps its keys.'],
    ],
    [
      'one that a terminal cannot tell from another',
      { palette: ['ctrl+r', 'ctrl+i'] },
      ['keys:1: "palette": a terminal sends the same for ctrl+i as for tab. It keeps its keys.'],
    ],
    [
      'a sign where it is written',
      { palette: ['x'] },
      ['keys:1: "palette": x writes a sign there; take it with Ctrl or Alt. It keeps its keys.'],
    ],
    [
      'the key of another',
      { palette: ['ctrl+g'] },
      ['keys:1: "palette": Ctrl+G is bound to "edit-draft". It keeps its keys.'],
    ],
    [
      'of two the same, the later',
      { palette: ['f9'], redraw: ['f9'] },
      ['keys:2: "redraw": F9 is bound to "palette". It keeps its keys.'],
    ],
    [
      'one that nobody can do without, from within',
      { 'choice-down': ['escape'] },
      ['keys:1: "choice-down": Esc is bound to "interrupt". It keeps its keys.'],
    ],
    [
      'of two places of one question',
      { 'switch-focus': ['up'] },
      ['keys:1: "switch-focus": Up is bound to "option-before". It keeps its keys.'],
    ],
    [
      'the key of another in a history',
      { play: ['n'] },
      ['keys:1: "play": n is bound to "step-on". It keeps its keys.'],
    ],
    [
      'no way out of one',
      { 'leave-view': [] },
      ['keys:1: "leave-view" cannot be left without a key. It keeps its keys.'],
    ],
    ['no way to send', { send: [] }, ['keys:1: "send" cannot be left without a key. It keeps its keys.']],
    ['no way to stop', { interrupt: [] }, ['keys:1: "interrupt" cannot be left without a key. It keeps its keys.']],
    [
      'no way out',
      { 'clear-or-quit': [] },
      ['keys:1: "clear-or-quit" cannot be left without a key. It keeps its keys.'],
    ],
  ])('%s: it is said, and nothing is changed', (_title, given, problems) => {
    const { table, problems: said } = bound(given);
    expect(said).toEqual(problems);
    const kept = said.length === Object.keys(given).length;
    if (kept) expect(table).toEqual(KEY_TABLE);
  });

  test('what falls back to its own key takes that from whoever had taken it', () => {
    const { table, problems } = bound({ 'edit-draft': ['ctrl+p'], palette: ['ctrl+l'] });
    expect(problems).toEqual([
      'keys:2: "palette": Ctrl+L is bound to "redraw". It keeps its keys.',
      'keys:1: "edit-draft": Ctrl+P is bound to "palette". It keeps its keys.',
    ]);
    expect(table).toEqual(KEY_TABLE);
  });
});

describe('what is said of what can be had', () => {
  test.each<[given: Given, problems: readonly string[]]>([
    [{ redraw: ['f2'], machine: ['f9'] }, ['keys:1: "redraw": F2 is history.machine-pane where that can be done.']],
    [{ queue: ['ctrl+enter'] }, ['keys:1: "queue": Ctrl+Enter is told from others by few terminals only.']],
    [
      { pause: ['ctrl+n'], down: ['down'], 'choice-down': ['down'] },
      ['keys:1: "pause": Ctrl+N is menu.menu-down where that can be done.'],
    ],
  ])('%j', (given, problems) => {
    expect(bound(given).problems).toEqual(problems);
  });
});

test('a screen with such a table goes by it, and its help and hints say so', () => {
  const screen = new Screen({ columns: 100, rows: 24 });
  const { table } = bound({ interrupt: ['f12'], 'toggle-help': ['f1'] });
  screen.model = { ...screen.model, keys: table };
  screen.keys('go<enter><escape>');
  expect(screen.model.state).toBe('thinking');
  expect(screen.rows().at(-1)).toMatch(/F12 interrupts$/);
  screen.keys('<f12>');
  expect(screen.model.state).toBe('stopping');
});
