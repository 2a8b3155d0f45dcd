/** All that the machine can ask the person: what is shown, and what each key tells the machine. */
import { describe, expect, test } from 'vitest';
import { NEW_MS } from '../../src/dialogs/attention.ts';
import { resized } from '../../src/screen/press.ts';
import { view } from '../../src/screen/view.ts';
import type { Size } from '../../src/text/cells.ts';
import { BASH, RUNS, Screen } from '../model-screen.ts';

const SIZE: Size = { columns: 60, rows: 24 };
const PLAN = '<action tool="plan"><action>enter</action></action>';
const DONE = '<action tool="plan"><action>done</action></action>';

function asks(question: string, options?: readonly string[]): string {
  const listed = options ? `<options>${JSON.stringify(options)}</options>\n` : '';
  return `<action tool="ask">\n<question>${question}</question>\n${listed}</action>`;
}

/** A screen with an open question of that kind. `draft` is being written when it comes. */
const OPEN = {
  permission(draft = ''): Screen {
    const screen = new Screen(SIZE).keys(`go<enter>${draft}`);
    screen.session.reply(BASH);
    screen.session.takes(RUNS);
    return screen;
  },
  ask(draft = '', options: readonly string[] = ['red', 'green']): Screen {
    const screen = new Screen(SIZE).keys(`go<enter>${draft}`);
    screen.session.reply(asks('Which colour?', options));
    return screen;
  },
  plan(draft = '', text: string | null = '1. Look.\n2. Mend.'): Screen {
    const screen = new Screen(SIZE).keys(`go<enter>${draft}`);
    screen.session.reply(PLAN);
    screen.session.reply(DONE);
    if (text !== null) presents(screen, text);
    return screen;
  },
  limit(draft = ''): Screen {
    const screen = new Screen(SIZE, { turnsMax: 1 }).keys(`go<enter>${draft}`);
    screen.session.reply('No element.');
    return screen;
  },
};

function presents(screen: Screen, text: string): void {
  screen.session.send({ type: 'plan.presented', request: screen.session.lastId('plan.review'), text });
}

/** The rows from the question on. */
function panel(screen: Screen, first: RegExp): string[] {
  const rows = screen.rows();
  return rows.slice(rows.findLastIndex((row) => first.test(row))).filter((row) => row !== '');
}

const RULE = '─'.repeat(SIZE.columns);

describe('what is shown', () => {
  test('a question of the model, with its options under their numbers', () => {
    const screen = OPEN.ask('', ['red\u200b', 'two\nlines']);
    expect(panel(screen, /^The model asks/)).toEqual([
      'The model asks you · call 1',
      '  Which colour?',
      '  1  red<U+200B>',
      '  2  two',
      '     lines',
      RULE,
      'type a number or an answer,  Enter  sends  Esc interrupts',
      '› your answer',
      ' asking · default · qwen3 · /home/me/project     a question',
    ]);
    expect(view(screen.model).caret).toEqual({ row: 22, column: 2 });
  });

  test('a question of the model without options', () => {
    expect(OPEN.ask('', []).rows().at(-3)).toBe('type an answer,  Enter  sends  Esc interrupts');
  });

  test('a plan, once it has been read', () => {
    const screen = OPEN.plan('', null);
    expect(panel(screen, /^The plan is/)).toEqual([
      'The plan is being read · call 2',
      '  File: .tagma/plans/test.md',
      RULE,
      'wait for it',
      '›',
      ' reviewing · plan · qwen3 · /home/me/project     a question',
    ]);
    presents(screen, '1. Look\u202e.\n2. Mend.');
    expect(panel(screen, /^Shall this plan/)).toEqual([
      'Shall this plan be carried out? · call 2',
      '  File: .tagma/plans/test.md',
      '  1. Look<U+202E>.',
      '  2. Mend.',
      RULE,
      ' y  agree   a  agree, edits unasked   n  no   r  say why',
      ' Esc no',
      '›',
      ' reviewing · plan · qwen3 · /home/me/project     a question',
    ]);
  });

  test('an empty plan: nobody is asked', () => {
    const screen = OPEN.plan('', ' \n');
    expect(screen.rows().join('\n')).toMatch(/the plan is empty: write it to/);
    expect(screen.model.transcript.question).toBeNull();
  });

  test('a long plan from its beginning, and all of it', () => {
    const lines = Array.from({ length: 60 }, (_, index) => `step ${index}`);
    const screen = OPEN.plan('', lines.join('\n'));
    expect(screen.rows().slice(0, 3)).toEqual([
      'Shall this plan be carried out? · call 2',
      '  File: .tagma/plans/test.md',
      '  step 0',
    ]);
    expect(screen.rows().slice(-4, -2)).toEqual([
      ' y  agree   a  agree, edits unasked   n  no   r  say why',
      ' Esc no  PgDn shows the rest',
    ]);
    const seen = [0, 1, 2, 3].flatMap(() => {
      const rows = screen.rows();
      screen.keys('<page-down>');
      return rows;
    });
    expect(lines.filter((each) => !seen.includes(`  ${each}`))).toEqual([]);
    // Whoever chooses goes on reading where he was.
    const read = screen.keys('<page-up>').model.scroll;
    expect(screen.keys('<down>').model.scroll).toEqual(read);
    expect(screen.keys('y').session.facts.at(-1)).toMatchObject({ type: 'plan.answered', answer: 'approve' });
  });

  test('a limit: which, and how much of it is used up', () => {
    expect(panel(OPEN.limit(), /^A limit/)).toEqual([
      'A limit of this turn is reached. Shall it go on?',
      '  Used up: 1 reply. The limit is 1.',
      '  Going on gives it as much again.',
      RULE,
      ' y  go on   n  stop  Esc stop',
      '›',
      ' limited · default · qwen3 · /home/me/project    a question',
    ]);
  });

  test('a circle', () => {
    const screen = new Screen(SIZE, { mode: 'trust', turnsMax: 50 }).keys('go<enter>');
    for (let i = 0; i < 9 && screen.model.state !== 'limited'; i++) {
      screen.session.reply(BASH);
      screen.session.takes(RUNS);
      screen.session.ends('the same');
    }
    expect(panel(screen, /^The model repeats/).slice(0, 2)).toEqual([
      'The model repeats itself. Shall it go on?',
      expect.stringMatching(/^ {2}It has done .*same.*\.$/),
    ]);
    expect(screen.keys('y').model.state).toBe('thinking');
  });

  test('the answer that the arrows stand at is marked, and what Enter does', () => {
    expect(OPEN.permission().keys('<down>').rows().at(-3)).toBe(
      '›y  once   a  always   n  no   r  say why  Enter takes it',
    );
    const options = ['red', 'green\nas grass'];
    const screen = OPEN.ask('', options).keys('<down><down>');
    expect(panel(screen, /^The model asks/)).toEqual([
      'The model asks you · call 1',
      '  Which colour?',
      '  1  red',
      '› 2  green',
      '     as grass',
      RULE,
      '›2  green␊as grass   Enter  sends it',
      '› your answer',
      ' asking · default · qwen3 · /home/me/project     a question',
    ]);
    expect(OPEN.ask('', options).keys('1').rows()).toContain('› 1  red');
    expect(OPEN.ask('', options).keys('<down>blue').rows()).toContain('  1  red');
  });

  test('the reason for a no is written where the draft is', () => {
    const screen = OPEN.permission().keys('rbecause');
    expect(screen.rows().slice(-3, -1)).toEqual(['No, because:  Enter  sends it  Esc back', '› because']);
    expect(view(screen.model).caret).toEqual({ row: 22, column: 9 });
  });
});

describe('what is told', () => {
  const rows: readonly (readonly [kind: keyof typeof OPEN, keys: string, told: object | null])[] = [
    // The arrows choose an answer, and Enter takes it; Enter alone takes nothing.
    ['permission', '<enter>', null],
    ['permission', '<down><enter>', { type: 'permission.answered', answer: 'once', reason: '' }],
    ['permission', '<right><right><enter>', { type: 'permission.answered', answer: 'always', reason: '' }],
    ['permission', '<down><down><down><enter>', { type: 'permission.answered', answer: 'no', reason: '' }],
    ['permission', '<up><enter>use npx<enter>', { type: 'permission.answered', answer: 'no', reason: 'use npx' }],
    ['permission', '<down><down><up><left><enter>', { type: 'permission.answered', answer: 'once', reason: '' }],
    ['permission', '<down>n', { type: 'permission.answered', answer: 'no', reason: '' }],
    ['plan', '<down><enter>', { type: 'plan.answered', answer: 'approve', reason: '' }],
    ['limit', '<up><enter>', { type: 'limit.answered', answer: 'stop' }],
    ['ask', '<down><enter>', { type: 'question.answered', answer: 'red' }],
    ['ask', '<up><enter>', { type: 'question.answered', answer: 'green' }],
    ['ask', '<down>blue<enter>', { type: 'question.answered', answer: 'blue' }],
    ['ask', '<down>x<backspace><enter>', { type: 'question.answered', answer: 'red' }],
    ['permission', 'y', { type: 'permission.answered', answer: 'once', reason: '' }],
    ['permission', 'a', { type: 'permission.answered', answer: 'always', reason: '' }],
    ['permission', 'n', { type: 'permission.answered', answer: 'no', reason: '' }],
    ['permission', '<escape>', { type: 'permission.answered', answer: 'no', reason: '' }],
    ['permission', 'ruse npx<enter>', { type: 'permission.answered', answer: 'no', reason: 'use npx' }],
    ['permission', 'ruse\\<enter>npx<enter>', { type: 'permission.answered', answer: 'no', reason: 'use\nnpx' }],
    ['permission', 'ry', null],
    ['permission', 'r <enter>', null],
    ['permission', 'rbecause<escape>y', { type: 'permission.answered', answer: 'once', reason: '' }],
    ['permission', 'ruse <escape>rnpx<enter>', { type: 'permission.answered', answer: 'no', reason: 'use npx' }],
    ['permission', 'r/compact<enter>', { type: 'permission.answered', answer: 'no', reason: '/compact' }],
    ['permission', '1', null],
    ['plan', 'y', { type: 'plan.answered', answer: 'approve', reason: '' }],
    ['plan', 'a', { type: 'plan.answered', answer: 'approve', mode: 'accept-edits', reason: '' }],
    ['plan', 'n', { type: 'plan.answered', answer: 'reject', reason: '' }],
    ['plan', '<escape>', { type: 'plan.answered', answer: 'reject', reason: '' }],
    ['plan', 'rfirst the tests<enter>', { type: 'plan.answered', answer: 'reject', reason: 'first the tests' }],
    ['limit', 'y', { type: 'limit.answered', answer: 'go on' }],
    ['limit', 'n', { type: 'limit.answered', answer: 'stop' }],
    ['limit', '<escape>', { type: 'limit.answered', answer: 'stop' }],
    ['limit', 'a', null],
    ['limit', 'r', null],
    ['ask', '2', null],
    ['ask', '2<enter>', { type: 'question.answered', answer: 'green' }],
    ['ask', ' 2 <enter>', { type: 'question.answered', answer: 'green' }],
    ['ask', '2\\<enter><enter>', { type: 'question.answered', answer: 'green' }],
    ['ask', '0<enter>', { type: 'question.answered', answer: '0' }],
    ['ask', '02<enter>', { type: 'question.answered', answer: '02' }],
    ['ask', '3<enter>', { type: 'question.answered', answer: '3' }],
    ['ask', '12 days<enter>', { type: 'question.answered', answer: '12 days' }],
    ['ask', '3 of them<enter>', { type: 'question.answered', answer: '3 of them' }],
    ['ask', 'blue<enter>', { type: 'question.answered', answer: 'blue' }],
    ['ask', 'y', null],
    ['ask', '<enter>', null],
    ['ask', ' <enter>', null],
    ['ask', 'not 2<enter>', { type: 'question.answered', answer: 'not 2' }],
    ['ask', '/help<enter>', { type: 'question.answered', answer: '/help' }],
    ['ask', 'blue<alt+enter>', { type: 'question.answered', answer: 'blue' }],
    ['ask', '<escape>', { type: 'abort.requested', by: 'person' }],
  ];
  test.each(rows)('%s: %s → %j', (kind, keys, told) => {
    expectTold(OPEN[kind](), keys, told);
  });

  const writing: typeof rows = [
    ['permission', 'y', null],
    ['permission', '<tab>y', { type: 'permission.answered', answer: 'once', reason: '' }],
    ['permission', '<enter>', { type: 'steer.given', text: 'wa' }],
    ['ask', '2<enter>', { type: 'steer.given', text: 'wa2' }],
    ['ask', '<tab>2<enter>', { type: 'question.answered', answer: 'green' }],
    ['plan', 'y', null],
    ['plan', '<tab>y', { type: 'plan.answered', answer: 'approve', reason: '' }],
    ['limit', 'y', null],
    ['limit', '<tab>y', { type: 'limit.answered', answer: 'go on' }],
  ];
  test.each(writing)('%s, to one who is writing: %s → %j', (kind, keys, told) => {
    expectTold(OPEN[kind]('wa'), keys, told);
  });

  test('an option above the ninth', () => {
    expectTold(OPEN.ask('', 'abcdefghijkl'.split('')), '12<enter>', { type: 'question.answered', answer: 'l' });
  });

  function expectTold(screen: Screen, keys: string, told: object | null): void {
    const request = screen.model.transcript.question?.id;
    const before = screen.session.facts.length;
    screen.keys(keys);
    const sent = screen.session.facts.slice(before);
    expect(sent).toMatchObject(told === null ? [] : [told]);
    for (const fact of sent) if ('request' in fact) expect(fact.request).toBe(request);
  }

  test('a plan is not answered before it is shown', () => {
    const screen = OPEN.plan('', null);
    const before = screen.session.facts.length;
    expect(screen.keys('yanr<enter><tab>y').session.facts.slice(before)).toEqual([]);
    presents(screen, 'Do it.');
    expect(screen.keys('y').session.facts.at(-1)).toMatchObject({ type: 'plan.answered', answer: 'approve' });
  });

  const unseen = [
    ['permission', 'y'],
    ['permission', 'rno<enter>'],
    ['plan', 'y'],
    ['limit', 'y'],
    ['ask', '1<enter>'],
    ['ask', 'red<enter>'],
  ] as const;
  test.each(unseen)('%s: %s answers nothing where the screen is too small', (kind, keys) => {
    const screen = OPEN[kind]();
    screen.model = resized(screen.model, { columns: 30, rows: 8 }, screen.clock);
    const before = screen.session.facts.length;
    expect(screen.keys(keys).session.facts.slice(before)).toEqual([]);
  });

  const atList: readonly (readonly [keys: string])[] = [['<down><down><enter>'], ['any<enter>'], ['y<enter>'], ['yes']];
  test.each(atList)('%s, pressed at a list behind which a question has come, answers nothing', (keys) => {
    const screen = new Screen(SIZE).keys('go<enter>/settings<enter>');
    const before = screen.session.facts.length;
    screen.session.reply(BASH);
    screen.session.takes(RUNS);
    expect(screen.model.notice).toBe('A question waits until this list is closed.');
    screen.keys(keys);
    const answers = screen.session.facts.slice(before).filter(({ type }) => type === 'permission.answered');
    expect([answers, screen.model.dialog?.kind]).toEqual([[], 'settings']);
    screen.keys('<escape>').keys('y', NEW_MS - 1);
    expect([screen.session.facts.at(-1)?.type, screen.model.dialog]).not.toEqual(['permission.answered', null]);
    expect(screen.rows().join('\n')).toContain('May bash run?');
    expect(screen.keys('y').session.facts.at(-1)).toMatchObject({ answer: 'once' });
  });

  test.each(['<shift+tab><shift+tab><shift+tab>', '/settings<enter>mode<enter><enter><enter><escape>'])(
    '%s goes round no modes while a call is asked about, for one of them would say yes',
    (keys) => {
      const screen = OPEN.permission();
      const before = screen.session.facts.length;
      screen.keys(keys);
      expect(screen.session.facts.slice(before)).toEqual([]);
      expect(screen.model.transcript.question?.type).toBe('person.ask');
      screen.keys('<shift+tab>');
      expect(screen.model.notice).toBe('Another mode would answer for you: answer the question first.');
    },
  );

  test('arrows that were meant for something else lead to no answer of a question that has just come', () => {
    const screen = OPEN.permission();
    screen.keys('<down>', NEW_MS - 1);
    expect(screen.model.option).toBeNull();
    expect(screen.keys('<down>').model.option).toBe(0);
  });

  test('a question that a screen too small has hidden is new once it is shown', () => {
    const screen = OPEN.permission();
    screen.model = resized(screen.model, { columns: 30, rows: 8 }, screen.clock);
    screen.clock += 10 * NEW_MS;
    screen.model = resized(screen.model, SIZE, screen.clock);
    const before = screen.session.facts.length;
    expect(screen.keys('y', NEW_MS - 1).session.facts.slice(before)).toEqual([]);
    expect(screen.keys('y').session.facts.at(-1)).toMatchObject({ answer: 'once' });
  });

  test('a reason that is written when the screen becomes too small waits', () => {
    const screen = OPEN.permission().keys('rno');
    screen.model = resized(screen.model, { columns: 30, rows: 8 }, screen.clock);
    const before = screen.session.facts.length;
    expect(screen.keys('<enter>').session.facts.slice(before)).toEqual([]);
    screen.model = resized(screen.model, SIZE, screen.clock);
    expect(screen.keys('<enter>').session.facts.at(-1)).toMatchObject({ answer: 'no', reason: 'no' });
  });

  test('an option pasted or typed ahead picks nothing', () => {
    const screen = OPEN.ask();
    const before = screen.session.facts.length;
    screen.gets({ kind: 'paste', text: '1' });
    expect(screen.session.facts.slice(before)).toEqual([]);
    expect(screen.model.composer.text).toBe('1');
  });
});

describe('who types at a question writes a draft', () => {
  const typed: readonly (readonly [
    kind: keyof typeof OPEN,
    keys: string,
    apartMs: number,
    draft: string,
    told: readonly object[],
  ])[] = [
    ['permission', 'what is', 1_000, 'what is', []],
    ['permission', 'what is<tab>y', 1_000, 'what is', [{ type: 'permission.answered', answer: 'once' }]],
    ['permission', '中y', 1_000, '中y', []],
    ['permission', '1 a', 1_000, '1 a', []],
    ['permission', 'x<backspace>y', 1_000, 'y', []],
    ['permission', 'what is<enter>y', 1_000, 'y', [{ type: 'steer.given', text: 'what is' }]],
    ['permission', 'any', 79, 'any', []],
    ['permission', 'yes, but', 79, 'yes, but', []],
    ['permission', 'y', 79, '', [{ type: 'permission.answered', answer: 'once' }]],
    ['permission', 'y<left>', 79, '', [{ type: 'permission.answered', answer: 'once' }]],
    ['permission', 'wa<tab>so', 1_000, 'waso', []],
    ['plan', 'no, first', 79, 'no, first', []],
    ['plan', 'add it', 79, 'add it', []],
    ['limit', 'all right', 1_000, 'all right', []],
    ['limit', 'read', 1_000, 'read', []],
  ];
  test.each(typed)('%s: %s, a key every %i ms', (kind, keys, apartMs, draft, told) => {
    const screen = OPEN[kind]();
    screen.clock += NEW_MS;
    const before = screen.session.facts.length;
    screen.keys(keys, apartMs);
    expect(screen.session.facts.slice(before)).toMatchObject(told);
    expect([screen.model.composer.text, screen.model.focus]).toEqual([draft, 'draft']);
  });

  test('a key that is held answers no other question that has come meanwhile', () => {
    const screen = new Screen(SIZE).keys('go<enter>');
    screen.session.reply([BASH, BASH].join('\n'));
    screen.session.takes(RUNS);
    screen.clock += NEW_MS;
    screen.gets({ kind: 'text', text: 'y' });
    expect(screen.acts.at(-1)).toEqual({ type: 'hold' });
    const request = screen.session.lastId('person.ask');
    screen.session.send({ type: 'permission.answered', request, answer: 'once', reason: '' });
    screen.session.ends('ok');
    screen.session.takes(RUNS);
    expect(screen.model.transcript.question?.id).not.toBe(request);
    const before = screen.session.facts.length;
    screen.keys('');
    expect([screen.session.facts.slice(before), screen.model.held]).toEqual([[], null]);
  });
});

describe('a new question', () => {
  const NOTICE = 'A new question: read it first.';

  const rows: readonly (readonly [
    kind: keyof typeof OPEN,
    key: string,
    afterMs: number,
    told: object | null,
    draft: string,
  ])[] = [
    ['permission', 'y', NEW_MS - 1, null, ''],
    ['permission', 'y', NEW_MS, { type: 'permission.answered', answer: 'once' }, ''],
    ['permission', 'a', NEW_MS - 1, null, ''],
    ['permission', 'n', NEW_MS - 1, null, ''],
    ['permission', 'r', NEW_MS - 1, null, ''],
    ['permission', '<escape>', NEW_MS - 1, null, ''],
    ['permission', '<escape>', NEW_MS, { type: 'permission.answered', answer: 'no' }, ''],
    ['plan', 'y', NEW_MS - 1, null, ''],
    ['limit', 'y', NEW_MS - 1, null, ''],
  ];
  test.each(rows)('%s: %s after %i ms', (kind, key, afterMs, told, draft) => {
    const screen = OPEN[kind]();
    const before = screen.session.facts.length;
    screen.keys(key, afterMs);
    expect(screen.session.facts.slice(before)).toMatchObject(told === null ? [] : [told]);
    expect([screen.model.notice, screen.model.composer.text]).toEqual([told === null ? NOTICE : null, draft]);
    expect(screen.rows().includes(NOTICE)).toBe(told === null);
  });

  test('is not answered by keys that go on, and is once they have paused', () => {
    const screen = new Screen(SIZE).keys('go<enter>');
    screen.session.reply([BASH, BASH, BASH].join('\n'));
    screen.session.takes(RUNS);
    screen.keys('y');
    screen.session.ends('ok');
    screen.session.takes(RUNS);
    const before = screen.session.facts.length;
    screen.keys('yyyyy', 130);
    expect(screen.session.facts.slice(before)).toEqual([]);
    screen.keys('y', NEW_MS);
    expect(screen.session.facts.slice(before)).toMatchObject([{ type: 'permission.answered', answer: 'once' }]);
  });

  test('of the model: what is written at once is not sent at once', () => {
    const screen = OPEN.ask();
    const before = screen.session.facts.length;
    screen.gets({ kind: 'paste', text: '2' });
    screen.keys('<enter>', 100);
    expect([screen.session.facts.slice(before), screen.model.notice]).toEqual([[], NOTICE]);
    screen.keys('<enter>', NEW_MS);
    expect(screen.session.facts.slice(before)).toMatchObject([{ type: 'question.answered', answer: 'green' }]);
  });

  test('of the model: Escape interrupts at once', () => {
    const screen = OPEN.ask().keys('<escape>', 1);
    expect(screen.session.facts.at(-1)).toEqual({ type: 'abort.requested', by: 'person' });
  });

  test('takes nothing from a draft, whose text goes on and is sent', () => {
    const screen = OPEN.permission('wa').keys('y<enter>', 100);
    expect(screen.session.facts.at(-1)).toEqual({ type: 'steer.given', text: 'way' });
  });

  test('a plan is new when its text is there', () => {
    const screen = OPEN.plan('', null);
    screen.clock += NEW_MS;
    presents(screen, 'Do it.');
    expect(screen.keys('y', 100).model.notice).toBe(NOTICE);
  });
});

describe('the draft', () => {
  const rows: readonly (readonly [title: string, play: () => Screen, draft: string])[] = [
    ['is there again after an answer', () => OPEN.ask('wa').keys('<tab>blue<enter>'), 'wa'],
    ['is there again after a reason', () => OPEN.permission('wa').keys('<tab>rno<enter>'), 'wa'],
    ['goes on while the answer waits', () => OPEN.ask('wa').keys('<tab>blu<tab>it<tab>e<enter>'), 'wait'],
    ['stands before an answer that was never sent', () => interrupted(OPEN.ask('wa').keys('<tab>blue')), 'wa\nblue'],
    ['gets an answer that was never sent', () => interrupted(OPEN.ask().keys('blue')), 'blue'],
    ['gets no reason that was given up', () => OPEN.permission().keys('rbecause<escape>y'), ''],
    [
      'gets what is taken back while an answer is written',
      () => OPEN.ask('later').keys('<alt+enter><tab>blue<alt+up>').keys('<enter>'),
      'later',
    ],
  ];
  test.each(rows)('%s', (_, play, draft) => {
    const { model } = play();
    expect([model.focus, model.composer.text, model.aside.text]).toEqual(['draft', draft, '']);
  });

  function interrupted(screen: Screen): Screen {
    screen.session.send({ type: 'abort.requested', by: 'person' });
    return screen;
  }
});
