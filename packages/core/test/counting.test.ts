import { describe, expect, test } from 'vitest';
import { appendUser } from '../src/conversation.ts';
import { takeCount } from '../src/counting.ts';
import { type Emitted, estimateTokens } from '../src/index.ts';
import { type Drive, drive, READS, windowOf } from './drive.ts';

/** Of a window of 4,096 tokens 3,072 are for the request. */
const WINDOW = windowOf(4_096);
const HALF = 'word '.repeat(2_000);
const LITTLE = 'word '.repeat(200);

function types(emitted: readonly Emitted[]): readonly string[] {
  return emitted.map(({ type }) => type);
}

function given(text: string, settings = {}, fields: Parameters<typeof drive>[1] = WINDOW): Drive {
  const machine = drive({ countsTokens: true, turnsMax: 100, ...settings }, fields);
  machine.send({ type: 'prompt.given', text });
  return machine;
}

/** A step with an action of its own. */
function read(machine: Drive, usage: { readonly input: number; readonly output: number } | null = null) {
  const request = machine.id('model.ask');
  const text = `<action tool="read">a${request}</action>`;
  machine.send({ type: 'reply.ended', request, text, reasoning: '', finish: 'stop', usage });
  machine.facts(READS);
  return machine.ended(`A ${request}`);
}

function counted(machine: Drive, tokens: number): readonly Emitted[] {
  return machine.send({ type: 'tokens.counted', request: machine.id('tokens.count'), tokens });
}

describe('the messages are counted', () => {
  test('beside the request, where much of the window is used, and nothing waits for it', () => {
    const machine = drive({ countsTokens: true }, WINDOW);
    expect(types(machine.send({ type: 'prompt.given', text: HALF }))).toEqual(['tokens.count', 'model.ask']);
    machine.reply('<final>done</final>');
    expect(machine.state()).toBe('finished');
    expect(counted(machine, 4_000)).toEqual([]);
    expect(machine.snapshot().context.countedBy).toBe('encoder');
  });

  test.each([
    ['where little of it is used', LITTLE, {}, WINDOW],
    ['where nobody wants it', HALF, { countsTokens: false }, WINDOW],
    ['where no window is known', HALF, {}, {}],
  ])('not %s', (_, text, settings, fields) => {
    const machine = given(text, settings, fields);
    expect(machine.id('tokens.count')).toBe(-1);
  });

  test('not where the endpoint counts them itself', () => {
    const machine = given(LITTLE);
    expect(types(read(machine, { input: 3_000, output: 1 }))).not.toContain('tokens.count');
    expect(machine.snapshot().context.countedBy).toBe('endpoint');
  });

  test('not again while it is being done, nor so soon after', () => {
    const machine = given('word '.repeat(3_300), {}, windowOf(8_192));
    expect(types(read(machine))).not.toContain('tokens.count');
    counted(machine, 3_400);
    const requests = Array.from({ length: 10 }, () => types(read(machine)).includes('tokens.count'));
    expect(requests.indexOf(true)).toBe(8);
  });
});

describe('what was counted', () => {
  const ratio = (machine: Drive) => machine.snapshot().context.tokensRatio;

  test('corrects the estimate of the same messages, whatever has come since', () => {
    const machine = given(HALF);
    const { tokens } = machine.snapshot().context.counting ?? { tokens: 0 };
    expect(tokens).toBe(estimateTokens('SYSTEM') + estimateTokens(HALF) + 2 * 4);
    read(machine);
    counted(machine, Math.round(tokens * 1.3));
    expect(ratio(machine)).toBeCloseTo(1.3, 3);
  });

  test('is not believed where the endpoint has counted meanwhile', () => {
    const machine = given(HALF);
    read(machine, { input: 2_600, output: 1 });
    const before = ratio(machine);
    expect(counted(machine, 9_000)).toEqual([]);
    expect([ratio(machine), machine.snapshot().context.countedBy]).toEqual([before, 'endpoint']);
  });

  test('says nothing of other messages: those of before a compaction', () => {
    const machine = given(HALF);
    const { context } = machine.snapshot();
    const request = machine.id('tokens.count');
    const shrunk = { ...context, conversation: appendUser({ ...context, conversation: [] }, 'what is left') };
    const after = takeCount(shrunk, { type: 'tokens.counted', request, tokens: 4_000 });
    expect([after.tokensRatio, after.countedBy, after.counting?.id]).toEqual([1, 'nobody', null]);
  });

  test('0 is no count', () => {
    const machine = given(HALF);
    counted(machine, 0);
    expect([ratio(machine), machine.snapshot().context.countedBy]).toEqual([1, 'nobody']);
  });

  test('and is late is ignored', () => {
    const machine = given(HALF);
    const request = machine.id('tokens.count');
    counted(machine, 3_000);
    expect(machine.send({ type: 'tokens.counted', request, tokens: 5_000 })).toEqual([
      { type: 'event.ignored', event: 'tokens.counted', why: 'late' },
    ]);
  });
});
