/** The real session with fakes at its doors: what it does while a test waits, and what it says when that is in vain. */
import assert from 'node:assert/strict';
import { describe, expect, test } from 'vitest';
import {
  type Call,
  fakeClock,
  fakeTools,
  heldTool,
  type Question,
  scriptedModel,
  slowTool,
  type TestSessionChoices,
  testSession,
} from '../../src/index.ts';

const LS = '<action tool="bash"><command>ls</command></action>';
const READ = '<action tool="read"><path>a.ts</path></action>';
const DONE = '<final>done</final>';

function prompted(choices: TestSessionChoices) {
  const session = testSession(choices);
  session.send({ type: 'prompt.given', text: 'How many files?' });
  return session;
}

async function failure(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => 'it did not fail',
    (error: Error) => error.message,
  );
}

describe('a session', () => {
  test('runs from the prompt to the answer, and its course can be read', async () => {
    const session = prompted({
      model: scriptedModel([LS, '<final>two</final>']),
      tools: fakeTools({ bash: () => 'a\nb' }),
      settings: { mode: 'trust' },
    });
    await session.until('finished');
    expect(session.course()).toEqual([
      'session.started → idle',
      'prompt.given → thinking: model.ask 1',
      'reply.ended 1 → deciding: reply.read 1 (bash), facts.take 2 bash',
      'facts.taken 2 → acting: call.judged 1 allow, tool.run 3 bash',
      'tool.ended 3 ok → thinking: model.ask 4',
      'reply.ended 4 → finished: reply.read 4 (final), turn.end done',
    ]);
    expect(session.states()).toEqual(['idle', 'thinking', 'deciding', 'acting', 'thinking', 'finished']);
    expect(session.effects()).toEqual([
      'model.ask 1',
      'facts.take 2 bash',
      'tool.run 3 bash',
      'model.ask 4',
      'turn.end done',
    ]);
    expect(session.notes()).toEqual(['reply.read 1 (bash)', 'call.judged 1 allow', 'reply.read 4 (final)']);
    expect(session.result()).toEqual({ kind: 'done', text: 'two', unstructured: false, denials: [], madeGood: false });
    expect(session.messages().map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
    expect(session.messages().at(-1)?.content).toBe(
      '<observation tool="bash" call="1" status="ok" ms="0">\na\nb\n</observation>',
    );
  });

  test('as a text is the same in every run, with what was said and done', async () => {
    const runs = [1, 2].map(async () => {
      const session = prompted({
        model: scriptedModel([READ, { fault: 'overloaded', text: 'ha' }, DONE]),
        tools: fakeTools({ read: slowTool(1_500, 'let a;') }),
      });
      await session.until('finished');
      return session;
    });
    const [first, second] = await Promise.all(runs);
    expect(`${first}`).toBe(
      [
        'session.started',
        '  → idle',
        'prompt.given',
        '      How many files?',
        '  → thinking',
        '  model.ask 1',
        'reply.ended 1',
        '      <action tool="read"><path>a.ts</path></action>',
        '  → deciding',
        '  reply.read 1 (read)',
        '  facts.take 2 read',
        '      path: a.ts',
        'facts.taken 2',
        '  → acting',
        '  call.judged 1 allow',
        '      mode default: reading in the project is allowed',
        '  tool.run 3 read',
        '      path: a.ts',
        'tool.ended 3 ok',
        '      let a;',
        '  → thinking',
        '  model.ask 4',
        'reply.failed 4 overloaded',
        '      scripted: overloaded',
        '  → retrying',
        '  timer.start 5 500',
        'timer.fired 5',
        '  → thinking',
        '  model.ask 6',
        'reply.ended 6',
        '      <final>done</final>',
        '  → finished',
        '  reply.read 6 (final)',
        '  turn.end done',
        '      done',
        '',
      ].join('\n'),
    );
    expect(second?.records()).toEqual(first?.records());
  });

  test('is found in the state that was waited for, and nothing has happened since', async () => {
    const tools = fakeTools({ bash: () => '' });
    const session = prompted({ model: scriptedModel([LS, DONE]), tools, person: ['yes'] });
    await session.until('permission');
    expect(session.state()).toBe('permission');
    await session.until('acting');
    expect([session.state(), tools.calls]).toEqual(['acting', []]);
    session.send({ type: 'abort.requested', by: 'person' });
    await session.until('finished');
    expect(session.result()).toEqual({ kind: 'aborted', by: 'person' });
    expect(tools.calls).toEqual([]);
  });

  test('lets a model see what it is asked, and cuts a reply as soon as all that follows would be dropped', async () => {
    const model = scriptedModel([({ number, last }) => `<final>${number}: ${last}</final>${' and so on'.repeat(50)}`]);
    const session = prompted({ model });
    await session.until('finished');
    expect(session.result()).toMatchObject({ text: '1: How many files?' });
    expect(model.asked.map((messages) => messages.map(({ role }) => role))).toEqual([['system', 'user']]);
    const reply = session.steps().findLast(({ event }) => event.type === 'reply.ended')?.event;
    expect(reply?.type === 'reply.ended' && reply.text.length).toBeLessThan(
      '<final>1: How many files?</final>'.length + 5,
    );
  });

  test('is told the usage, the finish and the reasoning of a reply, and native calls', async () => {
    const session = prompted({
      model: scriptedModel([
        { text: '<thought>hm', reasoning: 'I think.', finish: 'length', usage: { input: 10, output: 3 } },
        { toolCalls: [{ name: 'read', arguments: '{"path": "a.ts"}' }] },
        DONE,
      ]),
      tools: fakeTools({ read: () => 'A' }),
    });
    await session.until('finished');
    const [first, second] = session.steps().flatMap(({ event }) => (event.type === 'reply.ended' ? [event] : []));
    expect(first).toMatchObject({
      text: '<thought>hm',
      reasoning: 'I think.',
      finish: 'length',
      usage: { input: 10, output: 3 },
    });
    expect(second).toMatchObject({ toolCalls: [{ name: 'read', arguments: '{"path": "a.ts"}' }] });
  });
});

describe('time', () => {
  test('passes while a test waits and nothing else happens, and a call has the duration that it took', async () => {
    const session = prompted({
      model: scriptedModel([READ, DONE]),
      tools: fakeTools({ read: slowTool(60_000, 'A') }),
    });
    await session.until('finished');
    expect(session.steps().find(({ event }) => event.type === 'tool.ended')?.event).toMatchObject({
      durationMs: 60_000,
    });
  });

  test('stands still where the test moves it itself', async () => {
    const clock = fakeClock({ startMs: 0, autoAdvance: false });
    const session = prompted({ model: scriptedModel([{ fault: 'overloaded' }, DONE]), clock });
    expect(await session.settled()).toBe('retrying');
    expect(await failure(session.until('finished'))).toMatch(
      /^Waited for finished in vain: it stands in retrying, and its clock stands still: advance it\.\n {2}timer\.start 2 500 waits/,
    );
    clock.advance(499);
    expect(await session.settled()).toBe('retrying');
    clock.advance(1);
    await session.until('finished');
    expect(session.steps().map(({ event }) => event.at)).toEqual([0, 0, 0, 500, 500]);
  });

  test('passes between the pieces of a reply, so that a test can break in', async () => {
    const session = prompted({
      model: scriptedModel([{ text: `<thought>${'so '.repeat(20)}</thought>`, paceMs: 40 }]),
    });
    await session.until(() => (session.partial()?.thoughts[0] ?? '').length > 10);
    session.send({ type: 'abort.requested', by: 'person' });
    await session.until('finished');
    const reply = session.steps().findLast(({ event }) => event.type === 'reply.ended')?.event;
    expect(reply).toMatchObject({ finish: 'aborted', text: expect.stringMatching(/^<thought>so so so so ?s?o?$/) });
  });
});

describe('tools', () => {
  test('run side by side with the clock, end when told, and show what they print', async () => {
    const held = heldTool();
    const bash = fakeTools({
      bash(params, call) {
        call.output('half ');
        return held(params, call);
      },
    });
    const session = prompted({ model: scriptedModel([LS, DONE]), tools: bash, settings: { mode: 'trust' } });
    expect(await session.settled()).toBe('acting');
    expect(session.output()).toBe('half ');
    expect(await failure(session.until('finished'))).toMatch(
      /^Waited for finished in vain: it stands in acting, and what runs ends only when the test says so\.\n {2}tool\.run 3 bash waits/,
    );
    session.send({ type: 'pause.requested' });
    await session.until('tool.run');
    session.send({ type: 'resume.requested' });
    held.end('a b');
    await session.until('finished');
    expect(session.messages().at(-1)?.content).toContain('a b');
  });

  test('that are held end when they are cancelled, and may be told before they begin', async () => {
    const held = heldTool();
    const choices = {
      model: scriptedModel([LS, LS, DONE]),
      tools: fakeTools({ bash: held }),
      settings: { mode: 'trust' },
    } as const;
    const cancelled = prompted(choices);
    await cancelled.settled();
    cancelled.send({ type: 'abort.requested', by: 'signal' });
    await cancelled.until('finished');
    expect(cancelled.events().at(-1)).toBe('tool.ended 3 aborted');

    const told = prompted({ ...choices, model: scriptedModel([LS, DONE]) });
    await told.until('acting');
    held.end('told early');
    await told.until('finished');
    expect(told.messages().at(-1)?.content).toContain('told early');
  });

  test('fail by throwing, and give outcomes as they are', async () => {
    const session = prompted({
      model: scriptedModel([LS, READ, DONE]),
      tools: fakeTools({
        bash() {
          throw new Error('kaput');
        },
        read: () => ({ status: 'timeout', content: 'half', details: {}, notes: ['took too long'] }),
      }),
      settings: { mode: 'trust' },
    });
    await session.until('finished');
    expect(
      session
        .messages()
        .map(({ content }) => content)
        .filter((content) => content.includes('<observation')),
    ).toEqual([
      '<observation tool="bash" call="1" status="error" ms="0">\nbash failed: kaput\n</observation>',
      expect.stringContaining('status="timeout"'),
    ]);
  });

  test('of the test itself are offered with what it says of them', async () => {
    const deploy = {
      spec: {
        description: 'Deploys.',
        parameters: { type: 'object', properties: { where: { type: 'string' } }, required: ['where'] },
      },
      run: ({ where }: { readonly [name: string]: unknown }) => `deployed to ${where}`,
    } as const;
    const session = prompted({
      model: scriptedModel(['<action tool="deploy"><where>here</where></action>', DONE]),
      tools: fakeTools({ deploy }),
      person: ['yes'],
    });
    await session.until('finished');
    expect(session.messages().at(-1)?.content).toContain('deployed to here');
    expect(() => fakeTools({ deploy: deploy.run })).toThrow(/^deploy is no built-in tool \(bash, read, /);
  });
});

describe('what a call would do', () => {
  test.each([
    { title: 'is taken from a table', call: READ, facts: {}, verdict: 'call.judged 1 allow' },
    { title: 'asks where the table says that it changes something', call: LS, facts: {}, verdict: 'call.judged 1 ask' },
    {
      title: 'is what the test says of a tool',
      call: LS,
      facts: { bash: { readOnly: true, runs: [] } },
      verdict: 'call.judged 1 allow',
    },
    { title: 'or of a call', call: READ, facts: () => ({ unknown: 'no idea' }), verdict: 'call.judged 1 ask' },
  ])('$title', async ({ call, facts, verdict }) => {
    const session = prompted({ model: scriptedModel([call]), tools: fakeTools(), facts });
    await session.until('call.judged');
    expect(session.notes().at(-1)).toBe(verdict);
  });
});

describe('the person', () => {
  const asked = (person: TestSessionChoices['person']) =>
    prompted({ model: scriptedModel([LS, DONE]), tools: fakeTools({ bash: () => '' }), ...(person && { person }) });

  test.each([
    { title: 'says yes', person: ['yes'], answered: 'permission.answered 3 once' },
    { title: 'says always', person: ['always'], answered: 'permission.answered 3 always' },
    { title: 'says no', person: ['no'], answered: 'permission.answered 3 no' },
    { title: 'says why not', person: [{ no: 'not now' }], answered: 'permission.answered 3 no' },
    {
      title: 'looks at the question',
      person: (question: Question) =>
        question.type === 'person.ask' && question.tool === 'bash' && 'command' in question.params ? 'yes' : 'no',
      answered: 'permission.answered 3 once',
    },
  ])('$title', async ({ person, answered }) => {
    const session = asked(person);
    await session.until('finished');
    expect(session.events()).toContain(answered);
  });

  test('tells the model the reason', async () => {
    const session = asked([{ no: 'not now' }]);
    await session.until('finished');
    expect(session.messages().at(-1)?.content).toContain('not now');
  });

  test('who says nothing is waited for, and the test can answer in his place', async () => {
    const session = asked(undefined);
    expect(await failure(session.until('finished'))).toBe(
      [
        'Waited for finished in vain: it stands in permission, and nothing runs.',
        "  person.ask 3 bash waits for its answer: session.answer('yes', 'always', 'no' or { no: 'the reason' }), or one more in `person`",
        'Its last steps:',
        '  session.started → idle',
        '  prompt.given → thinking: model.ask 1',
        '  reply.ended 1 → deciding: reply.read 1 (bash), facts.take 2 bash',
        '  facts.taken 2 → permission: call.judged 1 ask, person.ask 3 bash',
      ].join('\n'),
    );
    session.answer('yes');
    await session.until('finished');
    expect(() => session.answer('yes')).toThrow('Nobody has been asked anything: the session is in finished.');
  });

  test('who is asked when the turn is aborted does not answer any more', async () => {
    const session = asked(['yes']);
    await session.until('permission');
    session.send({ type: 'abort.requested', by: 'person' });
    expect(await session.settled()).toBe('finished');
    expect([session.events().at(-1), session.open()]).toEqual(['abort.requested person', []]);
  });
});

describe('tools side by side', () => {
  test('begin together, and end in the order of their time', async () => {
    const session = prompted({
      model: scriptedModel([`${READ}<action tool="read"><path>b.ts</path></action>`, DONE]),
      tools: fakeTools({
        async read({ path }, call) {
          await call.wait(path === 'a.ts' ? 2_000 : 500);
          return `${path} at ${session.clock.now() - started}`;
        },
      }),
    });
    const started = session.clock.now();
    await session.until('finished');
    expect(session.events().filter((line) => line.startsWith('tool.ended'))).toEqual([
      'tool.ended 5 ok',
      'tool.ended 4 ok',
    ]);
    expect(session.messages().at(-1)?.content).toMatch(/a\.ts at 2000[\s\S]*b\.ts at 500/);
  });
});

describe('what a session records', () => {
  test('of an event that no state takes, and of an answer that comes twice', () => {
    const session = testSession();
    session.send({ type: 'limit.answered', request: 9, answer: 'stop' });
    session.send({ type: 'step.requested' });
    expect(session.notes()).toEqual(['event.ignored limit.answered late', 'event.ignored step.requested not now']);
  });
});

describe('mistakes in a test', () => {
  test.each([
    {
      title: 'too few replies',
      choices: { model: scriptedModel([LS]), tools: fakeTools({ bash: () => 'a' }) },
      message:
        /^The scripted model is asked for reply 2, and its script has 1\. Add a reply.*last message was:\n<observation/s,
    },
    {
      title: 'a tool that is not faked',
      choices: { model: scriptedModel([LS]), tools: fakeTools({ read: () => '' }) },
      message:
        'The model has called bash {"command":"ls"}, and the test does not say what that does. Only read is faked: add',
    },
    {
      title: 'an answer that is none',
      choices: { model: scriptedModel([LS]), tools: fakeTools(), person: ['maybe'], settings: { mode: 'default' } },
      message: '"maybe" is no answer to person.ask: it takes',
    },
    {
      title: 'an assertion in a reply',
      choices: { model: scriptedModel([({ last }) => expect(last).toBe('something else') as never]) },
      message: "expected 'How many files?' to be 'something else'",
    },
    {
      title: 'an assertion in a tool',
      choices: {
        model: scriptedModel([LS]),
        tools: fakeTools({ bash: ({ command }) => expect(command).toBe('rm') as never }),
      },
      message: /^expected 'ls' to be 'rm'/,
    },
    {
      title: "an assertion of Node's own in what a call would do",
      choices: {
        model: scriptedModel([LS]),
        tools: fakeTools(),
        facts: ({ tool }: Call) => void assert.equal(tool, 'rm'),
      },
      message: /^Expected values to be strictly equal:\s+'bash' !== 'rm'/,
    },
    {
      title: 'an assertion as Jest throws it',
      choices: {
        model: scriptedModel([LS]),
        tools: fakeTools({
          bash() {
            throw Object.assign(new Error('expect(received)'), { matcherResult: {} });
          },
        }),
      },
      message: /^expect\(received\)/,
    },
    {
      title: 'a tool that never ends',
      choices: {
        model: scriptedModel([LS]),
        tools: fakeTools({
          async bash(_params, call) {
            for (;;) await call.wait(1_000);
          },
        }),
      },
      message: 'and 10000 things have happened',
    },
  ] as const)('$title', async ({ choices, message }) => {
    const session = prompted({
      ...choices,
      settings: { mode: 'trust', ...('settings' in choices && choices.settings) },
    });
    expect(await failure(session.until('finished'))).toMatch(message);
  });

  test('a state that no session is ever found in, or that is none', async () => {
    const session = testSession();
    expect(await failure(session.until('correcting'))).toMatch(/^correcting is passed through within one step/);
    expect(await failure(session.until('sleeping' as 'idle'))).toMatch(
      /^There is no state sleeping\. The states: unstarted, /,
    );
  });

  test('an answer that nothing has been asked for', () => {
    expect(() => testSession().send({ type: 'tool.ended', outcome: 'x' })).toThrow(
      'tool.ended answers tool.run, and none is open (open: nothing). To send an answer that comes too late, name its request.',
    );
  });

  test('what a fake shows while it waits for something outside can be waited for', async () => {
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const session = prompted({
      model: scriptedModel([LS, DONE]),
      tools: fakeTools({
        async bash(_params, call) {
          setTimeout(() => call.output('half'), 20);
          await ended;
          return 'whole';
        },
      }),
      settings: { mode: 'trust' },
    });
    await session.until(() => session.output() === 'half');
    end();
    await session.until('finished');
    expect(session.state()).toBe('finished');
  });

  test('a fake that waits for something outside is waited for', async () => {
    const session = prompted({
      model: scriptedModel([() => new Promise<string>((resolve) => setTimeout(() => resolve(DONE), 30))]),
    });
    await session.until('finished');
    expect(session.state()).toBe('finished');
  });
});
