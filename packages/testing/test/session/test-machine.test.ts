/** The machine alone, stepped by hand: answers find their request, and what is usual need not be said. */
import { expect, test } from 'vitest';
import { type Told, testMachine } from '../../src/index.ts';

const PROMPT: Told = { type: 'prompt.given', text: 'fix it' };
const READ = '<action tool="read"><path>a.ts</path></action>';

test('says after each event where it stands and what it asks for', () => {
  const machine = testMachine({ settings: { mode: 'default' } });
  const facts: Told[] = [
    PROMPT,
    { type: 'reply.failed', fault: 'overloaded' },
    { type: 'timer.fired' },
    { type: 'reply.ended', text: `${READ}<action tool="bash"><command>make</command></action>` },
    { type: 'facts.taken' },
    { type: 'tool.ended', outcome: 'let a;' },
    { type: 'facts.taken', facts: { readOnly: false, runs: ['make'] } },
    { type: 'permission.answered', answer: 'no', reason: 'use npm' },
    { type: 'steer.given', text: 'hurry' },
    { type: 'reply.ended', text: '<final>done</final>' },
    { type: 'reply.ended', text: '<final>faster</final>' },
  ];
  expect(facts.map(machine.send)).toEqual([
    'prompt.given → thinking: model.ask 1',
    'reply.failed 1 overloaded → retrying: timer.start 2 500',
    'timer.fired 2 → thinking: model.ask 3',
    'reply.ended 3 → deciding: reply.read 3 (read, bash), facts.take 4 read',
    'facts.taken 4 → acting: call.judged 1 allow, tool.run 5 read',
    'tool.ended 5 ok → deciding: facts.take 6 bash',
    'facts.taken 6 → permission: call.judged 2 ask, person.ask 7 bash',
    'permission.answered 7 no → thinking: model.ask 8',
    'steer.given → thinking',
    'reply.ended 8 → thinking: reply.read 8 (final), message.taken 1, model.ask 9',
    'reply.ended 9 → finished: reply.read 9 (final), turn.end done',
  ]);
});

test('has the same words as a session', async () => {
  const machine = testMachine();
  machine.send(PROMPT);
  await machine.until('thinking');
  await machine.until('model.ask');
  expect(machine.state()).toBe('thinking');
  expect(machine.effects()).toEqual(['model.ask 1']);
  expect(machine.open()).toMatchObject([{ type: 'model.ask', id: 1, turn: 1, messages: 2 }]);
  expect(machine.messages()).toEqual([
    { role: 'system', content: 'You are an agent.' },
    { role: 'user', content: 'fix it' },
  ]);
  await expect(machine.until('acting')).rejects.toThrow(
    /^Waited for acting in vain: it stands in thinking, and a test machine moves only when it is sent something\.\n {2}model\.ask 1 waits/,
  );
});

test('can be sent what comes late, or at another time', () => {
  const machine = testMachine();
  machine.send(PROMPT);
  expect(machine.send({ type: 'timer.fired', request: 7 })).toMatch(/^timer\.fired 7 → thinking/);
  machine.clock.advance(1_000);
  machine.send({ type: 'reply.ended', text: '<final>done</final>' });
  const [started, , , ended] = machine.steps().map(({ event }) => event.at);
  expect((ended ?? 0) - (started ?? 0)).toBe(1_000);
});

test('goes on from a snapshot, as often as one likes', () => {
  const before = testMachine();
  before.send(PROMPT);
  const replies = ['<final>yes</final>', '<final>no</final>'].map((text) => {
    const machine = testMachine({ from: before.snapshot() });
    machine.send({ type: 'reply.ended', request: 1, text });
    return machine.result();
  });
  expect(replies).toMatchObject([{ text: 'yes' }, { text: 'no' }]);
  expect(before.state()).toBe('thinking');
});
