import type { Fact } from '@tagma/core';
import { describe, expect, test } from 'vitest';
import { sessionStarted } from '../../../testing/src/session-started.ts';
import { describe as describeItem } from '../../src/transcript/describe.ts';
import { type Item, OBSERVATION_LENGTH_MAX } from '../../src/transcript/items.ts';
import { EMPTY, OUTPUT_KEPT_MAX, type Transcript, transcriptAfter } from '../../src/transcript/transcript.ts';
import { type TestSession, testSession } from '../session.ts';

const RUNS = { runs: ['npm'], readOnly: false };
const THINK = '<thought>Look first.</thought>\n';
const BASH = '<action tool="bash">\n<command>npm test</command>\n</action>\n';
const READ = '<action tool="read">\n<path>a.ts</path>\n</action>\n';

const ASK = '<action tool="ask">\n<question>Which?</question>\n</action>\n';
const plan = (action: string): string => `<action tool="plan">\n<action>${action}</action>\n</action>\n`;

function fold(session: TestSession): Transcript {
  return session.updates.reduce(transcriptAfter, EMPTY);
}

/** What an observation holds of its outcome. */
const saying = (text: unknown, notes: readonly string[] = []): object => ({ text, left: 0, notes, diff: null });

/** As somebody at the gate hands it on. */
const changed = (fact: Fact, original: Fact, by = 'person'): Fact => ({ ...fact, ...{ changed: { by, original } } });

const prompt = { kind: 'prompt', text: 'go' };
const thought = { kind: 'thought', text: 'Look first.' };
const bash = { kind: 'action', call: 1, tool: 'bash', params: { command: 'npm test' } };
const failed = (message: string): object => ({ kind: 'failure', message, advice: expect.any(String) });

const rows: readonly (readonly [title: string, play: (session: TestSession) => void, items: readonly unknown[]])[] = [
  [
    'a thought and an answer',
    (session) => session.reply(`${THINK}<final>Done.</final>`),
    [prompt, thought, { kind: 'final', text: 'Done.', unstructured: false }],
  ],
  [
    'an action that the person allows, with its verdict and its observation below it',
    (session) => {
      session.reply(THINK + BASH);
      session.takes(RUNS);
      session.send({ type: 'permission.answered', request: session.lastId('person.ask'), answer: 'once', reason: '' });
      session.ends('ok 1\nok 2\n', 412);
    },
    [
      prompt,
      thought,
      bash,
      { kind: 'permission', call: 1, verdict: 'allow', by: 'you, this once' },
      {
        kind: 'observation',
        call: 1,
        tool: 'bash',
        status: 'ok',
        durationMs: 412,
        ...saying('ok 1\nok 2\n'),
      },
    ],
  ],
  [
    'a no skips what follows, and says so once the turn goes on',
    (session) => {
      session.reply(BASH + READ);
      session.takes(RUNS);
      session.send({
        type: 'permission.answered',
        request: session.lastId('person.ask'),
        answer: 'no',
        reason: 'wait',
      });
    },
    [
      prompt,
      bash,
      { kind: 'permission', call: 1, verdict: 'deny', by: 'you: wait' },
      { kind: 'action', call: 2, tool: 'read', params: { path: 'a.ts' } },
      {
        kind: 'observation',
        call: 2,
        tool: 'read',
        status: 'skipped',
        durationMs: null,
        ...saying(''),
      },
    ],
  ],
  [
    'several actions that run side by side, each observation with the number of its call',
    (session) => {
      session.reply(READ + READ);
      session.takes();
      session.takes();
      session.ends('two');
      session.ends('one', 12, [], session.lastId('tool.run') - 1);
    },
    [
      prompt,
      ...[1, 2].flatMap((call) => [
        { kind: 'action', call, tool: 'read', params: { path: 'a.ts' } },
        { kind: 'permission', call, verdict: 'allow', by: expect.any(String) },
      ]),
      ...[2, 1].map((call) => ({
        kind: 'observation',
        call,
        tool: 'read',
        status: 'ok',
        durationMs: 12,
        ...saying(call === 1 ? 'one' : 'two'),
      })),
    ],
  ],
  [
    'an action in error is answered where its turn would have come',
    (session) => session.reply('<action tool="bash">\n<cmd>ls</cmd>\n</action>'),
    [
      prompt,
      { kind: 'action', call: 1, tool: 'bash', params: expect.any(Object) },
      {
        kind: 'observation',
        call: 1,
        tool: 'bash',
        status: 'error',
        durationMs: null,
        ...saying(expect.any(String)),
      },
    ],
  ],
  [
    'a reply without an element is asked for again; the last one is taken as the answer, and shown once',
    (session) => {
      session.reply('Hello');
      session.reply('Hello again');
      session.reply('Take it or leave it');
    },
    [
      prompt,
      { kind: 'loose', text: 'Hello' },
      { kind: 'correction', message: expect.any(String) },
      { kind: 'loose', text: 'Hello again' },
      { kind: 'correction', message: expect.any(String) },
      { kind: 'final', text: 'Take it or leave it', unstructured: true },
    ],
  ],
  [
    'the endpoint fails',
    (session) => {
      const fault = { kind: 'network', message: 'refused', advice: 'start it', status: null } as const;
      session.send({ type: 'reply.failed', request: session.lastId('model.ask'), text: '', reasoning: '', fault });
    },
    [prompt, { kind: 'failure', message: 'refused', advice: 'start it' }],
  ],
  [
    'an interrupted reply keeps what was shown of it',
    (session) => {
      session.streams({ thoughts: ['Half a tho'], final: 'The ans' });
      session.send({ type: 'abort.requested', by: 'person' });
      session.reply('<thought>Half a tho');
    },
    [
      prompt,
      { kind: 'thought', text: 'Half a tho' },
      { kind: 'loose', text: 'The ans' },
      { kind: 'aborted', by: 'person' },
    ],
  ],
  [
    'an abort in the middle of a question answers what is left',
    (session) => {
      session.reply(BASH + READ);
      session.takes(RUNS);
      session.send({ type: 'abort.requested', by: 'signal' });
    },
    [
      prompt,
      bash,
      { kind: 'action', call: 2, tool: 'read', params: { path: 'a.ts' } },
      {
        kind: 'observation',
        call: 2,
        tool: 'read',
        status: 'aborted',
        durationMs: null,
        ...saying(''),
      },
      { kind: 'aborted', by: 'signal' },
    ],
  ],
  [
    'a yes for ever, and the rule that it adds',
    (session) => {
      session.reply(BASH);
      session.takes(RUNS);
      session.send({
        type: 'permission.answered',
        request: session.lastId('person.ask'),
        answer: 'always',
        reason: '',
      });
    },
    [
      prompt,
      bash,
      { kind: 'permission', call: 1, verdict: 'allow', by: 'you, from now on' },
      { kind: 'rule', rule: 'Bash(npm test)' },
    ],
  ],
  [
    'a question of the model, and the answer',
    (session) => {
      session.reply(ASK);
      session.send({ type: 'question.answered', request: session.lastId('question.ask'), answer: 'red' });
    },
    [
      prompt,
      { kind: 'action', call: 1, tool: 'ask', params: { question: 'Which?' } },
      { kind: 'answered', call: 1, text: 'red' },
    ],
  ],
  [
    'a plan that is begun, refused, and agreed to',
    (session) => {
      session.reply(plan('enter'));
      for (const [answer, text, reason] of [
        ['reject', 'A', 'no tests'],
        ['approve', 'A\nB', ''],
      ] as const) {
        session.reply(plan('done'));
        const request = session.lastId('plan.review');
        session.send({ type: 'plan.presented', request, text });
        session.send({ type: 'plan.answered', request, answer, reason });
      }
    },
    [
      prompt,
      { kind: 'action', call: 1, tool: 'plan', params: { action: 'enter' } },
      {
        kind: 'observation',
        call: 1,
        tool: 'plan',
        status: 'ok',
        durationMs: null,
        ...saying(expect.stringContaining('.tagma/plans/test.md')),
      },
      { kind: 'mode', mode: 'plan' },
      { kind: 'action', call: 2, tool: 'plan', params: { action: 'done' } },
      { kind: 'plan', call: 2, agreed: false, by: 'you: no tests', text: '' },
      { kind: 'action', call: 3, tool: 'plan', params: { action: 'done' } },
      { kind: 'plan', call: 3, agreed: true, by: 'you', text: 'A\nB' },
      { kind: 'mode', mode: 'default' },
    ],
  ],
  [
    'what is told while a turn runs stands where it is taken up, once',
    (session) => {
      session.send({ type: 'prompt.given', text: 'then' });
      session.send({ type: 'steer.given', text: 'now' });
      session.reply(THINK + BASH);
      session.reply('<final>1</final>');
    },
    [
      prompt,
      thought,
      bash,
      {
        kind: 'observation',
        call: 1,
        tool: 'bash',
        status: 'skipped',
        durationMs: null,
        ...saying(''),
      },
      { kind: 'prompt', text: 'now' },
      { kind: 'final', text: '1', unstructured: false },
      { kind: 'prompt', text: 'then' },
    ],
  ],
  [
    'a failed turn that goes on',
    (session) => {
      const fault = { kind: 'auth', message: 'refused', advice: 'log in', status: 401 } as const;
      session.send({ type: 'reply.failed', request: session.lastId('model.ask'), text: '', reasoning: '', fault });
      session.send({ type: 'resume.requested' });
      session.reply('<final>1</final>');
    },
    [
      prompt,
      { kind: 'failure', message: 'refused', advice: 'log in' },
      { kind: 'resumed' },
      { kind: 'final', text: '1', unstructured: false },
    ],
  ],
  [
    'a session that was cut off while a tool ran, and goes on',
    (session) => {
      session.reply(BASH);
      session.takes(RUNS);
      session.send({
        type: 'permission.answered',
        request: session.lastId('person.ask'),
        answer: 'once',
        reason: '',
      });
      session.send({ ...sessionStarted({ model: { model: 'another' } }), type: 'session.resumed', parent: null });
      session.send({ type: 'resume.requested' });
    },
    [
      prompt,
      bash,
      { kind: 'permission', call: 1, verdict: 'allow', by: 'you, this once' },
      { kind: 'taken-up', model: 'another', mode: 'default' },
      {
        kind: 'observation',
        call: 1,
        tool: 'bash',
        status: 'aborted',
        durationMs: null,
        ...saying(
          'interrupted: the session was cut off while it ran, and its effect is unknown; look before you do it again.',
        ),
      },
      { kind: 'aborted', by: 'interruption' },
      { kind: 'resumed' },
    ],
  ],
  [
    'what comes late changes nothing',
    (session) => {
      const request = session.lastId('model.ask');
      session.reply('<final>1</final>');
      const fault = { kind: 'network', message: 'late', advice: '', status: null } as const;
      session.send({ type: 'reply.failed', request, text: '', reasoning: '', fault });
      session.send({ type: 'step.requested' });
    },
    [prompt, { kind: 'final', text: '1', unstructured: false }],
  ],
  [
    'an event that was changed: the mark below what it says, and before what follows from it',
    (session) => {
      const request = session.lastId('model.ask');
      const came = { request, reasoning: '', finish: 'stop', usage: null } as const;
      const original: Fact = { type: 'reply.ended', ...came, text: BASH };
      session.send(changed({ type: 'reply.ended', ...came, text: READ }, original));
      session.takes();
      const ended = { request: session.lastId('tool.run'), durationMs: 1 };
      const outcome = { status: 'ok', content: 'told', details: {} } as const;
      const came2: Fact = { type: 'tool.ended', ...ended, outcome: { ...outcome, content: 'came' } };
      session.send(changed({ type: 'tool.ended', ...ended, outcome }, came2, 'a-guard'));
    },
    [
      prompt,
      {
        kind: 'changed',
        event: 'reply.ended',
        by: 'person',
        lines: [
          'text: "<action tool=\\"bash\\">\\n<command>npm test</command>\\n</action>\\n" became "<action tool=\\"read\\">\\n<path>a.ts</path>\\n</action>\\n"',
        ],
      },
      { kind: 'action', call: 1, tool: 'read', params: { path: 'a.ts' } },
      expect.objectContaining({ kind: 'permission' }),
      expect.objectContaining({ kind: 'observation', text: 'told' }),
      { kind: 'changed', event: 'tool.ended', by: 'a-guard', lines: ['outcome.content: "came" became "told"'] },
    ],
  ],
  [
    'an event that was changed into what no state takes, and one that was dropped',
    (session) => {
      const original: Fact = { type: 'reply.ended', request: 1, text: '', reasoning: '', finish: 'stop', usage: null };
      session.send(changed({ ...original, request: 99 }, original));
      session.send({ type: 'event.dropped', by: 'person', event: { type: 'steer.given', text: 'go\u001b on' } });
      session.send({ type: 'event.dropped', by: 'person', event: { type: 'pause.requested' } });
    },
    [
      prompt,
      { kind: 'changed', event: 'reply.ended', by: 'person', lines: ['request: 1 became 99'] },
      { kind: 'dropped', event: 'steer.given', by: 'person', lines: ['text: "go\\u001b on"'] },
      { kind: 'dropped', event: 'pause.requested', by: 'person', lines: [] },
    ],
  ],
  [
    'three replies with nothing in them',
    (session) => {
      for (let reply = 0; reply < 3; reply++) session.reply('');
    },
    [
      prompt,
      { kind: 'correction', message: expect.any(String) },
      { kind: 'correction', message: expect.any(String) },
      failed(expect.any(String)),
    ],
  ],
];

describe('the transcript of a session', () => {
  test.each(rows)('%s', (_, play, items) => {
    const session = testSession();
    session.send({ type: 'prompt.given', text: 'go' });
    play(session);
    expect([...fold(session).items]).toEqual(items);
  });

  test('the limit of replies', () => {
    const session = testSession({ turnsMax: 1, headless: true });
    session.send({ type: 'prompt.given', text: 'go' });
    session.reply('text');
    expect(fold(session).items.at(-1)).toMatchObject({ kind: 'limit', limit: 'turns', max: 1 });
  });

  test('a turn that goes on past a limit', () => {
    const session = testSession({ turnsMax: 1 });
    session.send({ type: 'prompt.given', text: 'go' });
    session.reply('text');
    expect(fold(session).question).toMatchObject({ type: 'limit.ask', used: 1, max: 1 });
    session.send({ type: 'limit.answered', request: session.lastId('limit.ask'), answer: 'go on' });
    expect(fold(session)).toMatchObject({ question: null, busy: true });
    expect(fold(session).items.at(-1)).toEqual({ kind: 'extended', limit: 'turns', reason: '1 reply' });
    session.reply('more');
    session.send({ type: 'limit.answered', request: session.lastId('limit.ask'), answer: 'stop' });
    expect(fold(session)).toMatchObject({ question: null, busy: false });
    expect(fold(session).items.at(-1)).toMatchObject({ kind: 'limit', used: 2 });
  });

  test('what is told while the conversation shrinks at rest waits, and stands there once', () => {
    const session = testSession();
    session.send({ type: 'prompt.given', text: 'go' });
    session.reply(`<final>${'word '.repeat(200)}</final>`);
    session.send({ type: 'prompt.given', text: 'and' });
    session.reply('<final>2</final>');
    session.send({ type: 'compact.requested', focus: '' });
    expect(fold(session)).toMatchObject({ summary: session.lastId('summary.ask'), busy: true });
    session.send({ type: 'prompt.given', text: 'more' });
    session.summarises('<final>Words.</final>');
    expect(fold(session)).toMatchObject({ summary: null, busy: true });
    expect([...fold(session).items].slice(-2)).toEqual([
      expect.objectContaining({ kind: 'compaction', how: 'summarised', why: 'command' }),
      { kind: 'prompt', text: 'more' },
    ]);
  });

  describe('a request that is too large', () => {
    const fault = { kind: 'context-overflow', message: 'too long', advice: 'less', status: 400 } as const;
    const overflows = (session: TestSession) =>
      session.send({ type: 'reply.failed', request: session.lastId('model.ask'), text: '', reasoning: '', fault });
    const LONG = 'word '.repeat(2_000);
    /** What is told once it has been refused. */
    const told = (shown: string, play: (session: TestSession) => void) => {
      const session = testSession({ mode: 'trust', turnsMax: 20 });
      session.send({ type: 'prompt.given', text: 'go' });
      for (const [thought, output] of [
        [shown, LONG],
        ['two', LONG],
        ['three', 'ok'],
      ] as const) {
        session.reply(`<thought>${thought}</thought>${BASH.replace('test', thought.slice(0, 4))}`);
        session.takes(RUNS);
        session.ends(output);
      }
      const before = fold(session).items.length;
      play(session);
      return [...fold(session).items].slice(before).flatMap(
        (item) =>
          describeItem(item)[0]
            ?.map(({ text }) => text)
            .join('') ?? [],
      );
    };
    const compacted = (how: string) =>
      expect.stringMatching(`^compacted · ${how}, because the request was too large · `);

    test('and is made smaller at once: that is told, and no failure', () => {
      expect(told('one', overflows)).toEqual([compacted('old results shortened')]);
    });

    test('and is made smaller by a summary: the same', () => {
      const lines = told('deep thought '.repeat(2_000), (session) => {
        overflows(session);
        session.summarises('<summary><goal>go</goal></summary>');
      });
      expect(lines).toEqual([compacted('the older part summed up')]);
    });

    test('and stays too large: the turn has failed, and that is told once', () => {
      const lines = told('one', (session) => {
        for (let i = 0; i < 3; i++) {
          overflows(session);
          if (session.lastId('summary.ask') > session.lastId('model.ask')) session.summarises('');
        }
      });
      expect(lines.filter((each) => !each.startsWith('compacted'))).toEqual(['failed']);
      expect(lines.at(-1)).toBe('failed');
    });
  });

  test.each<[string, (session: TestSession, request: number) => void]>([
    ['ends', (session) => session.summarises('<final>Wor')],
    [
      'fails',
      (session, request) => {
        const fault = { kind: 'network', message: 'late', advice: '', status: null } as const;
        session.send({ type: 'reply.failed', request, text: '', reasoning: '', fault });
      },
    ],
  ])('a compaction at rest that was broken off is told once, however its request %s', (_, end) => {
    const session = testSession();
    session.send({ type: 'prompt.given', text: 'go' });
    session.reply('<final>1</final>');
    session.send({ type: 'prompt.given', text: 'and' });
    session.reply(`<final>${'word '.repeat(200)}</final>`);
    const before = fold(session).items.length;
    session.send({ type: 'compact.requested', focus: '' });
    session.send({ type: 'abort.requested', by: 'person' });
    end(session, session.lastId('summary.ask'));
    expect([...fold(session).items].slice(before)).toEqual([{ kind: 'aborted', by: 'person' }]);
    expect(fold(session)).toMatchObject({ summary: null, busy: false });
  });

  test('the live reply stands beside the items until it has ended, and nothing late brings it back', () => {
    const session = testSession();
    session.send({ type: 'prompt.given', text: 'go' });
    session.streams({ thoughts: ['Lo'] });
    expect(fold(session).live?.partial.thoughts).toEqual(['Lo']);
    expect([...fold(session).items]).toEqual([prompt]);

    const request = session.lastId('model.ask');
    session.reply(`${THINK}<final>Done.</final>`);
    const partial = { thoughts: ['late'], actions: [], final: null, loose: '', over: null };
    expect(transcriptAfter(fold(session), { kind: 'partial', request, partial }).live).toBeNull();
  });

  test('a running tool shows the end of its output', () => {
    const session = testSession({ mode: 'trust' });
    session.send({ type: 'prompt.given', text: 'go' });
    session.reply(BASH);
    session.takes(RUNS);
    const request = session.lastId('tool.run');
    const output = { kind: 'output', request, text: 'x'.repeat(OUTPUT_KEPT_MAX) } as const;
    const running = [output, { ...output, text: 'end' }].reduce(transcriptAfter, fold(session)).running;
    expect(running).toEqual([{ request, call: 1, tool: 'bash', output: `${'x'.repeat(OUTPUT_KEPT_MAX - 3)}end` }]);
    session.ends('done');
    expect(fold(session).running).toEqual([]);
  });

  test('a question is open until it is answered', () => {
    const session = testSession();
    session.send({ type: 'prompt.given', text: 'go' });
    session.reply(BASH);
    session.takes(RUNS);
    expect(fold(session).question).toMatchObject({ type: 'person.ask', call: 1, tool: 'bash' });
    session.send({ type: 'permission.answered', request: session.lastId('person.ask'), answer: 'once', reason: '' });
    expect(fold(session).question).toBeNull();
  });

  test.each([
    ['read', READ, (text: string) => text.slice(0, OBSERVATION_LENGTH_MAX)],
    ['bash', BASH, (text: string) => text.slice(-OBSERVATION_LENGTH_MAX)],
  ])(
    'of a very long output of %s as much is kept as a person reads, with all its notes and its diff',
    (tool, reply, kept) => {
      const session = testSession({ mode: 'trust' });
      session.send({ type: 'prompt.given', text: 'go' });
      session.reply(reply);
      session.takes();
      const content = `first\n${'x'.repeat(OBSERVATION_LENGTH_MAX)}\nlast`;
      const notes = ['showing lines 1-30 of 40', 'more'];
      const outcome = { status: 'ok', content, details: { diff: '--- a/a.ts\n' }, notes } as const;
      session.send({ type: 'tool.ended', request: session.lastId('tool.run'), outcome, durationMs: 12 });
      const left = content.length - OBSERVATION_LENGTH_MAX;
      const expected = { tool, text: kept(content), left, notes, diff: '--- a/a.ts\n' };
      expect(fold(session).items.at(-1)).toMatchObject(expected);
    },
  );
});

describe('a command of the person', () => {
  const rested = (): TestSession => {
    const session = testSession();
    session.reply('<final>Done.</final>');
    session.send({ type: 'shell.requested', command: 'make\nmake test' });
    return session;
  };
  const ended = (session: TestSession) => {
    const outcome = { status: 'error', content: 'no rule\n', details: {}, notes: ['exit 2'] } as const;
    session.send({ type: 'shell.ended', request: session.lastId('shell.run'), outcome, durationMs: 12 });
  };

  test('it stands there while it runs, with what it has written', () => {
    const session = rested();
    const request = session.lastId('shell.run');
    const update = { kind: 'output', request, text: 'cc a.c\n' } as const;
    expect(transcriptAfter(fold(session), update).command).toEqual({
      request,
      command: 'make\nmake test',
      output: 'cc a.c\n',
    });
  });

  test('then it is an item, with what came of it', () => {
    const session = rested();
    ended(session);
    const { items, command } = fold(session);
    expect(command).toBeNull();
    expect([...items].at(-1)).toEqual({
      kind: 'shell',
      command: 'make\nmake test',
      status: 'error',
      durationMs: 12,
      text: 'no rule\n',
      left: 0,
      notes: ['exit 2'],
    });
    expect(describeItem([...items].at(-1) as Item).map((line) => line.map(({ text }) => text).join(''))).toEqual([
      '! make',
      '  make test',
      'error · by you · 12 ms',
      '  no rule',
      'note · exit 2',
    ]);
  });

  test('cut off with the session it says so', () => {
    const session = rested();
    const { type: _type, ...started } = sessionStarted({});
    session.send({ ...started, type: 'session.resumed', parent: null });
    const { items, command } = fold(session);
    expect(command).toBeNull();
    expect([...items].slice(-2)).toMatchObject([
      { kind: 'shell', status: 'aborted', durationMs: null, text: '' },
      { kind: 'taken-up' },
    ]);
  });
});
