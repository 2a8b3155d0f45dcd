import { type Context, NO_USAGE, start } from '@tagma/core';
import { expect, test } from 'vitest';
import { gaugeLines } from '../../src/machine/gauges.ts';

function context(used: Partial<Context['turn']>, limits: object, more: Partial<Context> = {}): Context {
  const { context: blank } = start();
  const session = { ...blank.session, settings: { ...blank.session.settings, ...limits } };
  return { ...blank, session, turn: { ...blank.turn, ...used }, ...more } as Context;
}

const LIMITS = { turnsMax: 4, costMax: 1, timeMsMax: 120_000 };

test.each<[string, Context, readonly string[]]>([
  [
    'what is used of what there may be',
    context({ replies: 1, usage: { ...NO_USAGE, input: 12_300, output: 45, cost: 0.5 }, startedAt: 1_000 }, LIMITS),
    [
      '  replies  1 of 4 ━━━───────',
      '  tokens   12,345 · no limit',
      '  cost     0.5 of 1 ━━━━━─────',
      '  time     1 min 0 s of 2 min 0 s ━━━━━─────',
    ],
  ],
  [
    'more than there may be, and time in which the person is waited for',
    context({ replies: 5, usage: { ...NO_USAGE, cost: 1.25 }, startedAt: 1_000, waitedMs: 1_000 }, LIMITS, {
      waitingSince: 3_000,
    }),
    [
      '  replies  5 of 4 ━━━━━━━━━━',
      '  tokens   0 · no limit',
      '  cost     1.25 of 1 ━━━━━━━━━━',
      '  time     1.0 s of 2 min 0 s ──────────',
    ],
  ],
])('%s', (_title, given, expected) => {
  expect(gaugeLines(given, 61_000).map((each) => each.map(({ text }) => text).join(''))).toEqual(expected);
});
