/** Recorded sessions as tests: the golden ones replay, run again, and take another course where something is changed. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHistory, recordsOf } from '@tagma/history';
import { describe, expect, test } from 'vitest';
import {
  type Course,
  fakeTools,
  fromHistory,
  HistoryMismatch,
  scriptedModel,
  slowTool,
  type TakenStep,
  testSession,
} from '../../src/index.ts';

const GOLDEN = new URL('../../../../history/golden/', import.meta.url);
const golden = (name: string) => fromHistory(new URL(`${name}.xml`, GOLDEN));

/** A copy of a golden session, changed. */
function changed(name: string, change: (text: string) => string): string {
  const file = join(mkdtempSync(join(tmpdir(), 'tagma-test-')), 'session.xml');
  cpSync(new URL(`${name}.xml`, GOLDEN), file);
  writeFileSync(file, change(readFileSync(file, 'utf8')));
  return file;
}

/** All but the times, and the first event, which holds the program's version. */
function timeless(course: Course) {
  return course
    .steps()
    .slice(1)
    .map(({ event: { at: _at, ...event }, ...step }) => ({ ...step, event }));
}

/**
 * What somebody holds at the gate, or chooses while a call runs, is not done again: a recorded world answers, and no more. And
 * what stands for a secret is taken literally where a tool says it once more. What is answered beside the model's reply comes at
 * another time. What the project says of a folder is read from files that a recorded world has not.
 */
const NOT_AGAIN: ReadonlySet<string> = new Set([
  ...['held-at-the-gate.xml', 'other-models.xml', 'counted-here.xml'],
  // Its hooks do not run again, so what they have changed comes as it was before.
  ...['all-forms-of-text.xml', 'read-beside.xml', 'with-hooks.xml'],
]);

describe('every golden session', () => {
  test.each(readdirSync(GOLDEN))('%s replays, and does the same when it is run again', async (name) => {
    const recorded = await fromHistory(new URL(name, GOLDEN));
    const steps = recorded.steps();
    expect(await recorded.replay()).toMatchObject({ events: steps.length, states: steps.length });
    if (NOT_AGAIN.has(name)) return;
    const session = await recorded.again();
    expect(session.course()).toEqual(recorded.course());
    expect(timeless(session)).toEqual(timeless(recorded));
  });
});

describe('a recording', () => {
  test('can be looked at in the words of a session', async () => {
    const recorded = await golden('interrupted');
    expect(recorded.started).toMatchObject({ type: 'session.started', session: 'golden' });
    expect(recorded.course()).toEqual([
      'session.started → idle',
      'prompt.given → thinking: model.ask 1',
      'abort.requested person → stopping: cancel 1',
      'reply.ended 1 → finished: turn.end aborted',
      'prompt.given → thinking: model.ask 2',
      'reply.ended 2 → deciding: reply.read 2 (bash, read), facts.take 3 bash',
      'facts.taken 3 → permission: call.judged 1 ask, person.ask 4 bash',
      'permission.answered 4 once → acting: tool.run 5 bash',
      'abort.requested signal → stopping: cancel 5',
      'tool.ended 5 aborted → finished: turn.end aborted',
      'session.ended signal → closed',
    ]);
    expect([recorded.state(), recorded.result()]).toEqual(['closed', { kind: 'aborted', by: 'signal' }]);
  });

  test('runs again with another setting', async () => {
    const session = await (await golden('permission-asked')).again({
      settings: { mode: 'plan' },
      replies: { 2: '<final>Then not.</final>' },
    });
    expect(session.course()).toEqual([
      'session.started → idle',
      'prompt.given → thinking: model.ask 1',
      'reply.ended 1 → deciding: reply.read 1 (bash), facts.take 2 bash',
      'facts.taken 2 → thinking: call.judged 1 deny, model.ask 3',
      'reply.ended 3 → finished: reply.read 3 (final), turn.end done',
      'mode.changed plan → finished',
      'session.ended quit → closed',
    ]);
  });

  test('runs again with another reply, another tool, another answer and other facts', async () => {
    const session = await (await golden('permission-asked')).again({
      replies: {
        1: '<action tool="bash"><command>npm run build</command></action>',
        2: ({ last }) => `<final>${last}</final>`,
      },
      tools: { bash: ({ command }) => `ran ${command}` },
      person: ['yes'],
      facts: { bash: { runs: ['npm'], network: ['example.org'] } },
    });
    expect(session.result()).toMatchObject({ kind: 'done', text: expect.stringContaining('ran npm run build') });
    expect(session.steps().find(({ event }) => event.type === 'facts.taken')?.event).toMatchObject({
      facts: { runs: ['npm'], network: ['example.org'] },
    });
  });

  test('says what is missing where the changed course leaves it', async () => {
    const recorded = await golden('a-task-done');
    await expect(recorded.again({ replies: { 1: '<action tool="ls"><path>src</path></action>' } })).rejects.toThrow(
      'The recording has no outcome for ls {"path":"src"}. Say what it does: { tools: { ls: () => \'…\' } }.',
    );
    await expect(
      recorded.again({ replies: { 4: '<action tool="read"><path>a.ts</path></action>' }, tools: { read: () => 'A' } }),
    ).rejects.toThrow(/^The recording has no reply to request 5\. Say what it is: \{ replies: \{ 5: '…' \} \}\./);
  });

  test('gives its world to a session in which the test says what the person says', async () => {
    const session = (await golden('a-task-done')).session();
    session.send({ type: 'prompt.given', text: 'something else' });
    await session.until('finished');
    expect(session.result()).toMatchObject({ kind: 'done', text: 'Done: a &lt; b.' });
    expect(session.messages().at(1)?.content).toBe('something else');
  });
});

describe('what a test session has done', () => {
  test('can be recorded, and runs again: questions, plans, limits, a summary, calls side by side', async () => {
    const session = testSession({
      model: scriptedModel([
        '<action tool="ask"><question>Which?</question></action>',
        '<action tool="plan">enter</action><action tool="plan">done</action>',
        `${readOf('a.ts')}${readOf('b.ts')}`,
        { fault: 'rate-limit' },
        `${readOf('a.ts')}<action tool="bash"><command>make</command></action>`,
        { fault: 'context-overflow' },
        'The summary: it was built.',
        { text: '<final>Built.</final> And so on, in the piece that ends it.', pieceCharacters: 1_000 },
      ]),
      tools: fakeTools({
        read: async ({ path }, call) => {
          await call.wait(path === 'a.ts' ? 900 : 300);
          return `${path}: ${'text '.repeat(300)}`;
        },
        bash: slowTool(1_000, 'built'),
      }),
      plan: '1. Build it.',
      settings: { turnsMax: 3 },
      person: (question) => ANSWERS[question.type],
    });
    session.send({ type: 'prompt.given', text: 'Build it.' });
    await session.until('finished');
    session.send({ type: 'session.ended', reason: 'done' });
    expect(session.states()).toEqual(
      expect.arrayContaining(['asking', 'reviewing', 'limited', 'summarising', 'retrying']),
    );

    const recorded = await fromHistory(written(session.steps()));
    await recorded.replay();
    const again = await recorded.again();
    expect(again.course()).toEqual(session.course());
    expect(timeless(again)).toEqual(timeless(session));
  });
});

const readOf = (path: string) => `<action tool="read"><path>${path}</path></action>`;
const ANSWERS = {
  'person.ask': 'always',
  'question.ask': 'this one',
  'plan.review': 'yes',
  'limit.ask': 'go on',
} as const;

describe('what is wrong with a history', () => {
  test('is named: no file, another file, a changed one', async () => {
    await expect(fromHistory('/nowhere.xml')).rejects.toThrow('/nowhere.xml: there is no such file.');
    await expect(fromHistory(changed('interrupted', () => 'hello'))).rejects.toThrow('this is no history of Tagma.');
    await expect(fromHistory(changed('interrupted', (text) => text.replace('go on', 'go away')))).rejects.toThrow(
      /session\.xml: record \d+ is damaged: it, or what stands before it, does not have the hash/,
    );
  });

  test('a recording that leads elsewhere today is told with its record, what was recorded and what comes of it', async () => {
    // As an older program would have written it, that went on to think where today's finishes.
    const steps = (await golden('interrupted')).steps();
    const older = steps.map((step, index) => (index === 3 ? { ...step, state: 'thinking' as const } : step));
    const file = written(older);
    const recorded = await fromHistory(file);
    const mismatch = await recorded.replay().catch((error: unknown) => error);
    expect(mismatch).toBeInstanceOf(HistoryMismatch);
    expect(String(mismatch)).toBe(
      [
        `HistoryMismatch: ${file}: record 10: state differs.`,
        '  recorded: <state n="10" value="thinking" at="2026-01-01T00:00:04.000Z"/>',
        '  today:    <state n="10" value="finished" at="2026-01-01T00:00:04.000Z"/>',
      ].join('\n'),
    );
    expect(mismatch).toMatchObject({ record: 10, expected: expect.stringContaining('thinking') });
    expect(recorded.course()).toContain('reply.ended 1 → finished: turn.end aborted');
  });
});

function written(steps: readonly TakenStep[]): string {
  const file = join(mkdtempSync(join(tmpdir(), 'tagma-test-')), 'session.xml');
  const opened = createHistory(file, { session: 'golden' });
  if (!opened.ok) throw new Error(opened.error.message);
  for (const { event, emitted, state } of steps)
    opened.history.append(recordsOf(event, emitted, state), { sync: false });
  opened.history.close();
  return file;
}
