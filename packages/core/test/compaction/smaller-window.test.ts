/** What a compaction leaves fits, whatever was long before: an answer, a summary of a larger window, the task. */
import { describe, expect, test } from 'vitest';
import { estimateTokens, messagesOf, sizeOf } from '../../src/index.ts';
import { type Drive, prompted, READS, STARTED, windowOf } from '../drive.ts';

const BULK = 'lorem ipsum dolor sit amet '.repeat(60);
const said = (machine: Drive) => messagesOf(machine.snapshot().context).slice(1);
const size = (machine: Drive) => sizeOf(machine.snapshot().context);

function summary(machine: Drive, text: string) {
  const request = machine.id('summary.ask');
  return machine.send({ type: 'reply.ended', request, text, reasoning: '', finish: 'stop', usage: null });
}

function change(machine: Drive, windowTokens: number) {
  return machine.send({ type: 'model.changed', model: { ...STARTED.model, model: 'small', windowTokens } });
}

/** Replies with a long thought and one call each, until a summary is asked for. */
function untilSummary(machine: Drive): void {
  for (let i = 0; machine.state() === 'thinking' && i < 100; i++) {
    machine.reply(`<thought>${BULK}${i}</thought><action tool="read"><path>f${i}</path></action>`);
    machine.facts(READS);
    machine.ended('r');
  }
  expect(machine.state()).toBe('summarising');
}

describe('a long answer before the prompt', () => {
  const answered = (text: string) => {
    const machine = prompted({}, windowOf(8_192));
    machine.reply(text);
    machine.send({ type: 'prompt.given', text: 'and now?' });
    if (machine.state() === 'summarising') summary(machine, '');
    expect(machine.state()).toBe('thinking');
    expect(size(machine)).toBeLessThan(6_144);
    return said(machine);
  };

  test('is cut in its middle, and stays an answer', () => {
    const [first, reply, prompt] = answered(`<final>BEGIN ${BULK.repeat(20)} END</final>`);
    expect(estimateTokens(`BEGIN ${BULK.repeat(20)} END`)).toBeGreaterThan(6_144);
    expect(first?.content).toContain('fix it');
    expect(reply?.content).toMatch(
      /^<final>BEGIN [\s\S]*\n\[tagma: \d+ characters that stood here are left out\.\]\n[\s\S]* END<\/final>$/,
    );
    expect(prompt?.content).toBe('and now?');
  });

  test('of many texts is cut as a whole', () => {
    const thoughts = Array.from({ length: 900 }, (_, i) => `<thought>${i} lorem ipsum dolor sit amet</thought>`);
    const [, reply] = answered(`${thoughts.join('\n')}<final>END</final>`);
    expect(reply?.content).toContain('characters that stood here are left out');
    expect(reply?.content).toMatch(/<final>END<\/final>$/);
  });
});

test('one prompt that does not fit is told as what it is: something is left out, and no old result was shortened', () => {
  const machine = prompted({}, windowOf(4_096));
  machine.reply('<final>done</final>');
  const emitted = machine.send({ type: 'prompt.given', text: BULK.repeat(20) });
  expect(emitted[0]).toMatchObject({ type: 'conversation.compacted', how: 'cut' });
});

test('a prompt between longer texts in one message is told whole', () => {
  const machine = prompted({ plansWithPerson: true }, windowOf(0));
  machine.reply('<final>done</final>');
  machine.send({ type: 'shell.requested', command: 'ls' });
  const outcome = { status: 'ok', content: 'a\n'.repeat(140), details: {} } as const;
  machine.send({ type: 'shell.ended', request: machine.id('shell.run'), outcome, durationMs: 1 });
  machine.send({ type: 'mode.changed', mode: 'plan' });
  machine.send({ type: 'prompt.given', text: 'TASK: keep the parser pure.' });
  const fault = { kind: 'context-overflow', message: 'too long', advice: '', status: 400 } as const;
  machine.send({ type: 'reply.failed', request: machine.id('model.ask'), text: '', reasoning: '', fault });
  expect(said(machine).at(-1)?.content).toContain('TASK: keep the parser pure.');
});

test('a summary that was written for a larger window is cut for a smaller one', () => {
  const machine = prompted({ turnsMax: 1_000 }, windowOf(32_000));
  untilSummary(machine);
  summary(machine, `<summary><goal>fix it</goal><done>${BULK.repeat(12)}</done><next>NEXT</next></summary>`);
  const before = said(machine)[0]?.content ?? '';
  expect(estimateTokens(before)).toBeGreaterThan(3_000);
  machine.reply('<final>done</final>');
  change(machine, 3_000);
  machine.send({ type: 'prompt.given', text: 'and now?' });
  if (machine.state() === 'summarising') summary(machine, '');
  expect(machine.state()).toBe('thinking');
  expect(size(machine)).toBeLessThan(2_250);
  expect(said(machine)[0]?.content).toMatch(/<goal>\nfix it\n<\/goal>[\s\S]*<next>\nNEXT\n<\/next>/);
  expect(said(machine).at(-1)?.content).toBe('and now?');
});

test('a long task that was cut is still known for the task, whatever the person says later', () => {
  const machine = prompted({ turnsMax: 1_000 }, windowOf(4_096));
  machine.reply('<final>done</final>');
  const task = `TASK ${'keep the parser pure. '.repeat(140)}`;
  machine.send({ type: 'prompt.given', text: task });
  for (let round = 0; round < 8; round++) {
    for (let i = 0; i < 3; i++) {
      machine.reply(`<thought>${BULK}</thought><action tool="read"><path>f${round}-${i}</path></action>`);
      machine.facts(READS);
      machine.send({ type: 'steer.given', text: `steer ${round}-${i}: ${'mind the tests. '.repeat(20)}` });
      machine.ended('r');
      if (machine.state() === 'summarising') summary(machine, '<summary><goal>g</goal></summary>');
    }
    expect(machine.state()).toBe('thinking');
    expect(
      said(machine)
        .map(({ content }) => content)
        .join('\n'),
    ).toContain('TASK keep the parser pure.');
    expect(size(machine)).toBeLessThan(3_072);
  }
});

test('a count that comes while a summary is written moves nothing: only what was summed up goes', () => {
  const machine = prompted({ turnsMax: 1_000, countsTokens: true }, windowOf(8_192));
  untilSummary(machine);
  const { compaction, counting } = machine.snapshot().context;
  const kept = said(machine).slice(-(compaction?.kept ?? 0));
  expect(kept.length).toBeGreaterThan(2);
  const tokens = Math.round((counting?.tokens ?? 0) * 1.4);
  machine.send({ type: 'tokens.counted', request: machine.id('tokens.count'), tokens });
  expect(machine.snapshot().context.tokensRatio).toBeGreaterThan(1.3);
  summary(machine, '<summary><goal>fix it</goal></summary>');
  expect(said(machine).slice(1)).toEqual(kept);
});

test('an action in the form of another family is no summary', () => {
  const machine = prompted({ turnsMax: 1_000 }, windowOf(8_192));
  untilSummary(machine);
  const call = '<tool_call>\n{"name": "read", "arguments": {"path": "a"}}\n</tool_call>';
  expect(summary(machine, call)[0]).toMatchObject({ how: 'cut', problem: 'it acts instead of summing up' });
});

test('a summary without sections keeps what the one before knew', () => {
  const machine = prompted({ turnsMax: 1_000 }, windowOf(8_192));
  untilSummary(machine);
  summary(machine, '<summary><goal>fix it</goal><done>A is done</done><next>B</next></summary>');
  untilSummary(machine);
  summary(machine, 'The port is 8080, as it turned out.');
  expect(machine.snapshot().context.memory?.summary).toMatchObject({
    ...{ goal: 'fix it', done: 'A is done', next: 'B' },
    context: 'The port is 8080, as it turned out.',
  });
});

describe('what is told in a script that takes more tokens', () => {
  const CHINESE = '请检查这个项目的所有源代码文件，并且把每一个函数的行为写成文档，同时不要修改任何测试文件。';
  const steps = Array.from({ length: 10 }, (_, i) => ({ text: `${CHINESE.repeat(3)}${i}`, status: 'open' }));
  const sections = ['goal', 'constraints', 'done', 'doing', 'next', 'context'];
  const summed = sections.map((name) => `<${name}>${CHINESE.repeat(20)}</${name}>`).join('');

  test.each([1_600, 2_048, 4_096])('fits into a window of %i tokens, beside a list of steps', (windowTokens) => {
    const machine = prompted({ turnsMax: 1_000 }, { ...windowOf(windowTokens), system: 'lorem ipsum '.repeat(200) });
    machine.reply(`<action tool="todo"><items>${JSON.stringify(steps)}</items></action>`);
    machine.reply(`<final>${CHINESE.repeat(6)}</final>`);
    for (let i = 0; i < 6; i++) {
      machine.send({ type: 'prompt.given', text: `TASK ${i} ${CHINESE.repeat(20)}` });
      if (machine.state() === 'summarising') summary(machine, `<summary>${summed}</summary>`);
      expect([i, machine.state(), size(machine) <= windowTokens * 0.75]).toEqual([i, 'thinking', true]);
      expect(said(machine).at(-1)?.content).toContain(`TASK ${i}`);
      machine.reply(`<final>${CHINESE.repeat(6)}</final>`);
    }
  });
});
