/** What the person says while a turn runs. */
import { describe, expect, test } from 'vitest';
import { type Emitted, type Fact, messagesOf } from '../src/index.ts';
import { asks, type Drive, drive, ignored, prompted, READ_A, READS, RUN_MAKE, RUNS } from './drive.ts';

const steer = (machine: Drive, text: string) => machine.send({ type: 'steer.given', text });
const prompt = (machine: Drive, text: string) => machine.send({ type: 'prompt.given', text });
const types = (emitted: readonly Emitted[]) => emitted.map((one) => one.type);
const said = (machine: Drive) =>
  messagesOf(machine.snapshot().context)
    .slice(1)
    .map(({ role, content }) => [role, content]);
const waits = (machine: Drive) => machine.snapshot().context.queue.map(({ message, text }) => [message, text]);
const FINAL = '<final>done</final>';

describe('a prompt while a turn runs', () => {
  test('waits for its end, and begins the next one', () => {
    const machine = prompted();
    expect(prompt(machine, 'and then')).toEqual([]);
    expect([machine.state(), waits(machine)]).toEqual(['thinking', [[1, 'and then']]]);
    expect(machine.reply(FINAL)).toEqual([
      expect.objectContaining({ type: 'reply.read' }),
      expect.objectContaining({ type: 'turn.end' }),
      { type: 'message.taken', message: 1, text: 'and then' },
      asks(2, 1, 4),
    ]);
    expect(said(machine).at(-1)).toEqual(['user', 'and then']);
    expect(waits(machine)).toEqual([]);
  });

  test('several are taken up one after the other, each in a turn of its own', () => {
    const machine = prompted();
    prompt(machine, 'one');
    prompt(machine, 'two');
    machine.reply(FINAL);
    expect(waits(machine)).toEqual([[2, 'two']]);
    machine.reply(FINAL);
    expect(said(machine).at(-1)).toEqual(['user', 'two']);
    machine.reply(FINAL);
    expect(machine.state()).toBe('finished');
  });

  test('can be taken back, and the others stay', () => {
    const machine = prompted();
    prompt(machine, 'one');
    prompt(machine, 'two');
    machine.send({ type: 'message.withdrawn', message: 1 });
    expect(waits(machine)).toEqual([[2, 'two']]);
    machine.send({ type: 'message.withdrawn', message: 1 });
    machine.send({ type: 'message.withdrawn', message: 7 });
    expect(waits(machine)).toEqual([[2, 'two']]);
  });

  test('where the turn comes to no answer it goes on waiting, and goes before what is said next', () => {
    const machine = prompted({ turnsMax: 1, headless: true });
    prompt(machine, 'and then');
    machine.reply(READ_A);
    machine.facts(READS);
    expect(types(machine.ended('A'))).toEqual(['turn.end']);
    expect([machine.state(), waits(machine)]).toEqual(['finished', [[1, 'and then']]]);
    prompt(machine, 'well?');
    expect(said(machine).at(-1)?.[1]).toMatch(/\n\nand then\n\nwell\?$/);
    expect(waits(machine)).toEqual([]);
  });

  test.each(['deciding', 'permission', 'acting', 'stopping', 'retrying'])('is lost in no state: %s', (state) => {
    const machine = prompted();
    if (state === 'retrying') {
      const fault = { kind: 'overloaded', message: '', advice: '', status: 503 } as const;
      machine.send({ type: 'reply.failed', request: 1, text: '', reasoning: '', fault });
    } else if (state === 'stopping') machine.send({ type: 'abort.requested', by: 'person' });
    else machine.reply(RUN_MAKE);
    if (state === 'permission' || state === 'acting') machine.facts(RUNS);
    if (state === 'acting') {
      const request = machine.id('person.ask');
      machine.send({ type: 'permission.answered', request, answer: 'once', reason: '' });
    }
    expect(machine.state()).toBe(state);
    expect(prompt(machine, 'later')).toEqual([]);
    expect([machine.state(), waits(machine)]).toEqual([state, [[1, 'later']]]);
  });

  test('before the session has started it is nothing', () => {
    const machine = drive();
    expect(prompt(machine, 'go')).not.toEqual([]);
    expect(waits(machine)).toEqual([]);
  });
});

describe('a person who steers', () => {
  test('while a tool runs: it ends, the rest is skipped and says so, and the model is told', () => {
    const machine = prompted();
    machine.reply(`${READ_A}\n${RUN_MAKE}`);
    machine.facts(READS);
    expect(steer(machine, 'not b, c')).toEqual([]);
    expect(types(machine.ended('A'))).toEqual(['message.taken', 'model.ask']);
    const [role, content] = said(machine).at(-1) ?? [];
    expect([role, content]).toEqual([
      'user',
      '<observation tool="read" call="1" status="ok" ms="5">\nA\n</observation>\n\n' +
        '<observation tool="bash" call="2" status="skipped">\n' +
        'not run: the user has said something new first. Send it again if it is still wanted.\n</observation>\n\n' +
        'not b, c',
    ]);
  });

  test('while the model speaks: the reply completes, and its actions are skipped', () => {
    const machine = prompted();
    expect(steer(machine, 'wait')).toEqual([]);
    expect(machine.state()).toBe('thinking');
    expect(types(machine.reply(RUN_MAKE))).toEqual(['reply.read', 'message.taken', 'model.ask']);
    expect(said(machine).at(-1)?.[1]).toMatch(/status="skipped"[\s\S]*\n\nwait$/);
  });

  test('while the model answers: the turn goes on', () => {
    const machine = prompted();
    steer(machine, 'in French');
    expect(types(machine.reply(FINAL))).toEqual(['reply.read', 'message.taken', 'model.ask']);
    expect(said(machine).slice(1)).toEqual([
      ['assistant', FINAL],
      ['user', 'in French'],
    ]);
    expect(machine.reply('<final>fini</final>').at(-1)).toMatchObject({ result: { kind: 'done', text: 'fini' } });
  });

  test('in place of a correction', () => {
    const machine = prompted();
    steer(machine, 'use read');
    expect(types(machine.reply('hm'))).toEqual(['reply.read', 'message.taken', 'model.ask']);
    expect(said(machine).at(-1)).toEqual(['user', 'use read']);
  });

  test('before all that waits for the end of the turn', () => {
    const machine = prompted();
    prompt(machine, 'later');
    steer(machine, 'now');
    steer(machine, 'and this');
    machine.reply(RUN_MAKE);
    expect(said(machine).at(-1)?.[1]).toMatch(/\n\nnow\n\nand this$/);
    expect(waits(machine)).toEqual([[1, 'later']]);
  });

  test('at rest gives a prompt', () => {
    const machine = drive();
    expect(types(steer(machine, 'go'))).toEqual(['model.ask']);
    machine.reply(FINAL);
    expect(types(steer(machine, 'on'))).toEqual(['model.ask']);
  });

  test('while a question is open: the answer counts, and the rest is skipped', () => {
    const machine = prompted();
    machine.reply(`${RUN_MAKE}\n${READ_A}`);
    machine.facts(RUNS);
    steer(machine, 'stop there');
    const request = machine.id('person.ask');
    machine.send({ type: 'permission.answered', request, answer: 'once', reason: '' });
    expect(machine.state()).toBe('acting');
    machine.ended('made');
    expect(said(machine).at(-1)?.[1]).toMatch(/status="ok"[\s\S]*status="skipped"[\s\S]*stop there$/);
  });
});

test('a session that has ended takes nothing', () => {
  const machine = drive();
  machine.send({ type: 'session.ended', reason: 'done' });
  const before = machine.snapshot().context;
  const late: readonly Fact[] = [
    { type: 'prompt.given', text: 'one more' },
    { type: 'mode.changed', mode: 'trust' },
    { type: 'pause.requested' },
    { type: 'message.withdrawn', message: 1 },
  ];
  expect(late.map((fact) => machine.send(fact))).toEqual(late.map(({ type }) => [ignored(type, 'not now')]));
  expect(machine.snapshot().context).toBe(before);
});

describe('a person who steers before a call has begun', () => {
  test('while a call is being decided: it is not begun', () => {
    const machine = prompted({ mode: 'trust' });
    machine.reply(RUN_MAKE);
    steer(machine, 'do not');
    expect(types(machine.facts(RUNS))).toEqual(['call.judged', 'message.taken', 'model.ask']);
    expect(said(machine).at(-1)?.[1]).toMatch(/status="skipped"[\s\S]*\n\ndo not$/);
  });

  test('while neighbours are being decided: none of them is begun', () => {
    const machine = prompted();
    machine.reply(READ_A.repeat(3));
    machine.facts(READS);
    steer(machine, 'wait');
    expect(types(machine.facts(READS))).toEqual(['call.judged', 'message.taken', 'model.ask']);
  });
});
