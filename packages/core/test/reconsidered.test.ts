/** A call that would do something else, when it is about to run, than what was allowed, is decided anew. */
import { expect, test } from 'vitest';
import { messagesOf } from '../src/index.ts';
import { type Drive, prompted, READ_A, READS, RUN_MAKE, RUNS, types } from './drive.ts';

const FORBIDDEN = { ...RUNS, forbidden: 'it removes your home folder' };
const changed = (machine: Drive) => machine.send({ type: 'facts.changed', request: machine.id('tool.run') });
const answered = (machine: Drive, answer: 'once' | 'always') =>
  machine.send({ type: 'permission.answered', request: machine.id('person.ask'), answer, reason: '' });
const lastMessage = (machine: Drive) => messagesOf(machine.snapshot().context).at(-1)?.content;

test('what the person has allowed is asked about again, and it is said why', () => {
  const machine = prompted();
  machine.reply(RUN_MAKE);
  machine.facts(RUNS);
  expect(types(answered(machine, 'once'))).toEqual(['tool.run']);
  expect(types(changed(machine))).toEqual(['facts.take']);
  const asked = machine.facts({ ...RUNS, network: ['example.org'] }).find((one) => one.type === 'person.ask');
  expect(asked).toMatchObject({ why: expect.stringMatching(/; what it would do has changed since it was allowed$/) });
  expect(types(answered(machine, 'once'))).toEqual(['tool.run']);
  machine.ended('made');
  expect(lastMessage(machine)).toContain('made');
});

test('what is forbidden by now does not run', () => {
  const machine = prompted({ mode: 'auto-in-project', sandbox: true });
  machine.reply(RUN_MAKE);
  expect(types(machine.facts(RUNS))).toEqual(['call.judged', 'tool.run']);
  changed(machine);
  expect(types(machine.facts(FORBIDDEN))).toEqual(['call.judged', 'model.ask']);
  expect(lastMessage(machine)).toContain('status="denied"');
});

test('what changes all the time is not run at all', () => {
  const machine = prompted({ mode: 'auto-in-project', sandbox: true });
  machine.reply(RUN_MAKE);
  for (let i = 0; i < 3; i++) {
    machine.facts(RUNS);
    expect(types(changed(machine))).toEqual(['facts.take']);
  }
  machine.facts(RUNS);
  expect(types(changed(machine))).toEqual(['model.ask']);
  expect(lastMessage(machine)).toContain('what it would do changes all the time');
});

test('its neighbours go on, and it is decided when they have ended', () => {
  const machine = prompted();
  machine.reply(READ_A.repeat(2));
  machine.facts(READS);
  machine.facts(READS);
  expect(changed(machine)).toEqual([]);
  expect(types(machine.ended('A', 'ok', [], machine.id('tool.run') - 1))).toEqual(['facts.take']);
  expect(types(machine.facts(READS))).toEqual(['call.judged', 'tool.run']);
});

test('aborted at the same time, it is answered as aborted', () => {
  const machine = prompted({ mode: 'trust' });
  machine.reply(RUN_MAKE);
  machine.facts(RUNS);
  machine.send({ type: 'abort.requested', by: 'person' });
  changed(machine);
  expect(machine.state()).toBe('finished');
  expect(lastMessage(machine)).toContain('status="aborted"');
});
