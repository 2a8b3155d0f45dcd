/** Looking at a transcript as a person does: keys go in, rows come out. */
import { expect, test } from 'vitest';
import { Screen } from '../model-screen.ts';

const READ = '<action tool="read">\n<path>a.ts</path>\n</action>';
const ROWS = 11;

/** A prompt, a thought, a call with twenty lines of output, and an answer. */
function session(size = { columns: 60, rows: 30 }): Screen {
  const screen = new Screen(size, { mode: 'trust' });
  screen.keys('go<enter>');
  screen.session.reply(`<thought>Look.\nThen think.</thought>\n${READ}`);
  screen.session.takes();
  screen.session.ends(Array.from({ length: 20 }, (_, index) => `line ${index + 1}`).join('\n'));
  screen.session.reply('<final>Line **seven** it is.\nSee Line 7.</final>');
  return screen;
}

const shown = (screen: Screen, rows = 40): string[] => screen.rows().slice(0, rows);
const inked = (screen: Screen): string[] => shown(screen).filter((row) => row !== '');
const lines = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => `  line ${from + index}`);

const FOLDED = [
  ...['› go', 'thought · 2 lines · Look.␊Then think.', 'read · call 1', '  path: a.ts'],
  ...[
    'allowed · mode trust: reading in the project is allowed',
    'ok · call 1 · 12 ms',
    ...lines(1, 6),
    '  … 14 more lines',
  ],
  ...['answer', '  Line seven it is.', '  See Line 7.'],
];

test('what is long is folded, and Ctrl+O opens and folds what tools were told and said', () => {
  const screen = session({ columns: 60, rows: 45 });
  expect(inked(screen).slice(0, FOLDED.length)).toEqual(FOLDED);
  const open = FOLDED.flatMap((row) => (row === '  … 14 more lines' ? lines(7, 20) : [row]));
  expect(inked(screen.keys('<ctrl+o>')).slice(0, open.length)).toEqual(open);
  expect(inked(screen.keys('<ctrl+o>')).slice(0, FOLDED.length)).toEqual(FOLDED);
});

test('Alt+T opens thoughts', () => {
  expect(inked(session().keys('<alt+t>')).slice(1, 4)).toEqual(['thought', '  Look.', '  Then think.']);
});

test('a block is chosen from the newest upwards, opened, and left', () => {
  const screen = session({ columns: 60, rows: 45 }).keys('<ctrl+up><ctrl+up>');
  const marked = (): string[] => inked(screen).filter((row) => row.startsWith('▌'));
  expect(marked()).toEqual([
    '▌ ok · call 1 · 12 ms',
    ...lines(1, 6).map((row) => `▌${row.slice(1)}`),
    '▌ … 14 more lines',
  ]);
  expect(screen.rows().at(-1)).toMatch(/Enter opens · Esc leaves *$/);
  screen.keys('<enter>');
  expect(marked()).toHaveLength(21);
  screen.keys(' ');
  expect(marked()).toHaveLength(8);
  screen.keys('<right><right>');
  expect(marked()).toHaveLength(21);
  screen.keys('<left><left>');
  expect(marked()).toHaveLength(8);
  screen.keys('<ctrl+up>');
  expect(marked()).toEqual(['▌ read · call 1', '▌ path: a.ts']);
  screen.keys('<ctrl+down><ctrl+down>');
  expect(marked()).toEqual(['▌ answer', '▌ Line seven it is.', '▌ See Line 7.']);
  screen.keys('<escape>');
  expect([marked(), screen.model.rewindNear]).toEqual([[], false]);
});

test('below the newest block none is chosen, above the first it stays', () => {
  const screen = session().keys('<ctrl+up><ctrl+down>');
  expect([screen.model.chosen, screen.model.scroll]).toEqual([null, null]);
  expect(screen.keys('<ctrl+up><ctrl+up><ctrl+up><ctrl+up><ctrl+up><ctrl+up><ctrl+up>').model.chosen).toBe(0);
});

test('on a low screen the chosen block is scrolled to, and stays in place when it opens', () => {
  const screen = session({ columns: 60, rows: 14 }).keys('<ctrl+up><ctrl+up>');
  const before = shown(screen, ROWS).indexOf('▌ ok · call 1 · 12 ms');
  screen.keys('<enter>');
  expect([before, shown(screen, ROWS)[before]]).toEqual([0, '▌ ok · call 1 · 12 ms']);
});

test('letters are a draft, whatever is chosen', () => {
  const screen = session().keys('<ctrl+up>a b');
  expect(screen.model.composer.text).toBe('a b');
  expect(screen.keys('<left>').model.folding.other.size).toBe(0);
});

test('the beginning and the newest are a key away', () => {
  const screen = session({ columns: 60, rows: 14 }).keys('<ctrl+home>');
  expect(shown(screen, 1)).toEqual(['› go']);
  expect(screen.keys('<ctrl+end>').model.scroll).toBeNull();
});

test('a search finds from the newest upwards, opens what is folded, and goes round', () => {
  const screen = session({ columns: 60, rows: 14 }).keys('<f6>line 7');
  const line = (): string => screen.rows().at(-2)?.split('   ')[0] ?? '';
  expect(line()).toBe('find › line 7  2 of 2');
  expect(shown(screen)).toContain('  See Line 7.');
  screen.keys('<enter>');
  expect(line()).toBe('find › line 7  1 of 2');
  expect(shown(screen)).toContain('  line 7');
  screen.keys('<enter>');
  expect(line()).toBe('find › line 7  2 of 2');
  screen.keys('<down>');
  expect(line()).toBe('find › line 7  1 of 2');
  screen.keys('<escape>');
  expect([line(), screen.model.search, shown(screen).includes('▌ line 7')]).toEqual([
    '› a prompt, or / command, @ file, ! shell',
    null,
    true,
  ]);
});

const queries: readonly (readonly [query: string, line: string])[] = [
  ['LINE 7', 'find › LINE 7  nothing'],
  ['Line', 'find › Line  2 of 2'],
  ['line 2', 'find › line 2  2 of 2'],
  ['a.ts', 'find › a.ts  1 of 1'],
  ['.*', 'find › .*  nothing'],
  ['zzz', 'find › zzz  nothing'],
  ['zzz<backspace><backspace><backspace>go', 'find › go  1 of 1'],
  ['zzz<ctrl+u>then', 'find › then  1 of 1'],
];
test.each(queries)('a search for %s', (query, line) => {
  expect(session().keys(`<f6>${query}`).rows().at(-2)?.split('   ')[0]).toBe(line);
});

test('/find begins a search, and the draft is as it was when it ends', () => {
  const screen = session().keys('/find seven<enter>');
  expect(screen.rows().at(-2)).toContain('find › seven  1 of 1');
  expect(screen.keys('<escape>ab').model.composer.text).toBe('ab');
  expect(screen.keys('<f6>x<escape>').model.composer.text).toBe('ab');
});

const taken: readonly (readonly [title: string, keys: string, act: object])[] = [
  [
    'the last answer as it is shown',
    '<alt+c>',
    { type: 'copy', text: 'Line seven it is.\nSee Line 7.', what: 'final, 2 lines' },
  ],
  [
    'the last answer as it was written',
    '<alt+s>',
    { type: 'copy', text: 'Line **seven** it is.\nSee Line 7.', what: 'final, 2 lines' },
  ],
  [
    'the chosen block',
    '<ctrl+up><ctrl+up><ctrl+up><alt+c>',
    { type: 'copy', text: 'path: a.ts', what: 'action, 1 line' },
  ],
  [
    'by name',
    '/copy source<enter>',
    { type: 'copy', text: 'Line **seven** it is.\nSee Line 7.', what: 'final, 2 lines' },
  ],
  [
    'in an editor',
    '<alt+e>',
    { type: 'read-elsewhere', text: 'Line **seven** it is.\nSee Line 7.', name: 'final-5.md' },
  ],
];
test.each(taken)('taken out: %s', (_, keys, act) => {
  expect(session().keys(keys).acts.at(-1)).toEqual(act);
});

test('nothing can be taken out where there is nothing', () => {
  const screen = new Screen().keys('<alt+c><f7>');
  expect([screen.acts, screen.model.notice]).toEqual([[], 'Nothing has been said yet.']);
});

test('all of it goes to the scrollback, with nothing folded', () => {
  const act = session().keys('<f7>').acts.at(-1);
  const text = act?.type === 'print' ? act.text.split('\n') : [];
  expect(text.filter((row) => row !== '')).toEqual([
    ...['› go', 'thought', '  Look.', '  Then think.', 'read · call 1', '  path: a.ts'],
    ...['allowed · mode trust: reading in the project is allowed', 'ok · call 1 · 12 ms', ...lines(1, 20)],
    ...['answer', '  Line seven it is.', '  See Line 7.'],
  ]);
});

test('a thought is whole while it streams, and a line once something follows it', () => {
  const screen = new Screen({ columns: 60, rows: 20 }).keys('go<enter>');
  screen.session.streams({ thoughts: ['One.\nTwo.'] });
  expect(inked(screen).slice(1, 4)).toEqual(['thought', '  One.', '  Two.']);
  screen.session.streams({
    thoughts: ['One.\nTwo.'],
    actions: [{ tool: 'edit', params: { path: 'a.ts', old: 'x\ny' } }],
  });
  expect(inked(screen).slice(1, 5)).toEqual([
    ...['thought · 2 lines · One.␊Two.', 'edit a.ts · is being written', '  - x', '  - y'],
  ]);
});
