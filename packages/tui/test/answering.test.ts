/** All that the machine can ask the person: what is shown, and what each key tells the machine. */
import { describe, expect, test } from 'vitest';
import type { Size } from '../src/cells.ts';
import { press, resized } from '../src/press.ts';
import { view } from '../src/view.ts';
import { BASH, RUNS, Screen } from './model-screen.ts';

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
      ' 1–2  picks   Enter  sends what you write  Esc interrupts',
      '›',
      ' asking · default · qwen3 · /home/me/project     a question',
    ]);
    expect(view(screen.model).caret).toEqual({ row: 22, column: 2 });
  });

  test('one option, none, and more than there are keys', () => {
    const keys = [['a'], [], 'abcdefghijkl'.split('')].map((options) => OPEN.ask('', options).rows().at(-3));
    expect(keys).toEqual([
      ' 1  picks   Enter  sends what you write  Esc interrupts',
      ' Enter  sends what you write  Esc interrupts',
      ' 1–9  picks   Enter  sends what you write  Esc interrupts',
    ]);
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
      ' y  agree   n  no   r  say why  Esc no',
      '›',
      ' reviewing · plan · qwen3 · /home/me/project     a question',
    ]);
  });

  test('an empty plan', () => {
    expect(panel(OPEN.plan('', ' \n'), /plan is empty/)[0]).toBe(
      'The plan is empty. Shall it be carried out? · call 2',
    );
  });

  test('a long plan from its beginning, and all of it', () => {
    const lines = Array.from({ length: 60 }, (_, index) => `step ${index}`);
    const screen = OPEN.plan('', lines.join('\n'));
    expect(screen.rows().slice(0, 3)).toEqual([
      'Shall this plan be carried out? · call 2',
      '  File: .tagma/plans/test.md',
      '  step 0',
    ]);
    expect(screen.rows().at(-3)).toBe(' y  agree   n  no   r  say why  Esc no  PgDn shows the rest');
    const seen = [0, 1, 2, 3].flatMap(() => {
      const rows = screen.rows();
      screen.keys('<page-down>');
      return rows;
    });
    expect(lines.filter((each) => !seen.includes(`  ${each}`))).toEqual([]);
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

  test('the reason for a no is written where the draft is', () => {
    const screen = OPEN.permission().keys('rbecause');
    expect(screen.rows().slice(-3, -1)).toEqual(['No, because:  Enter  sends it  Esc back', '› because']);
    expect(view(screen.model).caret).toEqual({ row: 22, column: 9 });
  });
});

describe('what is told', () => {
  const rows: readonly (readonly [kind: keyof typeof OPEN, keys: string, told: object | null])[] = [
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
    ['plan', 'a', null],
    ['plan', 'n', { type: 'plan.answered', answer: 'reject', reason: '' }],
    ['plan', '<escape>', { type: 'plan.answered', answer: 'reject', reason: '' }],
    ['plan', 'rfirst the tests<enter>', { type: 'plan.answered', answer: 'reject', reason: 'first the tests' }],
    ['limit', 'y', { type: 'limit.answered', answer: 'go on' }],
    ['limit', 'n', { type: 'limit.answered', answer: 'stop' }],
    ['limit', '<escape>', { type: 'limit.answered', answer: 'stop' }],
    ['limit', 'a', null],
    ['limit', 'r', null],
    ['ask', '2', { type: 'question.answered', answer: 'green' }],
    ['ask', '3', null],
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
    ['ask', '<tab>2', { type: 'question.answered', answer: 'green' }],
    ['plan', 'y', null],
    ['plan', '<tab>y', { type: 'plan.answered', answer: 'approve', reason: '' }],
    ['limit', 'y', null],
    ['limit', '<tab>y', { type: 'limit.answered', answer: 'go on' }],
  ];
  test.each(writing)('%s, to one who is writing: %s → %j', (kind, keys, told) => {
    expectTold(OPEN[kind]('wa'), keys, told);
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
    ['ask', '1'],
    ['ask', 'red<enter>'],
  ] as const;
  test.each(unseen)('%s: %s answers nothing where the screen is too small', (kind, keys) => {
    const screen = OPEN[kind]();
    screen.model = resized(screen.model, { columns: 30, rows: 8 });
    const before = screen.session.facts.length;
    expect(screen.keys(keys).session.facts.slice(before)).toEqual([]);
  });

  test('a reason that is written when the screen becomes too small waits', () => {
    const screen = OPEN.permission().keys('rno');
    screen.model = resized(screen.model, { columns: 30, rows: 8 });
    const before = screen.session.facts.length;
    expect(screen.keys('<enter>').session.facts.slice(before)).toEqual([]);
    screen.model = resized(screen.model, SIZE);
    expect(screen.keys('<enter>').session.facts.at(-1)).toMatchObject({ answer: 'no', reason: 'no' });
  });

  test('an option pasted or typed ahead picks nothing', () => {
    const screen = OPEN.ask();
    const before = screen.session.facts.length;
    screen.follow(press(screen.model, { kind: 'paste', text: '1' }));
    expect(screen.session.facts.slice(before)).toEqual([]);
    expect(screen.model.composer.text).toBe('1');
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
