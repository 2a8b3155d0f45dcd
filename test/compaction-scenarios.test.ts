/** The scenarios that the architecture's seed names for compactions (J.12), with its numbers. */

import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, test } from 'vitest';
import { type AgentEvent, estimateTokens, messagesOf, sizeOf, stateOf, step } from '../packages/core/src/index.ts';
import { NO_SIZE, sizeTo } from '../packages/core/src/tokens.ts';
import { prompted, READS, types, windowOf } from '../packages/core/test/drive.ts';
import { recordsOf } from '../packages/history/src/index.ts';

const BULK = 'lorem ipsum dolor sit amet '.repeat(60);
const SUMMARY = '<summary><goal>fix it</goal><decisions>keep the names</decisions></summary>';

/** A session of so many replies with a result of about 400 tokens each. */
function worked(replies: number, windowTokens: number) {
  const machine = prompted({}, windowOf(windowTokens));
  for (let i = 0; i < replies && machine.state() === 'thinking'; i++) {
    machine.reply(`<thought>look ${i}</thought><action tool="read"><path>f${i}</path></action>`);
    machine.facts(READS);
    machine.ended(`result ${i}: ${BULK}`);
  }
  return machine;
}

type Machine = ReturnType<typeof worked>;

const messages = (machine: Machine) => messagesOf(machine.snapshot().context);
const summarised = (machine: Machine, text = SUMMARY) =>
  machine.send({
    type: 'reply.ended',
    request: machine.id('summary.ask'),
    text,
    reasoning: '',
    finish: 'stop',
    usage: null,
  });

describe('1. the estimate', () => {
  test('1.1 Chinese and English mixed: within 20 % of what an encoder counts', () => {
    const text = 'Hello 你好 World 世界. Read the file 文件 first, then 修改它. '.repeat(20);
    expect(Math.abs(estimateTokens(text) / countTokens(text) - 1)).toBeLessThan(0.2);
  });

  test('1.2 no messages: nothing', () => {
    expect([estimateTokens(''), sizeTo(NO_SIZE, [], 0).tokens]).toEqual([0, 0]);
  });
});

describe('2. the window', () => {
  test('2.1 below the threshold nothing is compacted, and no model is asked for a summary', () => {
    const machine = worked(20, 100_000);
    expect([machine.state(), messages(machine).length, machine.id('summary.ask')]).toEqual(['thinking', 42, -1]);
    expect(messages(machine)[3]?.content).toContain(BULK);
  });

  test('2.2 above it the older part is summed up, and the last messages stay whole', () => {
    const machine = worked(100, 4_000);
    const before = messages(machine);
    expect(machine.state()).toBe('summarising');
    expect(types(summarised(machine))).toEqual(['conversation.compacted', 'model.ask']);
    const after = messages(machine);
    expect(after.length).toBeLessThan(before.length);
    expect(after[1]?.content).toContain('keep the names');
    expect(after.at(-1)).toEqual(before.at(-1));
    expect(sizeOf(machine.snapshot().context)).toBeLessThan(3_000 * 0.8);
  });

  test('2.3 the system message stays first, as it was', () => {
    const machine = worked(100, 4_000);
    const [before] = messages(machine);
    summarised(machine);
    const [after, ...others] = messages(machine);
    expect(after).toBe(before);
    expect(others.every(({ role }) => role !== 'system')).toBe(true);
  });
});

describe('3. failures', () => {
  test('3.1 a request for a summary that is refused: what is old is left out, and it is not asked again', () => {
    const machine = worked(100, 4_000);
    const fault = { kind: 'context-overflow', message: 'too long', advice: '', status: 400 } as const;
    const failed = machine.send({
      ...{ type: 'reply.failed', request: machine.id('summary.ask'), text: '', reasoning: '', fault },
    });
    expect(failed).toMatchObject([
      { type: 'conversation.compacted', how: 'cut', problem: 'too long' },
      { type: 'model.ask' },
    ]);
  });

  test('3.2 a second one while one is under way: it is ignored, and that is said', () => {
    const machine = worked(100, 4_000);
    const request = machine.id('summary.ask');
    expect(machine.send({ type: 'compact.requested', focus: '' })).toEqual([
      { type: 'event.ignored', event: 'compact.requested', why: 'not now' },
    ]);
    expect([machine.state(), machine.id('summary.ask')]).toEqual(['summarising', request]);
  });

  test('3.3 what it has come to is in the history, with the summary', () => {
    const machine = worked(100, 4_000);
    const event: AgentEvent = {
      type: 'reply.ended',
      request: machine.id('summary.ask'),
      text: SUMMARY,
      reasoning: '',
      finish: 'stop',
      usage: null,
      at: 1,
    };
    const { snapshot, emitted } = step(machine.snapshot(), event);
    const record = recordsOf(event, emitted, stateOf(snapshot)).find(({ type }) => type === 'conversation.compacted');
    expect(record).toMatchObject({
      fields: { how: 'summarised', why: 'threshold', summary: { goal: 'fix it', decisions: 'keep the names' } },
    });
  });
});
