/** Which of two system prompts is sent: by the window, and changed only where nothing that is cached is lost by it. */
import type { Fault } from '@tagma/protocol';
import { describe, expect, test } from 'vitest';
import { type ModelChoice, messagesOf, type SessionStarted, sizeOf, systemFor } from '../src/index.ts';
import { type Drive, drive, prompted, READS, STARTED, types, windowOf } from './drive.ts';

/** Of 819 and 269 tokens: between them lie 550. */
const [USUAL, SMALL] = ['Many words. '.repeat(300), 'Few words. '.repeat(100)];
const TEXTS = { system: USUAL, systemSmall: SMALL };
const BULK = 'lorem ipsum dolor sit amet '.repeat(60);
const OVERFLOW: Fault = { kind: 'context-overflow', message: 'too long', advice: '', status: 400 };

const systemIn = (machine: Drive) => {
  const text = messagesOf(machine.snapshot().context)[0]?.content;
  return text === USUAL ? 'usual' : text === SMALL ? 'small' : text;
};
const named = (model: string, windowTokens: number): ModelChoice => ({ ...STARTED.model, model, windowTokens });
const choose = (machine: Drive, model: ModelChoice) => machine.send({ type: 'model.changed', model });
const fail = (machine: Drive, fault: Fault) =>
  machine.send({ type: 'reply.failed', request: machine.id('model.ask'), text: '', reasoning: '', fault });

function work(machine: Drive, replies: number, from = 0): void {
  for (let i = from; i < from + replies; i++) {
    machine.reply(`<thought>look ${i}</thought><action tool="read"><path>f${i}</path></action>`);
    machine.facts(READS);
    machine.ended(`result ${i}: ${BULK}`);
  }
}

type Row = readonly [
  title: string,
  texts: Pick<SessionStarted, 'system' | 'systemSmall'>,
  window: number,
  sent: string,
];

describe('by the window', () => {
  const rows: readonly Row[] = [
    ['not known', TEXTS, 0, 'usual'],
    ['2k', TEXTS, 2_048, 'small'],
    ['8k', TEXTS, 8_192, 'small'],
    ['as much as the small one saves 5 % of', TEXTS, 10_950, 'small'],
    ['a little more', TEXTS, 11_050, 'usual'],
    ['32k', TEXTS, 32_768, 'usual'],
    ['32k, however many words there are', { system: USUAL.repeat(9), systemSmall: SMALL }, 32_768, 'usual'],
    ['16k, of many words', { system: USUAL.repeat(9), systemSmall: SMALL }, 16_384, 'small'],
    ['2k, where there is no other', { ...TEXTS, systemSmall: '' }, 2_048, 'usual'],
    ['2k, where the other says as much', { system: USUAL, systemSmall: USUAL }, 2_048, 'usual'],
  ];
  test.each(rows)('%s', (_title, texts, window, sent) => {
    expect(systemFor(texts, window)).toBe(sent);
    const machine = drive({}, { ...texts, ...windowOf(window) });
    expect(machine.snapshot().context.systemSent).toBe(sent);
    expect(messagesOf(machine.snapshot().context)[0]?.content).toBe(
      sent === 'small' ? texts.systemSmall : texts.system,
    );
  });
});

describe('while it runs', () => {
  const found = (machine: Drive, tokens: number) =>
    machine.send({ type: 'window.found', request: machine.id('window.find'), tokens, source: 'the server' });

  test('a window that is found changes nothing, until there is a compaction', () => {
    const machine = prompted({ findsWindow: true }, TEXTS);
    work(machine, 1);
    found(machine, 4_096);
    const sent = messagesOf(machine.snapshot().context);
    work(machine, 1, 1);
    expect(messagesOf(machine.snapshot().context).slice(0, sent.length)).toEqual(sent);
    expect(systemIn(machine)).toBe('usual');
    work(machine, 5, 2);
    expect(systemIn(machine)).toBe('small');
  });

  test('where the usual one fills it, the small one is sent instead of a summary', () => {
    const machine = prompted({ findsWindow: true }, TEXTS);
    machine.reply('<action tool="fly"></action>');
    found(machine, 1_400);
    expect(types(machine.reply('<action tool="fly"></action>'))).toContain('conversation.compacted');
    expect([systemIn(machine), machine.state()]).toEqual(['small', 'thinking']);
    expect(sizeOf(machine.snapshot().context)).toBeLessThan(1_050 * 0.8);
  });

  test('a first request that overflows is sent again with the small one', () => {
    const machine = prompted({}, TEXTS);
    const before = sizeOf(machine.snapshot().context);
    expect(types(fail(machine, { ...OVERFLOW, windowTokens: 1_200 }))).toEqual(['conversation.compacted', 'model.ask']);
    expect(systemIn(machine)).toBe('small');
    expect(sizeOf(machine.snapshot().context)).toBeLessThan(before - 540);
  });

  test('it does not change back at a later compaction', () => {
    const machine = prompted({}, { ...TEXTS, ...windowOf(10_500) });
    // The server counts fewer tokens than were estimated: by its count the usual one would do.
    machine.send({
      ...{ type: 'reply.ended', request: machine.id('model.ask'), text: '<action tool="fly"></action>' },
      ...{ reasoning: '', finish: 'stop', usage: { input: 210, output: 10 } },
    });
    expect(machine.snapshot().context.tokensRatio).toBeLessThan(0.9);
    machine.reply('<final>done</final>');
    machine.send({ type: 'compact.requested', focus: '' });
    expect(systemIn(machine)).toBe('small');
  });
});

describe('another model', () => {
  const rows: readonly (readonly [title: string, from: number, to: number, sent: string])[] = [
    ['of a smaller window', 32_768, 4_096, 'small'],
    ['of a larger one', 4_096, 32_768, 'usual'],
    ['of one that is not known', 4_096, 0, 'usual'],
    ['of one that is as small', 4_096, 4_096, 'small'],
  ];
  test.each(rows)('%s is asked with its own prompt, and the digest is of that', (_title, from, to, sent) => {
    const machine = prompted({}, { ...TEXTS, ...windowOf(from) });
    machine.reply('<final>done</final>');
    choose(machine, named('other', to));
    const [, ask] = machine.send({ type: 'prompt.given', text: 'more' });
    expect(systemIn(machine)).toBe(sent);
    const fresh = prompted({}, { ...TEXTS, model: named('other', to) });
    fresh.reply('<final>done</final>');
    const [, other] = fresh.send({ type: 'prompt.given', text: 'more' });
    expect(ask).toEqual(other);
  });

  test('one that stands in is, too; and then the chosen one is again', () => {
    const machine = prompted({}, { ...TEXTS, ...windowOf(32_768), fallbacks: [named('second', 4_096)] });
    fail(machine, { kind: 'quota', message: 'no credit', advice: '', status: 402 });
    expect(systemIn(machine)).toBe('small');
    machine.reply('<final>done</final>');
    machine.send({ type: 'prompt.given', text: 'more' });
    expect(systemIn(machine)).toBe('usual');
  });
});

describe('a session that goes on', () => {
  type Resumed = readonly [title: string, was: number, is: Partial<SessionStarted>, sent: string];
  const rows: readonly Resumed[] = [
    ['in the same window', 4_096, { ...TEXTS, ...windowOf(4_096) }, 'small'],
    ['in a larger one', 4_096, { ...TEXTS, ...windowOf(32_768) }, 'usual'],
    ['in a smaller one', 32_768, { ...TEXTS, ...windowOf(4_096) }, 'small'],
    ['in one that is not known any more', 4_096, { ...TEXTS, ...windowOf(0) }, 'small'],
    ['in one that is not known any more, of another model', 4_096, { ...TEXTS, model: named('other', 0) }, 'usual'],
    ['by a prompt that the person chose', 4_096, { system: USUAL, systemSmall: '', ...windowOf(4_096) }, 'usual'],
    [
      'by such a prompt, in a window that is not known',
      4_096,
      { system: USUAL, systemSmall: '', ...windowOf(0) },
      'usual',
    ],
  ];
  test.each(rows)('%s', (_title, was, is, sent) => {
    const machine = prompted({}, { ...TEXTS, ...windowOf(was) });
    machine.reply('<final>done</final>');
    machine.send({ type: 'session.ended', reason: 'quit' });
    machine.send({ ...STARTED, ...is, type: 'session.resumed', parent: null });
    machine.send({ type: 'prompt.given', text: 'more' });
    expect(systemIn(machine)).toBe(sent);
  });
});
