/** `/cost` and `/usage`: what was used up, as the machine adds it up: by model, turn by turn, and within which limits. */
import type { ModelChoice } from '@tagma/core';
import type { Usage } from '@tagma/protocol';
import { describe, expect, test } from 'vitest';
import { BASH, RUNS, Screen } from '../model-screen.ts';

const SIZE = { columns: 100, rows: 40 };
const PRICES = { input: 2, output: 10, cached: 0.5 };

function answered(screen: Screen, usage: Usage | null, text = '<final>done</final>'): Screen {
  const request = screen.session.lastId('model.ask');
  screen.session.send({ type: 'reply.ended', request, text, reasoning: '', finish: 'stop', usage });
  return screen;
}

function asked(usages: readonly (Usage | null)[], settings = {}, model: Partial<ModelChoice> = {}): Screen {
  const screen = new Screen(SIZE, settings, model);
  for (const usage of usages) answered(screen.keys('Mend the 测试<enter>'), usage);
  return screen;
}

/** What the dialog shows, without the composer below it. */
const shown = (screen: Screen, command = '/cost') =>
  screen
    .keys(`${command}<enter>`)
    .rows()
    .slice(0, -3)
    .filter((row) => row !== '');

test('before anything is sent', () => {
  expect(shown(new Screen(SIZE))).toEqual(['Nothing has been sent yet.']);
});

test('what the endpoint has counted, turn by turn, and the limits', () => {
  const usage = { input: 12_000, output: 400, cached: 9_000, cacheWritten: 100, reasoning: 300, cost: 0.02 };
  const screen = asked([usage, { input: 13_000, output: 50, cost: 0.01 }], { turnsMax: 50, costMax: 1 });
  expect(shown(screen, '/usage')).toEqual([
    'used · 2 replies, 25,000 tokens sent (9,000 from the cache, 100 put into it), 450 received (300 of',
    'them thought)',
    'cost · 0.03, as the endpoint says',
    '  turn  replies    sent  cached  received  cost  prompt',
    '     1        1  12,000   9,000       400  0.02  Mend the 测试',
    '     2        1  13,000       0        50  0.01  Mend the 测试',
    'limits of the session · none',
    'limits of a turn',
    '  replies: 1 of 50 by the last prompt',
    '  cost: 0.01 of 1.00 by the last prompt',
  ]);
});

describe('the cost', () => {
  test.each<[title: string, usages: readonly (Usage | null)[], model: Partial<ModelChoice>, cost: RegExp]>([
    [
      'by the prices of the model',
      [{ input: 1_000_000, output: 100_000, cached: 400_000 }],
      { prices: PRICES },
      /^cost · 2\.40, by the prices of the model$/,
    ],
    [
      'in part by its prices',
      [
        { input: 1_000_000, output: 0 },
        { input: 1, output: 1, cost: 1 },
      ],
      { prices: PRICES },
      /^cost · 3\.00, in part by the prices of the model$/,
    ],
    [
      'by prices, of what is estimated',
      [null],
      { prices: PRICES },
      /^cost · about 0\.\d+, by the prices of the model$/,
    ],
    [
      'nothing, where nothing is paid',
      [null],
      { prices: { input: 0, output: 0 } },
      /^cost · about 0\.00, by the prices/,
    ],
    [
      'not known',
      [{ input: 10, output: 5 }],
      {},
      /^cost · not known: the endpoint names none, and no prices are set for the model$/,
    ],
    [
      'not known of one reply',
      [
        { input: 10, output: 5 },
        { input: 10, output: 5, cost: 0.5 },
      ],
      {},
      /^cost · 0\.5, as the endpoint says · without 1 of 2 replies, whose cost is not known$/,
    ],
  ])('%s', (_title, usages, model, cost) => {
    expect(shown(asked(usages, {}, model)).find((row) => row.startsWith('cost'))).toMatch(cost);
  });

  test('the prices are named where they are known', () => {
    expect(shown(asked([null], {}, { prices: PRICES }))).toContain(
      '  A million tokens of qwen3: 2 sent, 0.5 from the cache, 10 received.',
    );
  });
});

test('what is estimated says so', () => {
  const screen = new Screen(SIZE).keys('go<enter>');
  answered(screen, { input: 100, output: 10 }, BASH);
  screen.session.takes(RUNS);
  screen.keys('y');
  screen.session.ends('ok');
  const [first, , head, turn] = shown(answered(screen, null));
  expect(first).toMatch(/^used · 2 replies, [\d,]+ tokens sent, \d+ received · in part estimated \(1 of 2 replies\)$/);
  expect([head, turn]).toEqual([
    expect.stringMatching(/^ {2}turn {2}replies +sent {2}cached {2}received {2}cost {2}prompt$/),
    expect.stringMatching(/^ {5}1 {8}2 +~\d+ {7}0 +~\d+ {5}\? {2}go$/),
  ]);
});

test('several models are told apart', () => {
  const screen = asked([{ input: 10, output: 5, cost: 1 }]);
  const model = { endpoint: 'http://x', model: 'other', windowTokens: 0, reasoningBack: false, startsInThought: false };
  screen.session.send({ type: 'model.changed', model: { ...model, prices: PRICES } });
  answered(screen.keys('again<enter>'), { input: 500_000, output: 0 });
  expect(shown(screen).slice(3, 6)).toEqual([
    '  replies     sent  cached  received  cost  model',
    '        1       10       0         5  1.00  qwen3',
    '        1  500,000       0         0  1.00  other',
  ]);
});

describe('the limits', () => {
  const usage = { input: 900, output: 100, cost: 0.3 };

  test('of the session beside those of a turn', () => {
    const rows = shown(asked([usage, usage], { turnsMax: 0, sessionCostMax: 1, sessionTokensMax: 50_000, costMax: 2 }));
    expect(rows.slice(-5)).toEqual([
      'limits of the session',
      '  tokens: 2,000 of 50,000',
      '  cost: 0.6 of 1.00',
      'limits of a turn',
      '  cost: 0.3 of 2.00 by the last prompt',
    ]);
  });

  test('a limit of the session asks in its own words', () => {
    const screen = asked([usage, usage], { sessionTokensMax: 1_500 }).keys('more<enter>');
    expect(screen.rows().join('\n')).toContain('A limit of this session is reached. Shall it go on?');
  });

  const notes = (settings: object, usages: readonly Usage[]) =>
    [...asked(usages, settings).model.transcript.items].flatMap((item) => (item.kind === 'note' ? [item.text] : []));
  const unknown = { input: 9, output: 1 };

  test.each<[title: string, settings: object, usages: readonly Usage[], count: number]>([
    ['is said once where the session may cost only so much', { sessionCostMax: 1 }, [usage, unknown, unknown], 1],
    ['is said once where a prompt may cost only so much', { costMax: 1 }, [unknown, unknown], 1],
    ['is not said where the cost is known', { costMax: 1 }, [usage], 0],
    ['is not said where nothing is limited', {}, [unknown], 0],
  ])('that a cost is not known %s', (_title, settings, usages, count) => {
    const said = Array.from({ length: count }, () => expect.stringMatching(/^What this reply cost is not known/));
    expect(notes(settings, usages)).toEqual(said);
  });
});
