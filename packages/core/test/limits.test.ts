/** What a turn may use up, and what happens when it has. */
import { describe, expect, test } from 'vitest';
import { type Fact, messagesOf, type SessionStarted } from '../src/index.ts';
import { type Drive, facts, prompted, READ_A, READS, RUN_MAKE, RUNS, STARTED, types } from './drive.ts';

type Settings = Partial<SessionStarted['settings']>;
const lastMessage = (machine: Drive) => messagesOf(machine.snapshot().context).at(-1)?.content ?? '';
const limitAnswered = (machine: Drive, answer: 'go on' | 'stop') =>
  machine.send({ type: 'limit.answered', request: machine.id('limit.ask'), answer });

/** One reply with one reading call, at that time; the result differs each time unless it is given. */
function turnOnce(machine: Drive, { usage = null, at = 0, content = '' }: Partial<Once> = {}) {
  const replied = { type: 'reply.ended', request: machine.id('model.ask'), text: READ_A, reasoning: '' } as const;
  machine.send({ ...replied, finish: 'stop', usage }, at);
  machine.facts(READS);
  return machine.ended(content || `A${machine.id('tool.run')}`);
}
type Once = { usage: Extract<Fact, { type: 'reply.ended' }>['usage']; at: number; content: string };

describe.each<[limit: string, settings: Settings, once: Partial<Once>, reached: object]>([
  ['turns', { turnsMax: 2 }, {}, { used: 2, max: 2, reason: '2 replies' }],
  ['tokens', { tokensMax: 30 }, { usage: { input: 10, output: 5 } }, { used: 30, max: 30, reason: '30 tokens' }],
  ['cost', { costMax: 0.5 }, { usage: { input: 1, output: 1, cost: 0.3 } }, { used: 0.6, reason: 'a cost of 0.6' }],
  ['session-tokens', { sessionTokensMax: 30 }, { usage: { input: 10, output: 5 } }, { used: 30, reason: '30 tokens' }],
  [
    'session-cost',
    { sessionCostMax: 0.5 },
    { usage: { input: 1, output: 1, cost: 0.3 } },
    { used: 0.6, max: 0.5, reason: 'a cost of 0.6' },
  ],
])('the limit of %s', (limit, settings, once, reached) => {
  test('asks the person, who lets as much again pass, or ends the turn', () => {
    const machine = prompted(settings);
    expect(types(turnOnce(machine, once))).toEqual(['model.ask']);
    expect(turnOnce(machine, once)).toMatchObject([{ type: 'limit.ask', limit, ...reached }]);
    expect(machine.state()).toBe('limited');
    expect(types(limitAnswered(machine, 'go on'))).toEqual(['model.ask']);
    turnOnce(machine, once);
    if (machine.state() !== 'limited') turnOnce(machine, once);
    expect(limitAnswered(machine, 'stop')).toMatchObject([{ type: 'turn.end', result: { kind: 'limit', limit } }]);
    expect(machine.state()).toBe('finished');
  });

  test('ends the turn where nobody is there', () => {
    const machine = prompted({ ...settings, headless: true });
    turnOnce(machine, once);
    expect(turnOnce(machine, once)).toMatchObject([{ type: 'turn.end', result: { kind: 'limit', limit, ...reached } }]);
  });
});

test.each([
  ['that is taken', '<final>Two were read.</final>'],
  ['that is no good', ''],
])('a summary %s is paid for', (_title, text) => {
  const machine = prompted({ costMax: 0.5 });
  turnOnce(machine);
  turnOnce(machine);
  machine.send({ type: 'compact.requested', focus: '' });
  expect(types(turnOnce(machine))).toEqual(['summary.ask']);
  const request = machine.id('summary.ask');
  const usage = { input: 9, output: 9, cost: 0.6 };
  const emitted = machine.send({ type: 'reply.ended', request, text, reasoning: '', finish: 'stop', usage });
  expect(emitted).toMatchObject([{ type: 'conversation.compacted' }, { type: 'limit.ask', limit: 'cost', used: 0.6 }]);
});

describe('the limits of the session', () => {
  const cost = (amount: number) => ({ usage: { input: 1, output: 1, cost: amount } });
  const finish = (machine: Drive, amount: number) => {
    const request = machine.id('model.ask');
    const usage = { input: 1, output: 1, cost: amount };
    machine.send({ type: 'reply.ended', request, text: '<final>x</final>', reasoning: '', finish: 'stop', usage });
    return machine.send({ type: 'prompt.given', text: 'and now?' });
  };

  test('hold over several prompts, and what the person lets pass holds for all that follow', () => {
    const machine = prompted({ sessionCostMax: 1 });
    expect(types(finish(machine, 0.6))).toEqual(['model.ask']);
    expect(finish(machine, 0.6)).toMatchObject([{ type: 'limit.ask', limit: 'session-cost', used: 1.2, max: 1 }]);
    expect(types(limitAnswered(machine, 'go on'))).toEqual(['model.ask']);
    expect(types(finish(machine, 0.6))).toEqual(['model.ask']);
    expect(finish(machine, 0.6)).toMatchObject([{ type: 'limit.ask', limit: 'session-cost', used: 2.4, max: 2.2 }]);
  });

  test('hold by the prices of the model where the endpoint names no cost', () => {
    const machine = prompted({ sessionCostMax: 1 }, { model: { ...STARTED.model, prices: { input: 1, output: 1 } } });
    expect(types(turnOnce(machine, { usage: { input: 600_000, output: 0 } }))).toEqual(['model.ask']);
    expect(turnOnce(machine, { usage: { input: 600_000, output: 0 } })).toMatchObject([{ limit: 'session-cost' }]);
  });

  test('count from where it is taken up again', () => {
    const machine = prompted({ sessionCostMax: 1 });
    finish(machine, 0.9);
    const { type: _type, ...session } = STARTED;
    const settings = { ...STARTED.settings, sessionCostMax: 1 };
    machine.send({ type: 'session.resumed', ...session, settings, parent: null });
    machine.send({ type: 'prompt.given', text: 'go on' });
    expect(types(turnOnce(machine, cost(0.9)))).toEqual(['model.ask']);
    expect(turnOnce(machine, cost(0.2))).toMatchObject([{ type: 'limit.ask', limit: 'session-cost' }]);
  });

  test('are told to the model when little is left', () => {
    const machine = prompted({ sessionCostMax: 1 });
    turnOnce(machine, cost(0.95));
    expect(lastMessage(machine)).toContain('Little is left of the cost of this session');
  });
});

test('a limit that was passed by far is passed once', () => {
  const machine = prompted({ tokensMax: 1_000 });
  expect(types(turnOnce(machine, { usage: { input: 5_000, output: 100 } }))).toEqual(['limit.ask']);
  expect(types(limitAnswered(machine, 'go on'))).toEqual(['model.ask']);
  expect(types(turnOnce(machine, { usage: { input: 900, output: 0 } }))).toEqual(['model.ask']);
  expect(types(turnOnce(machine, { usage: { input: 100, output: 0 } }))).toEqual(['limit.ask']);
});

describe('the limit of time', () => {
  test('counts from the prompt on', () => {
    const machine = prompted({ timeMsMax: 60_000 });
    expect(types(turnOnce(machine, { at: 30_000 }))).toEqual(['model.ask']);
    expect(turnOnce(machine, { at: 70_000 })).toMatchObject([{ type: 'limit.ask', limit: 'time' }]);
  });

  test('does not count while the person is waited for', () => {
    const machine = prompted({ timeMsMax: 60_000 });
    machine.reply(RUN_MAKE);
    machine.facts(RUNS);
    const request = machine.id('person.ask');
    machine.send({ type: 'permission.answered', request, answer: 'once', reason: '' }, 3_600_000);
    expect(types(machine.ended('made'))).toEqual(['model.ask']);
    expect(types(turnOnce(machine, { at: 3_600_000 + 61_000 }))).toEqual(['limit.ask']);
  });

  test('does not count while a turn that has failed rests', () => {
    const machine = prompted({ timeMsMax: 60_000 });
    const fault = { kind: 'auth', message: '', advice: '', status: 401 } as const;
    const request = machine.id('model.ask');
    machine.send({ type: 'reply.failed', request, text: '', reasoning: '', fault });
    expect(types(machine.send({ type: 'resume.requested' }, 3_600_000))).toEqual(['model.ask']);
    expect(types(turnOnce(machine, { at: 3_600_000 + 61_000 }))).toEqual(['limit.ask']);
  });
});

describe('what the model is told', () => {
  test('when one reply is left', () => {
    const machine = prompted({ turnsMax: 3, headless: true });
    turnOnce(machine);
    expect(lastMessage(machine)).not.toContain('Only one more reply');
    turnOnce(machine);
    expect(lastMessage(machine)).toMatch(/tool="protocol" status="error">\nOnly one more reply is left in this turn/);
  });

  test('when little is left of the tokens, once', () => {
    const machine = prompted({ tokensMax: 100 });
    const usage = { input: 46, output: 0 };
    turnOnce(machine, { usage });
    turnOnce(machine, { usage });
    expect(lastMessage(machine)).toContain('Little is left of the tokens of this turn');
    turnOnce(machine, { usage: { input: 1, output: 0 } });
    expect(lastMessage(machine)).not.toContain('Little is left');
  });
});

describe('a model that goes in circles', () => {
  const WRITE = '<action tool="bash"><command>write</command></action>';
  const WRITES = facts({ writes: [{ path: '/project/b', where: 'inside' }] });
  const reads = (machine: Drive, path: string, content: string) => {
    machine.reply(`<action tool="read"><path>${path}</path></action>`);
    machine.facts(READS);
    return machine.ended(content);
  };
  const writes = (machine: Drive) => {
    machine.reply(WRITE);
    machine.facts(WRITES);
    return machine.ended('written');
  };

  test.each<[title: string, round: (machine: Drive, i: number) => void, told: RegExp, rounds: number, reason: string]>([
    [
      'A-A-A',
      (m) => reads(m, 'a', 'A'),
      /the same action with the same result, 3 times/,
      5,
      'the same action with the same result, 5 times',
    ],
    [
      'A-B-A-B',
      (m) => {
        reads(m, 'a', 'A');
        reads(m, 'b', 'B');
      },
      /the same few actions in turn with the same results, 3 times/,
      5,
      'the same few actions in turn with the same results, 5 times',
    ],
    [
      'A-B-C-A-B-C',
      (m) => {
        reads(m, 'a', 'A');
        reads(m, 'b', 'B');
        reads(m, 'c', 'C');
      },
      /the same few actions in turn with the same results, 3 times/,
      5,
      'the same few actions in turn with the same results, 5 times',
    ],
    [
      'the same reply, with other results',
      (m, i) => reads(m, 'a', `A${i}`),
      /the same reply, 4 times/,
      8,
      'the same reply, 8 times',
    ],
    [
      'the same change of a file, with other things between',
      (m, i) => {
        reads(m, `a${i}`, `A${i}`);
        writes(m);
      },
      /the same successful change of a file, 3 times/,
      5,
      'the same successful change of a file, 5 times',
    ],
  ])('%s: is told once, and then it is enough', (_title, round, told, rounds, reason) => {
    const machine = prompted({ mode: 'accept-edits' });
    let times = 0;
    for (let i = 0; machine.state() !== 'limited' && i < 20; i++) {
      round(machine, i);
      times = i + 1;
    }
    expect(times).toBe(rounds);
    const said = messagesOf(machine.snapshot().context).filter(({ content }) => /You have done/.test(content));
    expect(said.length).toBe(1);
    expect(said[0]?.content).toMatch(told);
    expect(machine.snapshot().context.turn.replies).toBeGreaterThan(4);
    const request = machine.id('limit.ask');
    expect(machine.send({ type: 'limit.answered', request, answer: 'stop' })).toMatchObject([
      { result: { kind: 'limit', limit: 'repetition', reason } },
    ]);
  });

  test.each<[title: string, round: (machine: Drive, i: number) => void]>([
    [
      'edits and a test whose result changes',
      (m, i) => {
        reads(m, `e${i}`, 'ok');
        reads(m, 'test', `failed ${i}`);
      },
    ],
    [
      'different changes of one file',
      (m, i) => {
        reads(m, `x${i}`, `${i}`);
        m.reply(`<action tool="bash"><command>w${i}</command></action>`);
        m.facts(WRITES);
        m.ended('written');
      },
    ],
  ])('%s is none', (_title, round) => {
    const machine = prompted({ mode: 'accept-edits' });
    for (let i = 0; i < 12; i++) round(machine, i);
    expect(machine.state()).toBe('thinking');
  });

  test('a test that fails in the same way after each other edit is none', () => {
    const machine = prompted({ mode: 'trust' });
    for (let i = 0; i < 10; i++) {
      reads(machine, `e${i}`, 'ok');
      reads(machine, 'test', 'failed');
    }
    expect(machine.state()).toBe('thinking');
  });
});
