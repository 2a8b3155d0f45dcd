/** Plan mode with the person: the model is told when he begins and ends it, and he is asked before the model begins a plan. */
import { describe, expect, test } from 'vitest';
import { type Mode, messagesOf } from '../src/index.ts';
import { type Drive, prompted, RUN_MAKE, STARTED, types } from './drive.ts';

const WITH = { plansWithPerson: true } as const;
const ENTER = '<action tool="plan">enter</action>';
const DONE = '<action tool="plan">done</action>';
const TODO = '<action tool="todo"><items>[]</items></action>';
const FINAL = '<final>done</final>';

const BEGUN =
  '<observation tool="plan" by="user" status="ok">\nThe user has begun plan mode: look at what you need, write the plan to ' +
  '.tagma/plans/s.md, and change nothing else. Then use plan with the action done: the user agrees to it, or says what to ' +
  'change.\n</observation>';
const ended = (mode: Mode) =>
  `<observation tool="plan" by="user" status="ok">\nThe user has ended plan mode: things may be changed again (permission mode ${mode}).\n</observation>`;
const NOBODY =
  '<observation tool="plan" by="user" status="ok">\nThe permission mode is plan: look at what you need, and change nothing. ' +
  'Give the answer, or the plan, as your final answer.\n</observation>';

const lastMessage = (machine: Drive) => messagesOf(machine.snapshot().context).at(-1)?.content ?? '';
const modeOf = (machine: Drive) => machine.snapshot().context.mode;
const change = (machine: Drive, mode: Mode) => machine.send({ type: 'mode.changed', mode });
const say = (machine: Drive, text: string) => machine.send({ type: 'prompt.given', text });
const answer = (machine: Drive, text: string) =>
  machine.send({ type: 'question.answered', request: machine.id('question.ask'), answer: text });
const present = (machine: Drive) =>
  machine.send({ type: 'plan.presented', request: machine.id('plan.review'), text: '1. Do it.' });

describe('the model is told', () => {
  test('with the next prompt, once, and once that it is over', () => {
    const machine = prompted(WITH);
    machine.reply(FINAL);
    change(machine, 'plan');
    say(machine, 'Move it.');
    expect(lastMessage(machine)).toBe(`Move it.\n\n${BEGUN}`);
    machine.reply(FINAL);
    say(machine, 'And that.');
    expect(lastMessage(machine)).toBe('And that.');
    machine.reply(FINAL);
    change(machine, 'accept-edits');
    say(machine, 'Now.');
    expect(lastMessage(machine)).toBe(`Now.\n\n${ended('accept-edits')}`);
  });

  test('with the first prompt of a session that begins so', () => {
    expect(lastMessage(prompted({ ...WITH, mode: 'plan' }))).toMatch(/\n\n<observation tool="plan" by="user"/);
  });

  test('below what its calls brought, where the turn runs', () => {
    const machine = prompted(WITH);
    change(machine, 'plan');
    machine.reply(TODO);
    expect(lastMessage(machine)).toMatch(/^<observation tool="todo"/);
    expect(lastMessage(machine).endsWith(`\n\n${BEGUN}`)).toBe(true);
  });

  test('nothing of a mode that was left before anything was said', () => {
    const machine = prompted(WITH);
    machine.reply(FINAL);
    change(machine, 'plan');
    change(machine, 'default');
    say(machine, 'Go.');
    expect(lastMessage(machine)).toBe('Go.');
  });

  test.each([
    ['nobody is there', { ...WITH, mode: 'plan', headless: true } as const, {}],
    ['it has no tool for it', { ...WITH, mode: 'plan' } as const, { tools: STARTED.tools.slice(0, 2) }],
  ])('that the plan is its answer, where %s', (_, settings, fields) => {
    expect(lastMessage(prompted(settings, fields))).toBe(`fix it\n\n${NOBODY}`);
  });

  test('nothing in a session that says nothing of it', () => {
    expect(lastMessage(prompted({ mode: 'plan' }))).not.toContain('observation');
  });
});

describe('before the model begins a plan', () => {
  test('the person is asked, and a yes begins it', () => {
    const machine = prompted(WITH);
    expect(machine.reply(ENTER).at(-1)).toMatchObject({
      type: 'question.ask',
      call: 1,
      question: 'The model wants to plan first: it only looks, and changes nothing until you agree to its plan.',
      options: ['yes, plan first', 'no, without a plan'],
    });
    expect([machine.state(), modeOf(machine)]).toEqual(['asking', 'default']);
    expect(types(answer(machine, 'yes, plan first'))).toEqual(['call.answered', 'mode.switched', 'model.ask']);
    expect([modeOf(machine), lastMessage(machine)]).toEqual([
      'plan',
      expect.stringMatching(
        /^<observation tool="plan" call="1" status="ok">\nYou are planning:[\s\S]*<\/observation>$/,
      ),
    ]);
  });

  test.each([
    ['no, without a plan', 'Do the work without one.'],
    [' ', 'Do the work without one.'],
    ['Only read a.ts, then ask me.', 'Only read a.ts, then ask me.'],
  ])('the answer %j begins none, and what stood behind it is skipped', (said, told) => {
    const machine = prompted(WITH);
    machine.reply(`${ENTER}${RUN_MAKE}`);
    expect(types(answer(machine, said))).toEqual(['model.ask']);
    expect(modeOf(machine)).toBe('default');
    expect(lastMessage(machine)).toContain(`call="1" status="denied">\nthe user wants no plan: ${told}\n`);
    expect(lastMessage(machine)).toContain('call="2" status="skipped"');
  });

  test.each([
    ['yes, plan first', 'call="1" status="ok">\nYou are planning:'],
    ['no, without a plan', 'call="1" status="denied">\nthe user wants no plan: Do the work without one.'],
  ])('%j counts as it does else where he has gone over to planning meanwhile', (said, told) => {
    const machine = prompted(WITH);
    machine.reply(ENTER);
    change(machine, 'plan');
    answer(machine, said);
    expect(lastMessage(machine)).toContain(told);
  });

  test('he is asked about each one anew', () => {
    const machine = prompted(WITH);
    machine.reply(ENTER);
    answer(machine, 'yes, plan first');
    change(machine, 'default');
    expect(machine.reply(ENTER).at(-1)?.type).toBe('question.ask');
  });

  test('he is not asked where he has begun plan mode himself', () => {
    const machine = prompted({ ...WITH, mode: 'plan' });
    expect(types(machine.reply(ENTER))).toEqual(['reply.read', 'call.answered', 'mode.switched', 'model.ask']);
  });
});

describe('agreed to', () => {
  const agreed = (mode?: Mode) => {
    const machine = prompted({ ...WITH, mode: 'plan' });
    machine.reply(DONE);
    present(machine);
    const request = machine.id('plan.review');
    const emitted = machine.send({
      type: 'plan.answered',
      request,
      answer: 'approve',
      ...(mode && { mode }),
      reason: '',
    });
    return { machine, emitted };
  };

  test('it is carried out in the mode that the person names', () => {
    const { machine, emitted } = agreed('accept-edits');
    expect(emitted[0]).toEqual({ type: 'mode.switched', mode: 'accept-edits' });
    expect([modeOf(machine), lastMessage(machine)]).toEqual([
      'accept-edits',
      '<observation tool="plan" call="1" status="ok">\nthe user agrees to the plan. Carry it out now (permission mode accept-edits).\n</observation>',
    ]);
  });

  test('else in that in which it was begun, or as sessions begin', () => {
    expect(modeOf(agreed().machine)).toBe('default');
  });
});
