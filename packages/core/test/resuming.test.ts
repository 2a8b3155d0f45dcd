/** A session that had ended, or was cut off, is taken up again: by other settings, with all that it knows. */
import { describe, expect, test } from 'vitest';
import { type Emitted, messagesOf, type SessionResumed, start, stateOf, step, type TurnResult } from '../src/index.ts';
import { asks, type Drive, drive, facts, prompted, READ_A, READS, RUN_MAKE, RUNS, STARTED, types } from './drive.ts';

const READ_B = '<action tool="read"><path>b</path></action>';
const DONE = '<final>done</final>';
const INTERRUPTED =
  'interrupted: the session was cut off while it ran, and its effect is unknown; look before you do it again.';
const NOT_BEGUN = 'not run: the session was cut off before it began. Send it again if it is still wanted.';
const CUT_OFF: TurnResult = { kind: 'aborted', by: 'interruption' };
const ENDED: Emitted = { type: 'turn.end', result: CUT_OFF };
const fault = { kind: 'auth', message: 'no key', advice: '', status: 401 } as const;

type Changes = Partial<Omit<SessionResumed, 'type' | 'settings'>> & { settings?: Partial<SessionResumed['settings']> };

function takeUp(machine: Drive, { settings = {}, ...changes }: Changes = {}): readonly Emitted[] {
  const { session } = machine.snapshot().context;
  const set = { ...session.settings, ...settings };
  return machine.send({ ...session, ...changes, type: 'session.resumed', parent: null, settings: set });
}

const resume = (machine: Drive) => machine.send({ type: 'resume.requested' });
const context = (machine: Drive) => machine.snapshot().context;
const told = (machine: Drive) => messagesOf(context(machine)).map(({ role, content }) => `${role}: ${content}`);
const fail = (machine: Drive) =>
  machine.send({ type: 'reply.failed', request: machine.id('model.ask'), text: '', reasoning: '', fault });

function answered(call: number): Emitted {
  return { type: 'call.answered', call, status: 'aborted', content: INTERRUPTED };
}

function observation(tool: string, call: number, status: string, content: string, ms = ''): string {
  return `<observation tool="${tool}" call="${call}" status="${status}"${ms}>\n${content}\n</observation>`;
}

/** A session after a turn that came to its end. */
function rested(): Drive {
  const machine = prompted();
  machine.reply(DONE);
  return machine;
}

describe('at rest', () => {
  const ROWS: readonly (readonly [string, () => Drive, string])[] = [
    ['before the first prompt', drive, 'idle'],
    ['after a turn', rested, 'idle'],
    [
      'after its end',
      () => {
        const machine = rested();
        machine.send({ type: 'session.ended', reason: 'done' });
        return machine;
      },
      'idle',
    ],
    [
      'after a turn that failed',
      () => {
        const machine = prompted();
        fail(machine);
        return machine;
      },
      'failed',
    ],
    [
      'after a turn that failed, and its end',
      () => {
        const machine = prompted();
        fail(machine);
        machine.send({ type: 'session.ended', reason: 'done' });
        return machine;
      },
      'failed',
    ],
    [
      'where the turn was stopped',
      () => {
        const machine = prompted();
        machine.send({ type: 'abort.requested', by: 'person' });
        machine.reply('', 'aborted');
        return machine;
      },
      'idle',
    ],
  ];

  test.each(ROWS)('%s: nothing is said, and it rests', (_title, from, state) => {
    const machine = from();
    expect(takeUp(machine)).toEqual([]);
    expect(machine.state()).toBe(state);
  });

  test('a session that has not begun is not taken up', () => {
    const { snapshot, emitted } = step(start(), { ...STARTED, type: 'session.resumed', parent: null, at: 1 });
    expect(emitted).toEqual([{ type: 'event.ignored', event: 'session.resumed', why: 'not now' }]);
    expect(stateOf(snapshot)).toBe('unstarted');
  });

  test('the next prompt goes on with the conversation and the numbers', () => {
    const machine = rested();
    machine.send({ type: 'session.ended', reason: 'quit' });
    takeUp(machine, { system: 'ANOTHER' });
    expect(machine.send({ type: 'prompt.given', text: 'more' })).toEqual([asks(2, 1, 4)]);
    expect(told(machine)).toEqual(['system: ANOTHER', 'user: fix it', `assistant: ${DONE}`, 'user: more']);
    expect(context(machine).lastTurn).toBe(2);
  });

  test('a turn that failed goes on', () => {
    const machine = prompted();
    fail(machine);
    machine.send({ type: 'session.ended', reason: 'done' });
    takeUp(machine);
    expect(resume(machine)).toEqual([asks(2, 2, 2)]);
  });
});

describe('in the middle of a turn', () => {
  test('a reply that was asked for: the turn has ended, and it is asked for again when the person says so', () => {
    const machine = prompted();
    expect(takeUp(machine)).toEqual([ENDED]);
    expect(machine.state()).toBe('failed');
    expect(types(machine.reply(DONE))).toEqual(['event.ignored']);
    expect(resume(machine)).toEqual([asks(2, 2, 2)]);
    expect(types(machine.reply(DONE))).toEqual(['reply.read', 'turn.end']);
  });

  test('twice: it is said once', () => {
    const machine = prompted();
    takeUp(machine);
    expect(takeUp(machine)).toEqual([]);
    expect(machine.state()).toBe('failed');
  });

  test('a call that ran: its effect is unknown, what follows it is skipped, and nothing is begun', () => {
    const machine = prompted();
    machine.reply(`${RUN_MAKE}\n${READ_A}`);
    machine.send({ type: 'mode.changed', mode: 'trust' });
    machine.facts(RUNS);
    expect(machine.state()).toBe('acting');
    expect(takeUp(machine)).toEqual([answered(1), ENDED]);
    expect(types(machine.ended('late'))).toEqual(['event.ignored']);
    expect(types(resume(machine))).toEqual(['model.ask']);
    expect(told(machine).at(-1)).toBe(
      [
        `user: ${observation('bash', 1, 'aborted', INTERRUPTED)}`,
        observation(
          'read',
          2,
          'skipped',
          'not run: an earlier action of the same reply was denied, failed or stopped. Send it again if it is still wanted.',
        ),
      ].join('\n\n'),
    );
  });

  test('three side by side, of which one has ended: its outcome is told, with what is unknown of the others', () => {
    const machine = prompted();
    machine.reply(`${READ_A}\n${READ_B}\n${READ_A}`);
    machine.facts(READS);
    machine.facts(READS);
    machine.facts(READS);
    const last = machine.id('tool.run');
    machine.ended('B', 'ok', [], last - 1);
    expect(takeUp(machine)).toEqual([answered(1), answered(3), ENDED]);
    expect(told(machine).at(-1)).toBe(
      [
        `user: ${observation('read', 1, 'aborted', INTERRUPTED)}`,
        observation('read', 2, 'ok', 'B', ' ms="5"'),
        observation('read', 3, 'aborted', INTERRUPTED),
      ].join('\n\n'),
    );
  });

  const NOT_BEGUN_IN: readonly (readonly [string, string, (machine: Drive) => unknown])[] = [
    ['deciding', RUN_MAKE, () => {}],
    ['permission', RUN_MAKE, (machine) => machine.facts(RUNS)],
    ['asking', '<action tool="ask"><question>which?</question></action>', () => {}],
    [
      'reviewing',
      '<action tool="plan"><action>enter</action></action><action tool="plan"><action>done</action></action>',
      () => {},
    ],
    ['paused', RUN_MAKE, () => {}],
  ];

  test.each(NOT_BEGUN_IN)('%s: the call had not begun, and is skipped', (state, text, further) => {
    const machine = prompted();
    if (state === 'paused') machine.send({ type: 'pause.requested' });
    machine.reply(text);
    further(machine);
    expect(machine.state()).toBe(state);
    expect(takeUp(machine)).toEqual([ENDED]);
    expect(told(machine).at(-1)).toContain(`status="skipped">\n${NOT_BEGUN}\n`);
    expect(context(machine).pause).toBe('no');
    expect(types(resume(machine))).toEqual(['model.ask']);
  });

  test('a call that the sandbox had stopped, and that was asked about: its outcome is told', () => {
    const machine = prompted({ sandbox: true });
    machine.reply(RUN_MAKE);
    machine.facts(RUNS);
    machine.send({ type: 'permission.answered', request: machine.id('person.ask'), answer: 'once', reason: '' });
    const outcome = { status: 'error', content: 'read-only', details: { blocked: 'a write' } } as const;
    machine.send({ type: 'tool.ended', request: machine.id('tool.run'), outcome, durationMs: 5 });
    machine.facts(RUNS);
    expect(machine.state()).toBe('permission');
    expect(takeUp(machine)).toEqual([ENDED]);
    expect(told(machine).at(-1)).toContain('read-only');
    expect(told(machine).at(-1)).toContain('before anybody let it run outside of the sandbox');
  });

  test('a reply to which nothing has been said yet is answered', () => {
    const machine = prompted();
    machine.send({ type: 'steer.given', text: 'rather this' });
    machine.send({ type: 'pause.requested' });
    machine.reply(DONE);
    machine.send({ type: 'message.withdrawn', message: 1 });
    takeUp(machine);
    expect(told(machine).at(-1)).toBe(
      'user: <observation tool="session" status="aborted">\nThe session was cut off here, and goes on now.\n</observation>',
    );
    expect(types(resume(machine))).toEqual(['model.ask']);
  });

  test('a plan that the person had seen is put away', () => {
    const machine = prompted();
    machine.reply(
      '<action tool="plan"><action>enter</action></action><action tool="plan"><action>done</action></action>',
    );
    machine.send({ type: 'plan.presented', request: machine.id('plan.review'), text: 'the plan' });
    expect(context(machine).presented).toBe(true);
    takeUp(machine);
    expect(context(machine).presented).toBe(false);
  });

  test('a summary that was being written is given up, and none is wanted any more', () => {
    const machine = rested();
    for (const text of ['more', 'and more']) {
      machine.send({ type: 'prompt.given', text });
      machine.reply(DONE);
    }
    machine.send({ type: 'compact.requested', focus: '' });
    expect(context(machine)).toMatchObject({ compaction: { stage: 'shortened' }, compactions: 1 });
    takeUp(machine);
    expect(context(machine)).toMatchObject({ compaction: null, compactionWanted: null, compactions: 0 });
    expect(machine.state()).toBe('idle');
  });

  test('what waited still waits', () => {
    const machine = prompted();
    machine.send({ type: 'steer.given', text: 'rather this' });
    takeUp(machine);
    expect(resume(machine).slice(0, 1)).toEqual([{ type: 'message.taken', message: 1, text: 'rather this' }]);
  });

  test('its time is counted from there, and what was granted is granted no more', () => {
    const machine = prompted({ timeMsMax: 1_000, turnsMax: 2 });
    for (const _reply of ['first', 'second']) {
      machine.reply(READ_A);
      machine.facts(READS);
      machine.ended('A');
    }
    machine.send({ type: 'limit.answered', request: machine.id('limit.ask'), answer: 'go on' });
    expect(machine.state()).toBe('thinking');
    machine.send(
      { ...STARTED, type: 'session.resumed', parent: null, settings: { ...STARTED.settings, turnsMax: 2 } },
      90_000,
    );
    expect(resume(machine).map((one) => one.type === 'limit.ask' && one.limit)).toEqual(['turns']);
  });
});

describe('beside a turn', () => {
  test('an undo that was cut off: the model is told that its effect is unknown', () => {
    const machine = rested();
    machine.send({ type: 'undo.requested', steps: 1 });
    expect(takeUp(machine)).toEqual([]);
    expect(machine.state()).toBe('idle');
    expect(told(machine).at(-1)).toBe(
      'user: <observation tool="undo" status="aborted">\nThe user wanted changes of yours taken back. It was interrupted: the session was cut off meanwhile, and its effect is unknown; look before you do it again.\n</observation>',
    );
  });

  test('after an undo a turn that was cut off can still go on', () => {
    const machine = prompted();
    takeUp(machine);
    machine.send({ type: 'undo.requested', steps: 1 });
    machine.send({
      type: 'undo.ended',
      request: machine.id('undo.run'),
      outcome: { status: 'ok', content: 'Took back 1 step.', details: {} },
    });
    expect(machine.state()).toBe('failed');
  });
});

describe('what holds from there on', () => {
  test('the rules of the event, and those that the answer "always" has added', () => {
    const machine = prompted({ rules: [{ says: 'deny', tool: 'read', pattern: '', from: 'option' }] });
    machine.reply(RUN_MAKE);
    machine.facts(facts({ runs: ['make'] }));
    machine.send({ type: 'permission.answered', request: machine.id('person.ask'), answer: 'always', reason: '' });
    takeUp(machine, { settings: { rules: [{ says: 'ask', tool: 'fetch', pattern: '', from: 'user' }] } });
    expect(context(machine).rules).toEqual([
      { says: 'ask', tool: 'fetch', pattern: '', from: 'user' },
      { says: 'allow', tool: 'bash', pattern: 'make', from: 'answer' },
    ]);
  });

  const MODES = [
    ['default', 'plan', 'plan', 'default'],
    ['trust', 'plan', 'plan', null],
    ['accept-edits', 'plan', 'default', null],
    ['default', 'default', 'plan', null],
  ] as const;

  test.each(MODES)(
    'a session in %s, then in %s, taken up in %s: a plan leads back to %s',
    (before, then, now, back) => {
      const machine = drive({ mode: before });
      machine.send({ type: 'mode.changed', mode: then });
      takeUp(machine, { settings: { mode: now } });
      expect(context(machine)).toMatchObject({ mode: now, planBegunIn: back });
    },
  );

  test('its models: what was learnt of one stays where it is asked again', () => {
    const learnt = () => {
      const machine = rested();
      machine.send({ type: 'prompt.given', text: 'again' });
      machine.reply('hm</think><final>done</final>');
      return machine;
    };
    const same = learnt();
    takeUp(same);
    expect(context(same).startsInThought).toBe(true);
    const other = learnt();
    takeUp(other, { model: { ...STARTED.model, model: 'other' } });
    expect(context(other).startsInThought).toBe(false);
    expect(other.send({ type: 'prompt.given', text: 'more' })).toMatchObject([{ type: 'model.ask', model: 'other' }]);
  });
});
