import type { Facts } from '@tagma/protocol';
import { describe, expect, test } from 'vitest';
import { BLANK_COMPOSER } from '../../src/composer/composer.ts';
import { KEY_TABLE } from '../../src/keys/key-table.ts';
import { TYPED_COMMANDS } from '../../src/keys/typed-commands.ts';
import { startModel } from '../../src/screen/model.ts';
import { resized } from '../../src/screen/press.ts';
import { view } from '../../src/screen/view.ts';
import { BASH, RUNS, Screen, SIZE, text } from '../model-screen.ts';

const RULE = '─'.repeat(SIZE.columns);

describe('view', () => {
  test('a fresh screen', () => {
    const screen = new Screen();
    const frame = view(screen.model);
    expect(text(frame)).toEqual([
      ...Array.from({ length: 11 }, () => ''),
      RULE,
      '› a prompt, or / command, @ file, ! shell',
      ' idle · default · qwen3 · …e/project ? keys',
    ]);
    expect(frame.caret).toEqual({ row: 12, column: 2 });
    expect(frame.rows.every((row) => row.length === SIZE.columns)).toBe(true);
    expect(frame.rows.at(-1)?.every((cell) => cell.role === 'status')).toBe(true);
  });

  test('what was said before the session, and that there is no sandbox', () => {
    const status = { model: 'qwen3', folder: '/p', mode: 'default', sandbox: false } as const;
    const notes = ['commands run without a sandbox, with all your rights', '1 rule is ignored'];
    expect(text(view(startModel(status, { columns: 56, rows: 10 }, { notes })))).toEqual([
      'note',
      '  commands run without a sandbox, with all your rights',
      '',
      'note',
      '  1 rule is ignored',
      '',
      '',
      '─'.repeat(56),
      '› a prompt, or / command, @ file, ! shell',
      ' idle · default, no sandbox · qwen3 · /p         ? keys',
    ]);
  });

  test('a session that is taken up again: what was before, then what there is to know, and a draft', () => {
    const before = new Screen(SIZE, { mode: 'plan' }).keys('Fix it<enter>');
    before.session.reply('<final>Fixed.</final>');
    const last = before.session.updates.findLast((update) => update.kind === 'step');
    if (!last) throw new Error('nothing was told');
    const earlier = { transcript: before.model.transcript, snapshot: last.snapshot };
    const status = { model: 'm', folder: '/p', mode: 'default' } as const;
    expect(text(view(startModel(status, SIZE, { earlier, notes: ['Begun anew.'], draft: 'Mend it' })))).toEqual([
      '› Fix it',
      '',
      'answer',
      '  Fixed.',
      '',
      'note',
      '  Begun anew.',
      ...Array.from({ length: 4 }, () => ''),
      RULE,
      '› Mend it',
      ' finished · plan · qwen3 · /p        ? keys',
    ]);
  });

  test('a turn, cell by cell', () => {
    const screen = new Screen();
    screen.keys('Fix 中文<enter>');
    screen.session.streams({ thoughts: ['Look'] });
    const frame = view(screen.model);
    expect(frame.rows[0]?.slice(0, 12).map(({ text, width, role }) => [text, width, role])).toEqual([
      ['›', 1, 'person'],
      [' ', 1, 'person'],
      ['F', 1, 'person'],
      ['i', 1, 'person'],
      ['x', 1, 'person'],
      [' ', 1, 'person'],
      ['中', 2, 'person'],
      ['', 0, 'person'],
      ['文', 2, 'person'],
      ['', 0, 'person'],
      [' ', 1, 'text'],
      [' ', 1, 'text'],
    ]);
    expect(text(frame).slice(0, 5)).toEqual(['› Fix 中文', '', 'thought', '  Look', '']);
    expect(text(frame).at(-1)).toBe(' thinking · default · qwen3  Esc interrupts'.padEnd(43));
  });

  test('a question: what will happen, the call in full, the keys', () => {
    const screen = new Screen({ columns: 60, rows: 16 });
    screen.keys('go<enter>');
    screen.session.reply('<action tool="bash">\n<command>npm test\u200b && \x1brm</command>\n</action>');
    screen.session.takes({ ...RUNS, writes: [{ path: '/etc/x', where: 'outside' }] });
    expect(screen.rows()).toEqual([
      '› go',
      '',
      'bash · call 1',
      '  $ npm test<U+200B> && ␛rm',
      '',
      'May bash run? · !! dangerous · call 1',
      '  It will run npm.',
      '  It will write /etc/x, outside of the folder.',
      '  command: npm test<U+200B> && ␛rm',
      '  Asked because of: mode default: changing what is outside',
      '  the project asks (/etc/x)',
      '',
      '─'.repeat(60),
      ' y  once   n  no   r  say why  Esc no',
      '›',
      ' permission · default · qwen3 · /home/me/project a question',
    ]);
    expect(view(screen.model).caret).toBeNull();
  });

  test('a question about a change of a file shows the change, and not what it is made of', () => {
    const screen = new Screen({ columns: 70, rows: 24 });
    screen.keys('go<enter>');
    screen.session.reply('<action tool="bash">\n<command>npm test</command>\n</action>');
    const preview = '--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n one\n-two\n+2\u202e\n';
    screen.session.takes({ readOnly: false, writes: [{ path: '/project/a.txt', where: 'inside' }], preview });
    const rows = screen.rows();
    const at = rows.findIndex((row) => row.startsWith('May bash run? · ~ changes'));
    expect(rows.slice(at + 1, at + 6)).toEqual([
      '  It will write /project/a.txt.',
      '  command: npm test',
      '    1   one',
      '    2 - two',
      '    2 + 2<U+202E>',
    ]);
  });

  const weights: readonly (readonly [facts: Partial<Facts>, weight: string])[] = [
    [{ readOnly: true, network: ['a.b'] }, '> reaches out'],
    [{ readOnly: true, reads: [{ path: '/etc/x', where: 'outside' }] }, '> reaches out'],
    [{ readOnly: false, runs: ['make'] }, '~ changes'],
    [{ readOnly: false, deletes: [{ path: '/project/a', where: 'inside' }] }, '!! dangerous'],
    [{ readOnly: false, writes: [{ path: '/project/.env', where: 'protected' }] }, '!! dangerous'],
    [{ readOnly: false, unknown: 'who knows' }, '!! dangerous'],
  ];
  test.each(weights)('the weight of %j is said: %s', (facts, weight) => {
    const screen = new Screen({ columns: 70, rows: 24 });
    screen.keys('go<enter>');
    screen.session.reply(BASH);
    screen.session.takes(facts);
    expect(screen.rows().join('\n')).toContain(`May bash run? · ${weight} · call 1`);
  });

  test('to run outside of the sandbox is another question', () => {
    const screen = new Screen({ columns: 80, rows: 24 }, { mode: 'auto-in-project' });
    screen.keys('go<enter>');
    screen.session.reply(BASH);
    screen.session.takes(RUNS);
    const request = screen.session.lastId('tool.run');
    const outcome = { status: 'error', content: 'EROFS', details: { blocked: 'the network' } } as const;
    screen.session.send({ type: 'tool.ended', request, outcome, durationMs: 1 });
    screen.session.takes(RUNS);
    const shown = screen.rows().join('\n');
    expect(shown).toContain('May bash run outside of the sandbox? · !! dangerous · call 1');
    expect(shown).toMatch(/kept it from the network/);
    expect(shown).not.toContain('always');
  });

  test('a question longer than the screen says how to see all of it', () => {
    const screen = new Screen({ columns: 60, rows: 16 });
    screen.keys('go<enter>');
    screen.session.reply(`<action tool="bash">\n<command>${'echo\n'.repeat(20)}rm -rf x</command>\n</action>`);
    screen.session.takes(RUNS);
    expect(screen.rows().slice(-4, -1)).toEqual([
      ' y  once   a  always   n  no   r  say why  Esc no  PgUp',
      ' shows the rest',
      '›',
    ]);
    const seen = Array.from({ length: 6 }, () => screen.keys('<page-up>').rows()).flat();
    expect(seen).toContain('May bash run? · ~ changes · call 1');
    expect(screen.keys('y').session.facts.at(-1)).toMatchObject({ answer: 'once' });
  });

  test('the keys are shown from the table that binds them', () => {
    const screen = new Screen({ columns: 120, rows: KEY_TABLE.length + TYPED_COMMANDS.length + 20 });
    const shown = screen.keys('?').rows();
    expect(shown.slice(0, 2)).toEqual([
      `keys and commands · 1 of ${KEY_TABLE.length + TYPED_COMMANDS.length + 1}`,
      'Type to find a key or a command. Keys are bound anew in the configuration.',
    ]);
    const told = shown.join('\n').replace(/ +/g, ' ');
    expect(shown).toContain(
      `  ${'/compact [FOCUS]'.padEnd(37)}  make the conversation smaller; FOCUS says what to keep`,
    );
    for (const { says } of [...KEY_TABLE, ...TYPED_COMMANDS]) expect(told).toContain(says);
    expect(screen.keys('<escape>').rows()[0]).toBe('');
  });

  test('the keys start at the first, and what is typed finds one', () => {
    const screen = new Screen();
    expect(screen.keys('?').rows()[0]).toMatch(/^keys and commands · 1 of/);
    expect(screen.keys('compact').rows().join('\n')).toMatch(/^› \/compact \[FOCUS\] +make the conv/m);
  });

  test('too small', () => {
    expect(text(view(new Screen({ columns: 30, rows: 3 }).model))).toEqual(['too small: 30×3, needs 40×10', '', '']);
    expect(() => view(new Screen({ columns: 1, rows: 1 }).model)).not.toThrow();
  });

  test('the composer grows to a third of the screen, and shows the rows around the caret', () => {
    const screen = new Screen();
    screen.keys('one<ctrl+j>two<ctrl+j>three<shift+enter>four\\<enter>five');
    expect(screen.rows().slice(-6)).toEqual([
      '─'.repeat(44),
      '⋮ two',
      '  three',
      '  four',
      '  five',
      expect.any(String),
    ]);
    expect(view(screen.model).caret).toEqual({ row: 12, column: 6 });
    screen.keys('<up><up><up><up>');
    expect(screen.rows().slice(-6, -1)).toEqual(['─'.repeat(44), '› one', '  two', '  three', '⋮ four']);
  });

  test('a long draft wraps, its caret behind wide signs', () => {
    const screen = new Screen();
    screen.keys('中'.repeat(21));
    expect(screen.rows().slice(-3, -1)).toEqual([`› ${'中'.repeat(20)}`, '  中']);
    expect(view(screen.model).caret).toEqual({ row: 12, column: 4 });
  });
});

describe('scrolling', () => {
  function longScreen(): Screen {
    const screen = new Screen();
    screen.keys('go<enter>');
    const lines = Array.from({ length: 40 }, (_, index) => `line ${index}`);
    screen.session.reply(`<final>${lines.join('\n')}</final>`);
    return screen;
  }

  test('follows the newest', () => {
    expect(longScreen().rows().slice(0, 11)).toEqual(Array.from({ length: 11 }, (_, index) => `  line ${index + 29}`));
  });

  test('goes back by pages up to the first row, and not beyond', () => {
    const screen = longScreen();
    expect(screen.keys('<page-up>').rows()[10]).toBe('  line 29');
    expect(screen.rows().at(-1)).toContain('Ctrl+End newest');
    screen.keys('<page-up><page-up><page-up><page-up><page-up>');
    expect(screen.rows().slice(0, 4)).toEqual(['› go', '', 'answer', '  line 0']);
    expect(screen.keys('<wheel-down>').rows()[0]).toBe('  line 0');
  });

  test('comes back to the newest, and follows again', () => {
    const screen = longScreen().keys('<page-up><page-up><page-down><page-down>');
    expect(screen.model.scroll).toBeNull();
    expect(screen.keys('<page-up><ctrl+end>').model.scroll).toBeNull();
  });

  test('what is read stays in place while more comes', () => {
    const screen = longScreen().keys('<page-up>');
    const before = screen.rows().slice(0, 11);
    screen.session.send({ type: 'prompt.given', text: 'x' });
    screen.keys('<page-up>');
    const read = screen.rows().slice(0, 11);
    screen.session.streams({ thoughts: ['new\nthings\ncome'] });
    expect(screen.rows().slice(0, 11)).toEqual(read);
    expect(before).toHaveLength(11);
  });

  test('another width keeps a full view', () => {
    const screen = longScreen().keys('<page-up><page-up><page-up><page-up><page-up>');
    screen.model = resized(screen.model, { columns: 60, rows: 30 }, screen.clock);
    expect(screen.rows().slice(0, 4)).toEqual(['› go', '', 'answer', '  line 0']);
    expect(screen.rows()[26]).toBe('  line 23');
  });

  test('all that fits does not scroll', () => {
    expect(new Screen().keys('<page-up>').model.scroll).toBeNull();
  });
});

describe('keys', () => {
  test('Enter sends, and the draft is gone', () => {
    const screen = new Screen().keys('hello<enter>');
    expect(screen.session.facts).toEqual([{ type: 'prompt.given', text: 'hello' }]);
    expect(screen.model.composer).toEqual(BLANK_COMPOSER);
  });

  test('blank drafts are not sent', () => {
    expect(new Screen().keys(' <enter>').session.facts).toEqual([]);
  });

  test('prompts given meanwhile wait their turn', () => {
    const screen = new Screen().keys('one<enter>two<alt+enter>three<ctrl+q>');
    expect(screen.rows().at(-1)).toContain('2 queued · Esc interrupts');
    screen.session.reply('<final>1</final>');
    expect(screen.rows().join('\n')).toMatch(/one[\s\S]*two/);
    expect(screen.rows().at(-1)).toContain('1 queued · Esc interrupts');
    expect(screen.keys('<alt+up>').model).toMatchObject({ queue: [], composer: { text: 'three' } });
    expect(screen.session.facts.at(-1)).toEqual({ type: 'message.withdrawn', message: 2 });
  });

  const queued: readonly (readonly [title: string, columns: number, prompts: string, status: string])[] = [
    [
      'whole, where it is short',
      80,
      'fix it<alt+enter>',
      'thinking · default · qwen3 · …ome/me/project 1 queued: fix it · Esc interrupts',
    ],
    [
      'its beginning, of the one that comes next',
      80,
      '修复 the tests and then the docs<alt+enter>last<alt+enter>',
      'thinking · default · qwen3 2 queued: 修复 the tests and then… · Esc interrupts',
    ],
    [
      'on one line',
      80,
      'a<ctrl+j>b\x1b<alt+enter>',
      'thinking · default · qwen3 · /home/me/project  1 queued: a␊b␛ · Esc interrupts',
    ],
    [
      'as much as there is room for',
      60,
      'one two three<alt+enter>',
      'thinking · default  1 queued: one two th… · Esc interrupts',
    ],
    [
      'what steers, before what is queued',
      80,
      'later<alt+enter>now<enter>',
      'thinking · default · qwen3 · …oject 1 to steer, 1 queued: now · Esc interrupts',
    ],
    ['not where there is none', 50, 'one two three<alt+enter>', 'thinking · default     1 queued · Esc interrupts'],
  ];
  test.each(queued)('a queued prompt is shown: %s', (_title, columns, prompts, status) => {
    const screen = new Screen({ columns, rows: 14 }).keys(`go<enter>${prompts}`);
    expect(screen.rows().at(-1)?.trim()).toBe(status);
  });

  test('after an interruption the queue goes back to the draft', () => {
    const screen = new Screen().keys('one<enter>two<enter>three<alt+enter>dr<escape>');
    expect(screen.session.facts.at(-1)).toEqual({ type: 'abort.requested', by: 'person' });
    screen.session.reply('');
    expect(screen.session.facts.slice(-2)).toEqual([
      { type: 'message.withdrawn', message: 1 },
      { type: 'message.withdrawn', message: 2 },
    ]);
    expect(screen.model).toMatchObject({ queue: [], composer: { text: 'two\nthree\ndr' } });
  });

  test('Escape at rest does nothing', () => {
    expect(new Screen().keys('<escape>').session.facts).toEqual([]);
  });

  const answers = [
    ['y', 'once'],
    ['n', 'no'],
    ['<escape>', 'no'],
    ['a', 'always'],
  ] as const;
  test.each(answers)('%s answers the question with %s', (chord, answer) => {
    const screen = new Screen().keys('go<enter>');
    screen.session.reply(BASH);
    screen.session.takes(RUNS);
    const request = screen.session.lastId('person.ask');
    screen.keys(chord);
    expect(screen.session.facts.at(-1)).toEqual({ type: 'permission.answered', request, answer, reason: '' });
    expect(screen.model.transcript.question).toBeNull();
  });

  const ANSWERS = ['y', 'a', 'n'];
  test.each(ANSWERS)('%s answers nothing where the screen is too small for the question, and does after', (chord) => {
    const screen = new Screen().keys('go<enter>');
    screen.session.reply(BASH);
    screen.model = resized(screen.model, { columns: 30, rows: 8 }, screen.clock);
    screen.session.takes(RUNS);
    const sent = screen.session.facts.length;
    expect(screen.rows().join('\n')).not.toContain('May bash run?');
    expect(screen.keys(`${chord}<tab>${chord}`).session.facts.slice(sent)).toEqual([]);
    screen.model = resized(screen.model, SIZE, screen.clock);
    expect(screen.rows().join('\n')).toContain('May bash run?');
    expect(screen.keys(chord).session.facts.at(-1)).toMatchObject({ type: 'permission.answered' });
  });

  test.each(ANSWERS)('%s answers nothing while the keys are shown over the question, and does after', (chord) => {
    const screen = new Screen().keys('go<enter>');
    screen.session.reply(BASH);
    screen.session.takes(RUNS);
    const sent = screen.session.facts.length;
    screen.keys('?');
    expect(screen.rows().join('\n')).not.toMatch(/May bash run\?| y {2}once/);
    expect(screen.keys(`${chord}<tab>${chord}<escape>`).session.facts.slice(sent)).toEqual([]);
    expect(screen.model).toMatchObject({ dialog: null, focus: 'question', composer: { text: '' } });
    expect(screen.rows().join('\n')).toContain('May bash run?');
    expect(screen.keys(chord).session.facts.at(-1)).toMatchObject({ type: 'permission.answered' });
  });

  test('Escape where the question cannot be seen interrupts the turn', () => {
    const screen = new Screen({ columns: 30, rows: 8 });
    screen.session.send({ type: 'prompt.given', text: 'go' });
    screen.session.reply(BASH);
    screen.session.takes(RUNS);
    expect(screen.keys('<escape>').session.facts.at(-1)).toEqual({ type: 'abort.requested', by: 'person' });
  });

  test('other keys, pastes and text in one piece answer nothing, and text is a draft', () => {
    const screen = new Screen().keys('go<enter>');
    screen.session.reply(BASH);
    screen.session.takes(RUNS);
    const before = screen.session.facts.length;
    screen.keys('<enter><left>');
    screen.gets({ kind: 'text', text: 'yy' });
    screen.gets({ kind: 'paste', text: 'y' });
    screen.keys('x');
    expect(screen.session.facts.slice(before)).toEqual([]);
    expect(screen.model.composer.text).toBe('yyyx');
  });

  test('a question takes no keys from a draft until Tab', () => {
    const screen = new Screen().keys('go<enter>wa');
    screen.session.reply(BASH);
    screen.session.takes(RUNS);
    expect(screen.rows().slice(-4, -2)).toEqual(['Your draft has the keys. Tab to answer the', 'question']);
    screen.keys('y');
    expect(screen.model.composer.text).toBe('way');
    expect(screen.model.transcript.question).not.toBeNull();
    screen.keys('<tab>y');
    expect(screen.session.facts.at(-1)).toMatchObject({ type: 'permission.answered', answer: 'once' });
    expect(screen.model.composer.text).toBe('way');
  });

  test('Shift+Tab changes the mode, and the status line follows the machine', () => {
    const screen = new Screen().keys('<shift+tab>');
    expect(screen.session.facts).toEqual([{ type: 'mode.changed', mode: 'accept-edits' }]);
    expect(screen.rows().at(-1)).toContain('accept-edits');
  });

  const leaving: readonly (readonly [keys: string, quits: boolean, text: string])[] = [
    ['<ctrl+c>', false, ''],
    ['<ctrl+c><ctrl+c>', true, ''],
    ['ab<ctrl+c>', false, ''],
    ['ab<ctrl+c>c<ctrl+c>', false, ''],
    ['<ctrl+d>', true, ''],
    ['ab<left><ctrl+d>', false, 'a'],
  ];
  test.each(leaving)('%s: quits %s', (keys, quits, draft) => {
    const screen = new Screen().keys(keys);
    expect(screen.acts.some((act) => act.type === 'quit')).toBe(quits);
    expect(screen.model.composer.text).toBe(draft);
  });

  test('Ctrl+C interrupts a turn, and a second one quits', () => {
    const screen = new Screen().keys('go<enter><ctrl+c>');
    expect(screen.acts.at(-1)).toEqual({ type: 'send', fact: { type: 'abort.requested', by: 'person' } });
    expect(screen.rows().at(-1)).toContain('Ctrl+C again quits');
    expect(screen.keys('<ctrl+c>').acts.at(-1)).toEqual({ type: 'quit', interrupted: true });
  });

  const quits: readonly (readonly [title: string, interrupted: boolean, play: (screen: Screen) => void])[] = [
    ['nothing ran', false, (screen) => screen.keys('<ctrl+c><ctrl+c>')],
    [
      'the turn was over before',
      false,
      (screen) => {
        screen.keys('go<enter>').session.reply('<final>x</final>');
        screen.keys('<ctrl+c><ctrl+c>');
      },
    ],
    [
      'the first one stopped the turn',
      true,
      (screen) => {
        screen.keys('go<enter><ctrl+c>').session.reply('');
        screen.keys('<ctrl+c>');
      },
    ],
    [
      'the first one cleared the draft, and the turn runs',
      true,
      (screen) => screen.keys('go<enter>draft<ctrl+c><ctrl+c>'),
    ],
    [
      'the first one cleared the draft, and the turn has ended',
      false,
      (screen) => {
        screen.keys('go<enter>draft<ctrl+c>').session.reply('<final>x</final>');
        screen.keys('<ctrl+c>');
      },
    ],
    ['Ctrl+D', false, (screen) => screen.keys('go<enter><ctrl+d>')],
  ];
  test.each(quits)('quitting by Ctrl+C says whether it interrupted: %s: %s', (_title, interrupted, play) => {
    const screen = new Screen();
    play(screen);
    expect(screen.acts.at(-1)).toEqual({ type: 'quit', interrupted });
  });

  test('a paste goes into the draft as it is', () => {
    const screen = new Screen();
    screen.gets({ kind: 'paste', text: 'a\n?\x1b' });
    expect(screen.model.composer.text).toBe('a\n?\x1b');
    expect(screen.rows().slice(-3, -1)).toEqual(['› a', '  ?␛']);
  });

  test('no chord is bound twice in one place', () => {
    const bound = KEY_TABLE.flatMap(({ where, chords }) => chords.map((chord) => `${where} ${chord}`));
    expect(bound).toEqual([...new Set(bound)]);
  });
});
