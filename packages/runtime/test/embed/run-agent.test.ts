/** One question, functions for the model and the tools: what a program gets that embeds the agent. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BEHAVIOUR } from '@tagma/core';
import { auditHistory, replayHistory } from '@tagma/history';
import { expect, test } from 'vitest';
import { type AgentDeps, type AgentMessage, runAgent } from '../../src/index.ts';

const FINAL = '<final>It is 42.</final>';
const ADD = '<action tool="add">40 + 2</action>';

/** Deps whose model says these, one after the other; what it was sent, and what was written. */
function scripted(replies: readonly string[], deps: Partial<AgentDeps> = {}) {
  const left = [...replies];
  const sent: (readonly AgentMessage[])[] = [];
  const given: AgentDeps = {
    tools: { add: (input) => `${input} = 42` },
    clock: { now: () => 0, wait: async () => {} },
    async callLLM(messages) {
      sent.push(messages);
      const reply = left.shift();
      if (reply === undefined) throw new Error('the script is over');
      return reply;
    },
    ...deps,
  };
  return { given, sent };
}

const last = (sent: readonly (readonly AgentMessage[])[]) => sent.at(-1)?.at(-1);

test('a question, a call, its observation, the answer', async () => {
  const steps: [string, number][] = [];
  const written: (readonly string[])[] = [];
  const { given, sent } = scripted([ADD, FINAL], {
    loadPrompt: () => 'You calculate.',
    onAssistantStep: (text, step) => steps.push([text, step]),
    writeHistory: (entries) => void written.push(entries),
  });
  const { answer, result, logEntries } = await runAgent('What is 40 + 2?', given);
  expect({ answer, result }).toEqual({
    answer: 'It is 42.',
    result: { kind: 'done', text: 'It is 42.', unstructured: false, denials: [], madeGood: false },
  });
  expect(steps).toEqual([
    [ADD, 0],
    [FINAL, 1],
  ]);
  expect(written).toEqual([logEntries]);
  expect(sent[1]?.map(({ role, content }) => [role, content])).toEqual([
    ['system', 'You calculate.'],
    ['user', 'What is 40 + 2?'],
    ['assistant', '<action tool="add">\n<input>40 + 2</input>\n</action>'],
    ['user', '<observation tool="add" call="1" status="ok" ms="0">\n40 + 2 = 42\n</observation>'],
  ]);
});

test('the log entries are a history that is verified, audited and replayed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tagma-embed-'));
  try {
    const file = join(folder, 'session.xml');
    const { given } = scripted([ADD, '<action tool="none"/>', FINAL], {
      session: 'embedded',
      writeHistory: (entries) => writeFileSync(file, entries.join('')),
    });
    const { logEntries } = await runAgent('What is 40 + 2?', given);
    expect(logEntries.at(-1)).toBe('</history>\n');
    expect((await replayHistory(file)).ok).toBe(true);
    const audited = await auditHistory(file);
    expect('holds' in audited && { holds: audited.holds, findings: audited.findings }).toEqual({
      holds: true,
      findings: [],
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test.each<[title: string, tools: AgentDeps['tools'], reply: string, observation: string]>([
  [
    'parameters of a described tool, checked',
    {
      times: {
        description: 'a × b',
        parameters: {
          type: 'object',
          properties: { a: { type: 'number' }, b: { type: 'number' } },
          required: ['a', 'b'],
        },
        run: ({ a, b }) => String(Number(a) * Number(b)),
      },
    },
    '<action tool="times"><a>6</a><b>7</b></action>',
    '<observation tool="times" call="1" status="ok" ms="0">\n42\n</observation>',
  ],
  [
    'an outcome of its own',
    { look: { description: '', readOnly: true, run: () => ({ status: 'timeout', content: 'slow', details: {} }) } },
    '<action tool="look"/>',
    '<observation tool="look" call="1" status="timeout" ms="0">\nslow\n</observation>',
  ],
  [
    'what a function throws',
    {
      add() {
        throw new Error('no numbers');
      },
    },
    ADD,
    '<observation tool="add" call="1" status="error" ms="0">\nno numbers\n</observation>',
  ],
  [
    'what gives nothing',
    { add: (() => undefined) as unknown as () => string },
    ADD,
    '<observation tool="add" call="1" status="error" ms="0">\nThe tool ran, and gave neither a text nor an outcome.\n</observation>',
  ],
  [
    'what no observation can hold whole',
    { add: () => 'line\n'.repeat(5_000) },
    ADD,
    `<observation tool="add" call="1" status="ok" ms="0">\n${'line\n'.repeat(2_000)}[tagma: cut: 2000 of 5000 lines are shown]\n</observation>`,
  ],
])('the model is told %s', async (_title, tools, reply, observation) => {
  const { given, sent } = scripted([reply, FINAL], { tools });
  expect((await runAgent('?', given)).answer).toBe('It is 42.');
  expect(last(sent)).toEqual({ role: 'user', content: observation });
});

test.each([undefined, null, 42])('a model that says %s ends the run as failed', async (said) => {
  const callLLM = (async () => said) as unknown as AgentDeps['callLLM'];
  const { answer, result } = await runAgent('?', scripted([], { callLLM }).given);
  const gave = said === null ? 'null' : typeof said;
  expect({ answer, kind: result.kind }).toEqual({
    answer: `There is no answer: callLLM failed: it gave ${gave}, and not the text of a reply`,
    kind: 'failed',
  });
});

test('a tool that there is not is answered with those that there are', async () => {
  const { given, sent } = scripted(['<action tool="multiply">6 7</action>', FINAL]);
  await runAgent('?', given);
  expect(last(sent)?.content).toBe(
    '<observation tool="multiply" call="1" status="error">\nline 1: there is no tool "multiply". The tools are: add.\n</observation>',
  );
});

test.each<[title: string, replies: readonly string[], deps: Partial<AgentDeps>, answer: string, kind: string]>([
  ['fails where the model does', [], {}, 'There is no answer: callLLM failed: the script is over', 'failed'],
  [
    'ends at its limit',
    [ADD, ADD, FINAL],
    { maxSteps: 2 },
    'There is no answer: the limit was reached (2 replies).',
    'limit',
  ],
  [
    'ends at once where its signal has',
    [FINAL],
    { signal: AbortSignal.abort() },
    'There is no answer: the run was ended before there was one.',
    'aborted',
  ],
])('a run %s, with a whole history', async (_title, replies, deps, answer, kind) => {
  const ended = await runAgent('?', scripted(replies, deps).given);
  expect({ answer: ended.answer, kind: ended.result.kind }).toEqual({ answer, kind });
  expect(ended.logEntries.at(-1)).toBe('</history>\n');
});

test.each<[where: string, deps: (hang: () => Promise<string>) => Partial<AgentDeps>]>([
  ['its model', (hang) => ({ callLLM: hang })],
  ['a tool', (hang) => ({ tools: { add: hang } })],
])('an abort ends a run, though %s does not listen', async (_where, deps) => {
  const aborting = new AbortController();
  const hang = () => {
    queueMicrotask(() => aborting.abort());
    return new Promise<string>(() => {});
  };
  const { given } = scripted([ADD], { ...deps(hang), signal: aborting.signal });
  expect((await runAgent('?', given)).result).toEqual({ kind: 'aborted', by: 'person' });
});

test('what its own functions throw', async () => {
  const { given } = scripted([FINAL], {
    onAssistantStep() {
      throw new Error('not asked');
    },
  });
  expect((await runAgent('?', given)).answer).toBe('It is 42.');
  const refusing: Partial<AgentDeps> = { writeHistory: () => Promise.reject(new Error('disk full')) };
  await expect(runAgent('?', scripted([FINAL], refusing).given)).rejects.toThrow('disk full');
});

test('without a prompt of its own the model is told the form and the tools', async () => {
  const parameters = {
    type: 'object',
    properties: { a: { description: 'a number' }, b: {} },
    required: ['a'],
  } as const;
  const tools = { add: () => '', times: { description: 'a × b', parameters, run: () => '' } };
  const { given, sent } = scripted([FINAL], { tools, session: 'x' });
  const { logEntries } = await runAgent('?', given);
  const [system] = sent[0] ?? [];
  expect(system?.content).toMatch(/<final>the answer<\/final>/);
  expect(system?.content.split('\n').slice(-4)).toEqual(['- add', '- times: a × b', '<a> a number', '<b>?']);
  expect(logEntries[1]).toContain(`<behaviour type="number">${BEHAVIOUR}</behaviour>`);
});
