/** The question before a plan: a yes is answered when the plan begins, anything else is a no, and what stands behind it is skipped. */
import { join } from 'node:path';
import { type AgentEvent, type Fact, start, stateOf, step } from '@tagma/core';
import { expect, test } from 'vitest';
import { STARTED } from '../../../core/test/drive.ts';
import { auditHistory, createHistory, recordsOf } from '../../src/index.ts';
import { append } from '../sample.ts';
import { temporaryFolder } from '../temporary.ts';

const folder = temporaryFolder();
const REPLY = '<action tool="plan">enter</action><action tool="bash"><command>make</command></action>';

test.each([
  ['yes, plan first', ['call.answered', 'mode.switched', 'facts.take']],
  ['no, without a plan', ['model.ask']],
  ['look at a.ts first', ['model.ask']],
])('the answer %j', async (answer, expected) => {
  const file = join(folder, `${answer}.xml`);
  const created = createHistory(file, { session: 's' });
  if (!created.ok) throw new Error(created.error.message);
  const facts: readonly Fact[] = [
    { ...STARTED, settings: { ...STARTED.settings, plansWithPerson: true } },
    { type: 'prompt.given', text: 'Move it.' },
    { type: 'reply.ended', request: 1, text: REPLY, reasoning: '', finish: 'stop', usage: null },
    { type: 'question.answered', request: 2, answer },
  ];
  let snapshot = start();
  let emitted: readonly string[] = [];
  for (const [at, fact] of facts.entries()) {
    const event: AgentEvent = { ...fact, at };
    const next = step(snapshot, event);
    snapshot = next.snapshot;
    emitted = next.emitted.map(({ type }) => type);
    append(created.history, recordsOf(event, next.emitted, stateOf(snapshot)));
  }
  created.history.close();
  expect(emitted).toEqual(expected);
  expect(await auditHistory(file, { replay: false })).toMatchObject({ found: { faults: 0 } });
});
