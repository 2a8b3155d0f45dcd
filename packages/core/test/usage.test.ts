/** What replies use up: sums of what the events say, by turn, by session and by model. */
import type { Usage } from '@tagma/protocol';
import { describe, expect, test } from 'vitest';
import { estimateTokens } from '../src/estimate.ts';
import { costBy, costIn, type Fact, type ModelChoice, NO_USAGE, type UsageSum } from '../src/index.ts';
import { type Drive, drive, prompted, READ_A, READS, STARTED } from './drive.ts';

const PRICES = { input: 3, output: 15, cached: 0.3, cacheWritten: 3.75 };
const DONE = '<final>done</final>';

describe('what a reply costs by prices', () => {
  test.each<[title: string, usage: Usage, prices: ModelChoice['prices'], cost: number | null]>([
    ['input and output', { input: 1_000_000, output: 100_000 }, PRICES, 4.5],
    ['what was cached costs less', { input: 1_000_000, output: 0, cached: 600_000 }, PRICES, 1.38],
    ['what was put into the cache costs more', { input: 1_000_000, output: 0, cacheWritten: 1_000_000 }, PRICES, 3.75],
    [
      'no price for the cache: as other input',
      { input: 1_000_000, output: 0, cached: 500_000, cacheWritten: 500_000 },
      { input: 3, output: 15 },
      3,
    ],
    ['more cached than read: all of it was', { input: 1_000_000, output: 0, cached: 3_000_000 }, PRICES, 0.3],
    [
      'more put into the cache than was not there: the rest was',
      { input: 1_000_000, output: 0, cached: 500_000, cacheWritten: 1_000_000 },
      PRICES,
      2.025,
    ],
    ['what was thought is output', { input: 0, output: 1_000_000, reasoning: 900_000 }, PRICES, 15],
    ['nothing is paid', { input: 1_000, output: 10 }, { input: 0, output: 0 }, 0],
    ['no prices: not known', { input: 1_000, output: 10 }, undefined, null],
  ])('%s', (_title, usage, prices, cost) => {
    const found = costBy(prices, usage);
    expect(found === null ? null : Number(found.toFixed(9))).toBe(cost);
  });
});

function ended(machine: Drive, usage: Usage | null, more: Partial<Extract<Fact, { type: 'reply.ended' }>> = {}) {
  const request = more.request ?? machine.id('model.ask');
  machine.send({ type: 'reply.ended', text: DONE, reasoning: '', finish: 'stop', ...more, usage, request });
}

const usageOf = (machine: Drive) => machine.snapshot().context.usage;
const prompt = (machine: Drive) => machine.send({ type: 'prompt.given', text: 'and now?' });
const sum = (some: Partial<UsageSum>): UsageSum => ({ ...NO_USAGE, ...some });

test('what the endpoint says is added up, of the turn and of the session', () => {
  const machine = prompted();
  const said = { input: 100, output: 20, cached: 60, cacheWritten: 30, reasoning: 5, cost: 0.25 };
  ended(machine, said, { text: READ_A });
  machine.facts(READS);
  machine.ended('A');
  ended(machine, { input: 200, output: 10, cost: 0.5 });
  const first = sum({ replies: 2, input: 300, output: 30, cached: 60, cacheWritten: 30, reasoning: 5, cost: 0.75 });
  expect([usageOf(machine).all, machine.snapshot().context.turn.usage]).toEqual([first, first]);
  prompt(machine);
  ended(machine, said);
  expect(machine.snapshot().context.turn.usage).toEqual(sum({ replies: 1, ...said }));
  expect(usageOf(machine).all).toEqual(
    sum({ replies: 3, input: 400, output: 50, cached: 120, cacheWritten: 60, reasoning: 10, cost: 1 }),
  );
});

describe('what the endpoint does not say', () => {
  test('tokens are estimated, and counted as such', () => {
    const machine = prompted();
    ended(machine, null, { reasoning: 'hm' });
    const thought = estimateTokens('hm');
    const { input, ...rest } = usageOf(machine).all;
    expect(input).toBeGreaterThan(5);
    expect(sum(rest)).toEqual(
      sum({ replies: 1, estimated: 1, output: estimateTokens(DONE) + thought, reasoning: thought, unpriced: 1 }),
    );
  });

  test.each<[title: string, prices: ModelChoice['prices'], usage: Usage, expected: Partial<UsageSum>]>([
    ['the cost is that of the prices', PRICES, { input: 1_000_000, output: 0 }, { cost: 3, priced: 1 }],
    ['but what the endpoint says counts', PRICES, { input: 1_000_000, output: 0, cost: 7 }, { cost: 7 }],
    ['where it says that nothing is paid, too', PRICES, { input: 1_000_000, output: 0, cost: 0 }, { cost: 0 }],
    ['without prices it is not known', undefined, { input: 1_000_000, output: 0 }, { unpriced: 1 }],
  ])('%s', (_title, prices, usage, expected) => {
    const machine = prompted({}, { model: { ...STARTED.model, ...(prices && { prices }) } });
    ended(machine, usage);
    expect(usageOf(machine).all).toEqual(sum({ replies: 1, input: 1_000_000, ...expected }));
  });

  test.each<[title: string, some: Partial<UsageSum>, cost: number | null]>([
    ['before the first reply', {}, null],
    ['of no reply', { replies: 2, unpriced: 2 }, null],
    ['of one', { replies: 2, unpriced: 1, cost: 0.5 }, 0.5],
    ['of all, and nothing was paid', { replies: 2, priced: 2 }, 0],
  ])('the cost as far as it is known: %s', (_title, some, cost) => {
    expect(costIn(sum(some))).toBe(cost);
  });
});

test('a summary is paid to the model that writes it', () => {
  const summaryModel = { ...STARTED.model, model: 'small', prices: { input: 1, output: 1 } };
  const machine = prompted({}, { model: { ...STARTED.model, prices: PRICES }, summaryModel });
  for (const _ of [1, 2]) {
    ended(machine, { input: 1_000_000, output: 0 }, { text: READ_A });
    machine.facts(READS);
    machine.ended('A');
  }
  ended(machine, { input: 1_000_000, output: 0 });
  machine.send({ type: 'compact.requested', focus: '' });
  ended(machine, { input: 1_000_000, output: 0 }, { request: machine.id('summary.ask'), text: '<final>short</final>' });
  const { endpoint, model } = STARTED.model;
  expect(usageOf(machine)).toMatchObject({
    all: { replies: 4, cost: 10 },
    models: [
      { endpoint, model, replies: 3, input: 3_000_000, cost: 9 },
      { endpoint, model: 'small', replies: 1, input: 1_000_000, cost: 1 },
    ],
  });
});

test('each model has its own sum and its own prices', () => {
  const machine = prompted({}, { model: { ...STARTED.model, prices: PRICES } });
  ended(machine, { input: 1_000_000, output: 0 });
  machine.send({ type: 'model.changed', model: { ...STARTED.model, model: 'other', prices: { input: 1, output: 1 } } });
  prompt(machine);
  ended(machine, { input: 1_000_000, output: 0 });
  expect(usageOf(machine)).toMatchObject({
    all: { replies: 2, cost: 4 },
    models: [
      { model: STARTED.model.model, cost: 3 },
      { model: 'other', cost: 1 },
    ],
  });
});

describe('a reply that is cut off', () => {
  const abort = (text: string, usage: Usage | null) => {
    const machine = prompted();
    machine.send({ type: 'abort.requested', by: 'person' });
    ended(machine, usage, { text, finish: 'aborted' });
    return usageOf(machine).all;
  };
  test.each<[title: string, text: string, usage: Usage | null, expected: Partial<UsageSum>]>([
    ['is paid as far as it came', '<thought>I', null, { replies: 1, estimated: 1, unpriced: 1 }],
    ['is counted where the endpoint has', '<thought>I', { input: 9, output: 2, cost: 1 }, { replies: 1, cost: 1 }],
    ['is not where nothing came of it', '', null, {}],
  ])('%s', (_title, text, usage, expected) => {
    const { input: _input, output: _output, ...rest } = abort(text, usage);
    expect(sum(rest)).toEqual(sum(expected));
  });
});

test('a session that is taken up again goes on with its sum', () => {
  const machine = drive();
  prompt(machine);
  ended(machine, { input: 10, output: 5 });
  const { type: _type, ...session } = STARTED;
  machine.send({ type: 'session.resumed', ...session, parent: null });
  prompt(machine);
  ended(machine, { input: 20, output: 5 });
  expect(usageOf(machine).all).toMatchObject({ replies: 2, input: 30, output: 10 });
});
