/** Calls that only read run beside their neighbours; all others run alone, in order. */
import { describe, expect, test } from 'vitest';
import { type Emitted, messagesOf } from '../src/index.ts';
import { type Drive, facts, prompted, READ_A, READS, RUN_MAKE, RUNS, types } from './drive.ts';

const AWAY = facts({ readOnly: true, reads: [{ path: '/etc/hosts', where: 'outside' }] });
const NETWORK = facts({ network: ['example.org'] });
const lastMessage = (machine: Drive) => messagesOf(machine.snapshot().context).at(-1)?.content ?? '';
const answers = (machine: Drive) =>
  [...lastMessage(machine).matchAll(/call="(\d+)" status="(\w+)"/g)].map(([, call, status]) => `${call} ${status}`);
const runs = (emitted: readonly Emitted[]) => emitted.flatMap((one) => (one.type === 'tool.run' ? [one.call] : []));

describe('neighbours that only read', () => {
  test('are decided in order, and then start together', () => {
    const machine = prompted();
    machine.reply(READ_A.repeat(3));
    expect(types(machine.facts(READS))).toEqual(['call.judged', 'facts.take']);
    expect(types(machine.facts(READS))).toEqual(['call.judged', 'facts.take']);
    expect(runs(machine.facts(READS))).toEqual([1, 2, 3]);
    expect(machine.state()).toBe('acting');
  });

  test('end in any order, and the model reads the answers in the order of its actions', () => {
    const machine = prompted();
    machine.reply(READ_A.repeat(3));
    for (let i = 0; i < 3; i++) machine.facts(READS);
    const last = machine.id('tool.run');
    machine.ended('C', 'ok', [], last);
    machine.ended('A', 'ok', [], last - 2);
    expect(machine.state()).toBe('acting');
    expect(types(machine.ended('B', 'error', [], last - 1))).toEqual(['model.ask']);
    expect(
      lastMessage(machine)
        .match(/\n[ABC]\n/g)
        ?.map((each) => each.trim()),
    ).toEqual(['A', 'B', 'C']);
    expect(answers(machine)).toEqual(['1 ok', '2 error', '3 ok']);
  });

  test('run alone where something that may change things stands between', () => {
    const machine = prompted({ mode: 'trust' });
    machine.reply(`${READ_A}${RUN_MAKE}${READ_A}`);
    expect(runs(machine.facts(READS))).toEqual([1]);
    expect(types(machine.ended('A'))).toEqual(['facts.take']);
    expect(runs(machine.facts(RUNS))).toEqual([2]);
    expect(types(machine.ended('made'))).toEqual(['facts.take']);
    expect(runs(machine.facts(READS))).toEqual([3]);
  });

  test('eight at most', () => {
    const machine = prompted();
    machine.reply(READ_A.repeat(10));
    for (let i = 0; i < 7; i++) expect(types(machine.facts(READS))).toEqual(['call.judged', 'facts.take']);
    expect(runs(machine.facts(READS))).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    const last = machine.id('tool.run');
    for (let id = last - 7; id < last; id++) machine.ended('x', 'ok', [], id);
    expect(types(machine.ended('x', 'ok', [], last))).toEqual(['facts.take']);
  });

  test('one that asks the person does not hold back those before it', () => {
    const machine = prompted();
    machine.reply(READ_A.repeat(2));
    machine.facts(READS);
    expect(types(machine.facts(AWAY))).toEqual(['call.judged', 'person.ask']);
    const request = machine.id('person.ask');
    const answered = machine.send({ type: 'permission.answered', request, answer: 'once', reason: '' });
    expect(runs(answered)).toEqual([1, 2]);
  });

  test('one that turns out to do more is put off until the others have ended, and its facts are taken again', () => {
    const machine = prompted({ mode: 'trust' });
    machine.reply(READ_A.repeat(2));
    machine.facts(READS);
    expect(types(machine.facts(NETWORK))).toEqual(['tool.run']);
    expect(types(machine.ended('A'))).toEqual(['facts.take']);
    expect(runs(machine.facts(NETWORK))).toEqual([2]);
  });

  test('a denial of one leaves the others be', () => {
    const machine = prompted({ headless: true });
    machine.reply(READ_A.repeat(3));
    machine.facts(READS);
    expect(types(machine.facts(AWAY))).toEqual(['call.judged', 'facts.take']);
    expect(runs(machine.facts(READS))).toEqual([1, 3]);
  });
});

describe('while several run', () => {
  const twoRun = () => {
    const machine = prompted({ mode: 'trust' });
    machine.reply(`${READ_A.repeat(2)}${RUN_MAKE}`);
    machine.facts(READS);
    machine.facts(READS);
    return { machine, last: machine.id('tool.run') };
  };

  test('an abort cancels each once, and waits for all of them', () => {
    const { machine, last } = twoRun();
    expect(machine.send({ type: 'abort.requested', by: 'person' })).toEqual([
      { type: 'cancel', request: last - 1 },
      { type: 'cancel', request: last },
    ]);
    machine.ended('', 'aborted', [], last);
    expect(machine.state()).toBe('stopping');
    machine.ended('A', 'ok', [], last - 1);
    expect(machine.state()).toBe('finished');
    expect(answers(machine)).toEqual(['1 ok', '2 aborted', '3 aborted']);
  });

  test('a person who steers is heard once they have ended, and nothing else begins', () => {
    const { machine, last } = twoRun();
    machine.send({ type: 'steer.given', text: 'stop here' });
    machine.ended('B', 'ok', [], last);
    expect(types(machine.ended('A', 'ok', [], last - 1))).toEqual(['message.taken', 'model.ask']);
    expect(answers(machine)).toEqual(['1 ok', '2 ok', '3 skipped']);
  });

  test('a result that comes twice counts once', () => {
    const { machine, last } = twoRun();
    machine.ended('B', 'ok', [], last);
    expect(types(machine.ended('B again', 'ok', [], last))).toEqual(['event.ignored']);
    expect(machine.state()).toBe('acting');
  });
});

test('step by step they run one by one', () => {
  const machine = prompted();
  machine.send({ type: 'pause.requested' });
  machine.reply(READ_A.repeat(2));
  machine.send({ type: 'step.requested' });
  expect(runs(machine.facts(READS))).toEqual([1]);
  machine.ended('A');
  expect(machine.state()).toBe('paused');
});
