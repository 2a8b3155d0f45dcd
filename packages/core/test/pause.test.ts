/** A session that is paused, and gone through step by step. */
import { describe, expect, test } from 'vitest';
import { type Drive, drive, prompted, READ_A, READS, RUN_MAKE, RUNS } from './drive.ts';

const READ_B = '<action tool="read"><path>b</path></action>';
const types = (emitted: ReturnType<Drive['send']>) => emitted.map((one) => one.type);
const pause = (machine: Drive) => machine.send({ type: 'pause.requested' });
const resume = (machine: Drive) => types(machine.send({ type: 'resume.requested' }));
const step = (machine: Drive) => types(machine.send({ type: 'step.requested' }));

describe('a pause', () => {
  test('while the model speaks: the reply is read, and none of its actions is begun', () => {
    const machine = prompted();
    expect(pause(machine)).toEqual([]);
    expect(types(machine.reply(READ_A))).toEqual(['reply.read']);
    expect(machine.state()).toBe('paused');
    expect(resume(machine)).toEqual(['facts.take']);
  });

  test('while a tool runs: it ends, and the next is not begun', () => {
    const machine = prompted();
    machine.reply(`${READ_A}\n${RUN_MAKE}`);
    machine.facts(READS);
    pause(machine);
    expect(machine.ended('A')).toEqual([]);
    expect(machine.state()).toBe('paused');
    expect(resume(machine)).toEqual(['facts.take']);
  });

  test('while a call is being decided: it is not begun, and then it is', () => {
    const machine = prompted();
    machine.reply(READ_A);
    pause(machine);
    expect(types(machine.facts(READS))).toEqual(['call.judged']);
    expect(machine.state()).toBe('paused');
    expect(resume(machine)).toEqual(['tool.run']);
  });

  test('behind the last call: the model is not asked', () => {
    const machine = prompted();
    machine.reply(READ_A);
    machine.facts(READS);
    pause(machine);
    machine.ended('A');
    expect(machine.state()).toBe('paused');
    expect(resume(machine)).toEqual(['model.ask']);
  });

  test('of a reply that is the answer: it is the answer', () => {
    const machine = prompted();
    pause(machine);
    expect(types(machine.reply('<final>done</final>'))).toEqual(['reply.read', 'turn.end']);
  });

  test('before what the person has said is put to the model: taken back meanwhile, it leaves the answer as it was', () => {
    const machine = prompted();
    machine.send({ type: 'steer.given', text: 'rather this' });
    pause(machine);
    expect(types(machine.reply('<final>done</final>'))).toEqual(['reply.read']);
    expect(machine.state()).toBe('paused');
    machine.send({ type: 'message.withdrawn', message: 1 });
    expect(resume(machine)).toEqual(['turn.end']);
    expect(machine.snapshot().context.result).toMatchObject({ kind: 'done', text: 'done' });
  });

  test('at rest holds the next prompt', () => {
    const machine = drive();
    pause(machine);
    expect(types(machine.send({ type: 'prompt.given', text: 'go' }))).toEqual([]);
    expect(machine.state()).toBe('paused');
    expect(resume(machine)).toEqual(['model.ask']);
  });

  test('that is taken back in time changes nothing', () => {
    const machine = prompted();
    pause(machine);
    expect(resume(machine)).toEqual([]);
    expect(types(machine.reply(READ_A))).toEqual(['reply.read', 'facts.take']);
  });

  test('can be aborted, and every call is answered', () => {
    const machine = prompted();
    pause(machine);
    machine.reply(READ_A);
    expect(types(machine.send({ type: 'abort.requested', by: 'person' }))).toEqual(['turn.end']);
    expect(machine.state()).toBe('finished');
    expect(machine.snapshot().context.conversation.at(-1)?.message.content).toContain('status="aborted"');
  });

  test('what is said meanwhile waits, and steers when it goes on', () => {
    const machine = prompted();
    pause(machine);
    machine.reply(READ_A);
    machine.send({ type: 'steer.given', text: 'no, b' });
    expect(resume(machine)).toEqual(['message.taken', 'model.ask']);
  });
});

describe('step by step', () => {
  test('each step begins one thing', () => {
    const machine = prompted();
    pause(machine);
    machine.reply(`${READ_A}\n${READ_B}`);
    expect(step(machine)).toEqual(['facts.take']);
    expect(types(machine.facts(READS))).toEqual(['call.judged', 'tool.run']);
    expect([machine.ended('A'), machine.state()]).toEqual([[], 'paused']);
    expect(step(machine)).toEqual(['facts.take']);
    machine.facts(READS);
    expect([machine.ended('B'), machine.state()]).toEqual([[], 'paused']);
    expect(step(machine)).toEqual(['model.ask']);
    expect(types(machine.reply(READ_A))).toEqual(['reply.read']);
    expect(machine.state()).toBe('paused');
  });

  test('a step to a call that the person overtakes with something new is over with it', () => {
    const machine = prompted();
    pause(machine);
    machine.reply(READ_A);
    expect(step(machine)).toEqual(['facts.take']);
    machine.send({ type: 'steer.given', text: 'no, b' });
    expect(types(machine.facts(READS))).toEqual(['call.judged']);
    expect(machine.state()).toBe('paused');
    expect(step(machine)).toEqual(['message.taken', 'model.ask']);
  });

  test('so is one to a call that was asked about, which the person overtakes with something new and another mode', () => {
    const machine = prompted();
    pause(machine);
    machine.reply(RUN_MAKE);
    step(machine);
    machine.send({ type: 'steer.given', text: 'rather this' });
    machine.facts(RUNS);
    expect(types(machine.send({ type: 'mode.changed', mode: 'plan' }))).toEqual(['cancel']);
    expect(machine.state()).toBe('paused');
    expect(step(machine)).toEqual(['message.taken', 'model.ask']);
  });

  test('a question to the person is one thing', () => {
    const machine = prompted();
    pause(machine);
    machine.reply(`<action tool="ask"><question>which?</question></action>\n${READ_A}`);
    expect(step(machine)).toEqual(['question.ask']);
    const request = machine.id('question.ask');
    expect(types(machine.send({ type: 'question.answered', request, answer: 'a' }))).toEqual([]);
    expect(machine.state()).toBe('paused');
  });

  test('a step is also a call that is denied', () => {
    const machine = prompted({ headless: true });
    pause(machine);
    machine.reply(`${RUN_MAKE}${READ_A}`);
    step(machine);
    machine.facts(RUNS);
    expect(machine.state()).toBe('paused');
  });

  test('calls that wait to run go one by one', () => {
    const machine = prompted();
    machine.reply(READ_A.repeat(2));
    machine.facts(READS);
    pause(machine);
    machine.facts(READS);
    expect(machine.state()).toBe('paused');
    expect(step(machine)).toEqual(['tool.run']);
    machine.ended('A');
    expect(machine.state()).toBe('paused');
    expect(step(machine)).toEqual(['tool.run']);
  });

  test('where nothing is paused it is nothing', () => {
    const machine = prompted();
    expect([step(machine), machine.state()]).toEqual([['event.ignored'], 'thinking']);
  });
});
