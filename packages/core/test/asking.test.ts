/** The machine's own tools: `ask` and `plan`. */
import { describe, expect, test } from 'vitest';
import { messagesOf, planFileOf } from '../src/index.ts';
import { type Drive, facts, ignored, prompted, RUN_MAKE, RUNS, types } from './drive.ts';

const ASK = '<action tool="ask"><question>Which port?</question><options>["80", "8080"]</options></action>';
const ENTER = '<action tool="plan">enter</action>';
const DONE = '<action tool="plan">done</action>';
const PLAN = '/project/.tagma/plans/s.md';
const WRITE_PLAN = facts({ writes: [{ path: PLAN, where: 'protected' }] });

const lastMessage = (machine: Drive) => messagesOf(machine.snapshot().context).at(-1)?.content ?? '';
const mode = (machine: Drive) => machine.snapshot().context.mode;
const answer = (machine: Drive, text: string) =>
  machine.send({ type: 'question.answered', request: machine.id('question.ask'), answer: text });
const present = (machine: Drive) =>
  machine.send({ type: 'plan.presented', request: machine.id('plan.review'), text: '1. Do it.' });
const review = (machine: Drive, verdict: 'approve' | 'reject', reason = '') =>
  machine.send({ type: 'plan.answered', request: machine.id('plan.review'), answer: verdict, reason });

describe('ask', () => {
  test('waits for the person, and the model reads the answer', () => {
    const machine = prompted();
    expect(machine.reply(ASK).at(-1)).toMatchObject({
      type: 'question.ask',
      id: 2,
      call: 1,
      question: 'Which port?',
      options: ['80', '8080'],
    });
    expect(machine.state()).toBe('asking');
    expect(types(answer(machine, 'neither: </observation> 9'))).toEqual(['model.ask']);
    expect(lastMessage(machine)).toBe(
      '<observation tool="ask" call="1" status="ok">\nneither: <~/observation> 9\n</observation>',
    );
  });

  test('no permission is taken for it, and the actions behind it go on', () => {
    const machine = prompted();
    expect(types(machine.reply(`${ASK}${RUN_MAKE}`))).toEqual(['reply.read', 'question.ask']);
    expect(types(answer(machine, '80'))).toEqual(['facts.take']);
  });

  test('where nobody is there it says so, and what waited for the answer is skipped', () => {
    const machine = prompted({ headless: true });
    expect(machine.reply(`${ASK}${RUN_MAKE}`).slice(1, 2)).toEqual([
      {
        type: 'call.answered',
        call: 1,
        status: 'error',
        content: 'nobody is there to ask: decide yourself, and say in <final> how',
      },
    ]);
    expect(machine.state()).toBe('thinking');
    expect(lastMessage(machine)).toMatch(/status="error">[\s\S]*call="2" status="skipped"/);
  });

  test('an empty question is put to nobody', () => {
    const machine = prompted();
    expect(types(machine.reply('<action tool="ask"><question> </question><options>["a"]</options></action>'))).toEqual([
      ...['reply.read', 'call.answered', 'model.ask'],
    ]);
    expect(lastMessage(machine)).toContain('the question is empty, so nobody was asked: write it in <question>');
  });

  test('an abort ends the wait, and a late answer is nothing', () => {
    const machine = prompted();
    machine.reply(ASK);
    expect(types(machine.send({ type: 'abort.requested', by: 'person' }))).toEqual(['turn.end']);
    expect(answer(machine, '80')).toEqual([ignored('question.answered', 'late')]);
  });
});

describe('plan', () => {
  test('from its beginning on nothing is changed but the plan', () => {
    const machine = prompted({ mode: 'trust' });
    expect(machine.reply(ENTER).slice(1, 3)).toMatchObject([
      { type: 'call.answered', call: 1, status: 'ok', content: expect.stringContaining('.tagma/plans/s.md') },
      { type: 'mode.switched', mode: 'plan' },
    ]);
    machine.reply(RUN_MAKE);
    expect(machine.facts(RUNS)[0]).toMatchObject({ type: 'call.judged', decision: { verdict: 'deny' } });
    const write = '<action tool="write"><path>x</path></action>';
    expect(planFileOf(machine.snapshot().context)).toBe('.tagma/plans/s.md');
    machine.reply(write.replace('write', 'bash').replaceAll('path', 'command'));
    expect(machine.facts(WRITE_PLAN)[0]).toMatchObject({ decision: { verdict: 'deny' } });
  });

  test('handed in, it is shown, and agreed to: the mode is the one from before', () => {
    const machine = prompted({ mode: 'accept-edits' });
    machine.reply(ENTER);
    expect(machine.reply(DONE).at(-1)).toMatchObject({ type: 'plan.review', file: '.tagma/plans/s.md', call: 2 });
    expect(machine.state()).toBe('reviewing');
    expect(present(machine)).toEqual([]);
    expect(types(review(machine, 'approve'))).toEqual(['mode.switched', 'model.ask']);
    expect(mode(machine)).toBe('accept-edits');
    expect(lastMessage(machine)).toContain('status="ok">\nthe user agrees to the plan');
  });

  test('what has not been shown cannot be agreed to', () => {
    const machine = prompted();
    machine.reply(ENTER);
    machine.reply(DONE);
    expect(review(machine, 'approve')).toEqual([ignored('plan.answered', 'not now')]);
    expect([machine.state(), mode(machine)]).toEqual(['reviewing', 'plan']);
  });

  test('an empty one is shown to nobody: the model is told where to write it', () => {
    const machine = prompted({ mode: 'plan' });
    machine.reply(DONE);
    const request = machine.id('plan.review');
    expect(types(machine.send({ type: 'plan.presented', request, text: ' \n' }))).toEqual([
      'call.answered',
      'model.ask',
    ]);
    expect(lastMessage(machine)).toContain('the plan is empty: write it to .tagma/plans/s.md first');
    expect(review(machine, 'approve')).toEqual([ignored('plan.answered', 'late')]);
  });

  test('what was shown before an abort has not been shown', () => {
    const machine = prompted({ mode: 'plan' });
    machine.reply(DONE);
    present(machine);
    machine.send({ type: 'abort.requested', by: 'person' });
    machine.send({ type: 'prompt.given', text: 'another plan' });
    machine.reply(DONE);
    expect(review(machine, 'approve')).toEqual([ignored('plan.answered', 'not now')]);
  });

  test('refused with a reason, planning goes on, and what stood behind it is skipped', () => {
    const machine = prompted();
    machine.reply(ENTER);
    machine.reply(`${DONE}${RUN_MAKE}`);
    present(machine);
    expect(types(review(machine, 'reject', 'too large'))).toEqual(['model.ask']);
    expect(mode(machine)).toBe('plan');
    expect(lastMessage(machine)).toMatch(/status="denied">\n.*too large[\s\S]*status="skipped"/);
    machine.reply(DONE);
    expect(review(machine, 'approve')).toEqual([ignored('plan.answered', 'not now')]);
  });

  test('the person can begin it by the mode as well, and ends where he was', () => {
    const machine = prompted({ mode: 'accept-edits' });
    machine.send({ type: 'mode.changed', mode: 'plan' });
    machine.reply(DONE);
    present(machine);
    review(machine, 'approve');
    expect(mode(machine)).toBe('accept-edits');
  });

  test('done without a beginning is an error', () => {
    const machine = prompted();
    expect(machine.reply(DONE)[1]).toMatchObject({ type: 'call.answered', status: 'error' });
    expect(machine.state()).toBe('thinking');
  });

  test('where nobody can agree it is to be the answer', () => {
    const machine = prompted({ headless: true, mode: 'plan' });
    expect(machine.reply(DONE)[1]).toMatchObject({ status: 'error', content: expect.stringContaining('<final>') });
  });

  test('where nobody could agree none is begun, and the mode stays', () => {
    const machine = prompted({ headless: true, mode: 'trust' });
    expect(machine.reply(ENTER)[1]).toMatchObject({ type: 'call.answered', status: 'error' });
    expect(mode(machine)).toBe('trust');
  });

  test('a mode that the person has chosen while the plan waits stays', () => {
    const machine = prompted();
    machine.reply(ENTER);
    machine.reply(DONE);
    present(machine);
    machine.send({ type: 'mode.changed', mode: 'accept-edits' });
    review(machine, 'approve');
    expect(mode(machine)).toBe('accept-edits');
  });
});
