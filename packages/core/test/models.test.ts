/** Which model is asked, what stands in for it, and what is learnt of its window. */
import type { Fault } from '@tagma/protocol';
import { describe, expect, test } from 'vitest';
import { budgetOf, type ModelChoice, messagesOf, modelOf, patienceOf, sizeOf, windowPartsOf } from '../src/index.ts';
import { asks, type Drive, drive, ignored, prompted, READ_A, READS, STARTED, types, windowOf } from './drive.ts';

const named = (model: string, more: Partial<ModelChoice> = {}): ModelChoice => ({ ...STARTED.model, model, ...more });
const [SECOND, THIRD] = [named('second'), named('third')];
const BUSY: Fault = { kind: 'overloaded', message: 'busy', advice: 'wait', status: 503 };
const fail = (machine: Drive, fault: Fault = BUSY, at?: number) =>
  machine.send({ type: 'reply.failed', request: machine.id('model.ask'), text: '', reasoning: '', fault }, at);
const fire = (machine: Drive) => machine.send({ type: 'timer.fired', request: machine.id('timer.start') });
const now = (machine: Drive) => modelOf(machine.snapshot().context).model;
const choose = (machine: Drive, model: ModelChoice) => machine.send({ type: 'model.changed', model });
const switched = (model: ModelChoice, why: string) => ({
  type: 'model.switched',
  endpoint: model.endpoint,
  model: model.model,
  why,
});

describe('models that stand in for the chosen one', () => {
  const begin = () => prompted({}, { fallbacks: [SECOND, THIRD] });

  test('the next one is asked after the second failure, and it is said', () => {
    const machine = begin();
    expect(types(fail(machine))).toEqual(['timer.start']);
    fire(machine);
    const ask = { ...asks(4, 1, 2), model: 'second' };
    expect(fail(machine)).toEqual([switched(SECOND, 'failing'), ask]);
    expect(machine.snapshot().context.turn.replies).toBe(1);
  });

  type Row = readonly [title: string, fault: Partial<Fault>, emitted: readonly string[]];
  const rows: readonly Row[] = [
    ['no credit left: at once', { kind: 'quota', status: 402 }, ['model.switched', 'model.ask']],
    [
      'a long time to be left alone: at once',
      { kind: 'rate-limit', status: 429, retryAfterMs: 30_000 },
      ['model.switched', 'model.ask'],
    ],
    ['a short time: it is waited for', { kind: 'rate-limit', status: 429, retryAfterMs: 2_000 }, ['timer.start']],
    ['a wrong key: the person is told', { kind: 'auth', status: 401 }, ['turn.end']],
    ['a bad request: the person is told', { kind: 'bad-request', status: 400 }, ['turn.end']],
  ];
  test.each(rows)('%s', (_title, fault, emitted) => {
    expect(types(fail(begin(), { ...BUSY, ...fault }))).toEqual(emitted);
  });

  test('the last one is waited for as any other, and then the turn fails', () => {
    const machine = prompted({ retriesMax: 4 }, { fallbacks: [SECOND] });
    const seen = [fail(machine), fire(machine), fail(machine), fail(machine), fire(machine)];
    seen.push(fail(machine), fire(machine), fail(machine));
    expect(seen.flat().map((one) => ('ms' in one ? one.ms : one.type))).toEqual([
      ...[500, 'model.ask', 'model.switched', 'model.ask', 2_000, 'model.ask', 4_000, 'model.ask', 'turn.end'],
    ]);
  });

  type End = readonly [title: string, settings: Parameters<typeof prompted>[0], fault: Fault, asked: readonly string[]];
  const UNREACHED: Fault = { ...BUSY, kind: 'network', status: null };
  const names = (count: number) => Array.from({ length: count }, (_, at) => `m${at + 1}`);
  const ends: readonly End[] = [
    ['no retries are allowed: each is asked once', { retriesMax: 0 }, BUSY, ['scripted', ...names(8)]],
    [
      'nothing was ever reached: so is the last of the list',
      {},
      UNREACHED,
      ['scripted', 'scripted', 'm1', 'm1', ...names(8).slice(1)],
    ],
    [
      'more failures than retries are allowed: so is the last of the list',
      { retriesMax: 2 },
      BUSY,
      ['scripted', 'scripted', ...names(8)],
    ],
    [
      'many of them: 13 requests altogether',
      { retriesMax: 100 },
      BUSY,
      ['scripted', 'scripted', ...names(8).flatMap((name) => [name, name])].slice(0, 13),
    ],
  ];
  test.each(ends)('%s', (_title, settings, fault, asked) => {
    const machine = prompted(settings, { fallbacks: names(8).map((name) => named(name)) });
    const seen = [now(machine)];
    while (machine.state() !== 'failed') {
      if (types(fail(machine, fault)).includes('timer.start')) fire(machine);
      if (machine.state() === 'thinking') seen.push(now(machine));
    }
    expect(seen).toEqual(asked);
  });

  test('once an outage has lasted too long, nobody else is asked', () => {
    const machine = prompted({ outageMsMax: 120_000 }, { fallbacks: [SECOND, THIRD] });
    fail(machine, BUSY, 1_000);
    fire(machine);
    expect(types(fail(machine, BUSY, 121_000))).toEqual(['model.switched', 'model.ask']);
    expect(types(fail(machine, { ...BUSY, kind: 'quota' }, 121_001))).toEqual(['turn.end']);
  });

  test('the chosen one is tried again in the next turn, and when the turn is resumed', () => {
    const machine = begin();
    fail(machine, { ...BUSY, kind: 'quota' });
    machine.reply('<final>done</final>');
    expect(now(machine)).toBe('second');
    expect(machine.send({ type: 'prompt.given', text: 'more' })[0]).toEqual(switched(STARTED.model, 'new turn'));
    fail(machine, { ...BUSY, kind: 'quota' });
    fail(machine, { ...BUSY, kind: 'auth', status: 401 });
    expect(types(machine.send({ type: 'resume.requested' }))).toEqual(['model.switched', 'model.ask']);
    expect(now(machine)).toBe('scripted');
  });

  test('it is asked with its own window', () => {
    const machine = prompted({}, { fallbacks: [named('small', { windowTokens: 4_000 })] });
    for (let call = 0; call < 4; call++) {
      machine.reply(READ_A);
      machine.facts(READS);
      machine.ended('all that was found in it, line by line\n'.repeat(120));
    }
    expect(types(fail(machine, { ...BUSY, kind: 'quota' }))).toContain('conversation.compacted');
    expect(sizeOf(machine.snapshot().context)).toBeLessThan(3_000);
  });
});

describe('another model is chosen', () => {
  test('at rest: at once', () => {
    const machine = drive();
    expect(choose(machine, SECOND)).toEqual([switched(SECOND, 'chosen')]);
    expect(machine.send({ type: 'prompt.given', text: 'go' })).toEqual([{ ...asks(1, 1, 2), model: 'second' }]);
  });

  test('while one answers: from the next request on, and the conversation is kept', () => {
    const machine = prompted();
    expect(choose(machine, SECOND)).toEqual([]);
    expect(now(machine)).toBe('scripted');
    machine.reply(READ_A);
    machine.facts(READS);
    expect(machine.ended('A')).toEqual([switched(SECOND, 'chosen'), { ...asks(4, 2, 4), model: 'second' }]);
    expect(messagesOf(machine.snapshot().context)[1]?.content).toBe('fix it');
  });

  test('while one that failed is waited for: the other is asked at once', () => {
    const machine = prompted();
    fail(machine);
    expect(choose(machine, SECOND)).toEqual([{ type: 'cancel', request: 2 }]);
    expect(choose(machine, THIRD)).toEqual([]);
    expect(fire(machine)).toEqual([switched(THIRD, 'chosen'), { ...asks(3, 1, 2), model: 'third' }]);
    expect(machine.snapshot().context.turn).toMatchObject({ replies: 1, outage: null });
  });

  test('while one answers that fails: the other is asked at once', () => {
    const machine = prompted();
    choose(machine, SECOND);
    expect(types(fail(machine))).toEqual(['model.switched', 'model.ask']);
    expect(machine.snapshot().context.turn).toMatchObject({ replies: 1, outage: null });
  });

  test('after a turn that has failed: the turn goes on with it', () => {
    const machine = prompted();
    fail(machine, { ...BUSY, kind: 'auth', status: 401 });
    choose(machine, SECOND);
    expect(machine.send({ type: 'resume.requested' })).toMatchObject([{ type: 'model.ask', model: 'second' }]);
  });

  test('what was learnt of one model is not believed of another', () => {
    const machine = drive({}, { model: named('first', { startsInThought: true }) });
    machine.send({ type: 'prompt.given', text: 'go' });
    const usage = { input: 900, output: 1 };
    const request = machine.id('model.ask');
    machine.send({
      type: 'reply.ended',
      request,
      text: 'a</think><final>b</final>',
      reasoning: '',
      finish: 'stop',
      usage,
    });
    expect(machine.snapshot().context).toMatchObject({ tokensRatio: 2, startsInThought: true });
    choose(machine, SECOND);
    expect(machine.snapshot().context).toMatchObject({ tokensRatio: 1, startsInThought: false });
  });

  test('before the session has begun it is ignored', () => {
    expect(types(drive().send({ ...STARTED }))).toEqual(['event.ignored']);
  });
});

describe('the window of a model', () => {
  const find = (machine: Drive) => {
    machine.reply(READ_A);
    machine.facts(READS);
    return machine.ended('A');
  };
  const found = (machine: Drive, tokens: number) =>
    machine.send({ type: 'window.found', request: machine.id('window.find'), tokens, source: 'server' });

  test('is asked for beside the second request, and nothing waits for it', () => {
    const machine = prompted({ findsWindow: true });
    expect(types(find(machine))).toEqual(['window.find', 'model.ask']);
    machine.reply('<final>done</final>');
    expect(machine.state()).toBe('finished');
    expect(found(machine, 8_192)).toEqual([]);
    expect(modelOf(machine.snapshot().context).windowTokens).toBe(8_192);
    expect(found(machine, 4_096)).toEqual([ignored('window.found', 'late')]);
  });

  test('is not asked for where it is known, or where nobody wants to know', () => {
    expect(types(find(prompted({ findsWindow: true }, windowOf(8_000))))).toEqual(['model.ask']);
    expect(types(find(prompted()))).toEqual(['model.ask']);
  });

  test('that nobody knows is not asked for again; that of another model is', () => {
    const machine = prompted({ findsWindow: true });
    find(machine);
    found(machine, 0);
    expect(types(find(machine))).toEqual(['model.ask']);
    choose(machine, SECOND);
    expect(types(find(machine))).toEqual(['model.switched', 'window.find', 'model.ask']);
  });

  type Row = readonly [title: string, known: number, said: number | undefined, expected: number];
  const rows: readonly Row[] = [
    ['named in an overflow, and not known: believed', 0, 4_096, 4_096],
    ['smaller than was known: believed', 32_000, 4_096, 4_096],
    ['larger than was known: not believed', 4_000, 8_192, 4_000],
    ['not named', 4_000, undefined, 4_000],
    ['too small to be one', 4_000, 12, 4_000],
  ];
  test.each(rows)('%s', (_title, known, said, expected) => {
    const machine = prompted({}, windowOf(known));
    const overflow: Fault = { ...BUSY, kind: 'context-overflow', status: 400 };
    fail(machine, said === undefined ? overflow : { ...overflow, windowTokens: said });
    expect(modelOf(machine.snapshot().context).windowTokens).toBe(expected);
  });
});

describe('a request that is refused as too large, without a number', () => {
  const LONG = 'word '.repeat(6_000);
  const OVERFLOW: Fault = { ...BUSY, kind: 'context-overflow', status: 400 };
  const refused = (known: number) => {
    const machine = drive({ turnsMax: 20 }, windowOf(known));
    machine.send({ type: 'prompt.given', text: 'go' });
    machine.reply(READ_A);
    machine.facts(READS);
    machine.ended(LONG);
    const sent = sizeOf(machine.snapshot().context);
    fail(machine, OVERFLOW);
    return { machine, sent };
  };
  const windows = ({ machine }: { readonly machine: Drive }) => {
    const { context } = machine.snapshot();
    const { windowTokens, refused, reserve } = windowPartsOf(context);
    return { windowTokens, refused, budget: windowTokens - refused - reserve };
  };

  test('the window that was told stays; as much is not sent again', () => {
    const { machine, sent } = refused(16_000);
    const budget = sent - Math.floor(sent / 4);
    expect(sent).toBeLessThan(8_000);
    expect(windows({ machine })).toEqual({ windowTokens: 16_000, refused: 16_000 - sent, budget });
    expect(machine.state()).toBe('thinking');
    expect(sizeOf(machine.snapshot().context)).toBeLessThan(budget);
  });

  test('a window that nobody knows is taken for it, and a number that comes later is believed', () => {
    const one = refused(0);
    expect(windows(one)).toMatchObject({ windowTokens: one.sent, refused: 0 });
    fail(one.machine, { ...OVERFLOW, windowTokens: 32_000 });
    expect(modelOf(one.machine.snapshot().context).windowTokens).toBe(32_000);
  });

  test('what the endpoint counts then may say that it did not fit', () => {
    const { machine } = refused(8_500);
    const { context } = machine.snapshot();
    const usage = { input: 2 * sizeOf(context), output: 1 };
    const request = machine.id('model.ask');
    machine.send({ type: 'reply.ended', request, text: READ_A, reasoning: '', finish: 'stop', usage });
    expect(windows({ machine })).toMatchObject({ windowTokens: 8_500, refused: 0 });
  });

  describe('when the session goes on, and the window has to be found anew', () => {
    const again = () => {
      const { machine, sent } = refused(0);
      const { session } = machine.snapshot().context;
      machine.send({ type: 'session.ended', reason: 'signal' });
      machine.send({
        ...{ ...session, type: 'session.resumed', parent: null, model: { ...session.model, windowTokens: 0 } },
        settings: { ...session.settings, findsWindow: true },
      });
      return { machine, sent };
    };
    const found = (machine: Drive, source: string) => {
      machine.send({ type: 'prompt.given', text: 'go on' });
      machine.reply(READ_A);
      machine.send({ type: 'window.found', request: machine.id('window.find'), tokens: 16_000, source });
    };

    test('as much is not sent before it is told', () => {
      const { machine, sent } = again();
      expect(budgetOf(machine.snapshot().context)).toBe(sent - Math.floor(sent / 4));
    });

    test.each([
      ['nobody can tell it: it holds', 'default', true],
      ['the server tells a larger one: that is believed', 'llama.cpp /props', false],
    ])('%s', (_title, source, holds) => {
      const { machine, sent } = again();
      found(machine, source);
      expect(windows({ machine })).toMatchObject({ windowTokens: 16_000, refused: holds ? 16_000 - sent : 0 });
    });
  });

  test('another window, or another model, is tried anew', () => {
    const { machine } = refused(16_000);
    choose(machine, { ...STARTED.model, windowTokens: 20_000 });
    machine.reply(READ_A);
    machine.facts(READS);
    machine.ended('A');
    expect(windows({ machine })).toMatchObject({ windowTokens: 20_000, refused: 0 });
  });
});

describe('what the model thought', () => {
  const said = (reasoningBack: boolean) => {
    const machine = prompted({}, { model: named('m', { reasoningBack }) });
    const text = `<think>aloud</think><thought>noted</thought>${READ_A}`;
    const request = machine.id('model.ask');
    machine.send({ type: 'reply.ended', request, text, reasoning: 'silently', finish: 'stop', usage: null });
    machine.facts(READS);
    machine.ended('A');
    return messagesOf(machine.snapshot().context)[2];
  };

  test('goes back where the model wants it', () => {
    expect(said(true)).toMatchObject({ role: 'assistant', reasoning: 'silently\n\naloud' });
  });

  test('does not go back anywhere else', () => {
    expect(said(false)).not.toHaveProperty('reasoning');
    expect(said(false)?.content).not.toContain('aloud');
  });
});

test('a failing endpoint is waited for as long as the outage may take, and half a minute more', () => {
  const machine = prompted({ outageMsMax: 120_000 });
  expect(patienceOf(machine.snapshot().context, 5_000)).toBe(null);
  fail(machine, BUSY, 10_000);
  expect(patienceOf(machine.snapshot().context, 10_500)).toBe(149_500);
  expect(patienceOf(machine.snapshot().context, 129_000)).toBe(31_000);
  expect(patienceOf(machine.snapshot().context, 200_000)).toBe(30_000);
});

test('no endpoint is asked more than 13 times in a row, however many retries are allowed', () => {
  const machine = prompted({ retriesMax: 100, outageMsMax: 10_000_000 }, { fallbacks: [SECOND] });
  let asked = 1;
  for (; machine.state() !== 'failed'; asked++) {
    if (types(fail(machine)).includes('timer.start')) fire(machine);
  }
  expect(asked - 1).toBe(13);
});

test('where a stop sequence was sent, an open parameter may have held it', () => {
  const machine = prompted();
  const request = machine.id('model.ask');
  const text = '<action tool="bash"><command>echo';
  const emitted = machine.send({
    ...{ type: 'reply.ended', request, text, reasoning: '', finish: 'stop', usage: null },
    stopSent: true,
  });
  expect(emitted[0]).toMatchObject({ reply: { error: { code: 'truncated' } } });
});
