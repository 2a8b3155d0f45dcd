/** Pictures in the conversation: where they come from, what they cost, and when they go. */
import type { ImageRef, JsonObject, Outcome } from '@tagma/protocol';
import { describe, expect, test } from 'vitest';
import { digestText, digestTo, NO_DIGEST } from '../src/digest.ts';
import { type Message, messagesOf, sizeOf } from '../src/index.ts';
import { imageTokens } from '../src/tokens.ts';
import { type Drive, prompted, READS, windowOf } from './drive.ts';

const image = (digit: string, more: Partial<ImageRef> = {}): ImageRef => ({
  ...{ sha256: digit.repeat(64), mediaType: 'image/png', width: 1_000, height: 1_200, bytes: 9_000 },
  ...more,
});
const READ = '<action tool="read"><path>a.png</path></action>';

const last = (machine: Drive) => messagesOf(machine.snapshot().context).at(-1);
const ended = (machine: Drive, details: JsonObject, status: Outcome['status'] = 'ok') =>
  machine.send({
    type: 'tool.ended',
    request: machine.id('tool.run'),
    outcome: { status, content: 'a.png: PNG image', details },
    durationMs: 1,
  });

/** The model has read one picture. */
function seen(machine: Drive, details: JsonObject, status: Outcome['status'] = 'ok'): Drive {
  machine.reply(READ);
  machine.facts(READS);
  ended(machine, details, status);
  return machine;
}

function replied(machine: Drive, text: string, imagesSent: boolean): void {
  machine.send({
    ...{ type: 'reply.ended', request: machine.id('model.ask'), text, reasoning: '', finish: 'stop', usage: null },
    ...(imagesSent && { imagesSent }),
  });
}

describe('the picture that a call shows goes with its observation', () => {
  test('by reference', () => {
    expect(last(seen(prompted(), { image: image('a') }))?.images).toEqual([image('a')]);
  });

  test('several in the order of their calls, whichever ended first', () => {
    const machine = prompted();
    machine.reply(`${READ}${READ}`);
    machine.facts(READS);
    machine.facts(READS);
    const second = machine.id('tool.run');
    const outcome = (one: ImageRef) => ({ status: 'ok', content: '', details: { image: one } }) as const;
    machine.send({ type: 'tool.ended', request: second, outcome: outcome(image('b')), durationMs: 1 });
    machine.send({ type: 'tool.ended', request: second - 1, outcome: outcome(image('a')), durationMs: 1 });
    expect(last(machine)?.images).toEqual([image('a'), image('b')]);
  });

  test('and stays where the person says something more', () => {
    const machine = prompted();
    machine.reply(READ);
    machine.facts(READS);
    machine.send({ type: 'steer.given', text: 'look well' });
    ended(machine, { image: image('a') });
    expect(last(machine)).toMatchObject({ content: expect.stringMatching(/look well$/), images: [image('a')] });
  });

  test.each<[string, JsonObject, Outcome['status']]>([
    ['none', {}, 'ok'],
    ['what is no reference', { image: { ...image('a'), sha256: '/etc/passwd' } }, 'ok'],
    ['of a call that failed', { image: image('a') }, 'error'],
  ])('but not %s', (_title, details, status) => {
    expect(last(seen(prompted(), details, status))).not.toHaveProperty('images');
  });
});

describe('what they cost', () => {
  test.each<[string, number, number, number]>([
    ['a tiny one', 1, 1, 85],
    ['one of a million pixels', 1_000, 900, 1_200],
    ['a huge one', 8_000, 8_000, 1_600],
  ])('%s', (_title, width, height, tokens) => {
    expect(imageTokens([{ role: 'user', content: '', images: [image('a', { width, height })] }])).toBe(tokens);
  });

  test('those that are not sent any more cost nothing', () => {
    const images = Array.from({ length: 21 }, () => image('a'));
    expect(imageTokens([{ role: 'user', content: '', images }])).toBe(11 * 1_600);
  });

  test('is counted once they have been sent, and no longer where they are not', () => {
    const machine = seen(prompted(), { image: image('a') });
    const unsent = sizeOf(machine.snapshot().context);
    replied(machine, READ, true);
    expect(sizeOf(machine.snapshot().context) - unsent).toBeGreaterThan(1_600);
    machine.facts(READS);
    ended(machine, {});
    replied(machine, READ, false);
    expect(sizeOf(machine.snapshot().context) - unsent).toBeLessThan(200);
  });

  test('makes room where they fill the window: old ones are left out, and it is said', () => {
    const machine = prompted({}, windowOf(16_000));
    for (let at = 0; at < 9; at++) {
      replied(machine, READ.replace('a.png', `${at}.png`), true);
      machine.facts(READS);
      ended(machine, { image: image(String(at)) });
    }
    const messages = messagesOf(machine.snapshot().context);
    const kept = messages.flatMap(({ images = [] }) => images);
    expect(kept.at(-1)).toEqual(image('8'));
    expect(kept.length).toBeLessThan(6);
    expect(messages[3]?.content).toContain('the picture was here and is left out now; read it again if it is needed');
  });

  test('the one that does not fit at all is left out after an overflow', () => {
    const machine = seen(prompted({}, windowOf(1_500)), { image: image('a') });
    const fault = { kind: 'context-overflow', message: 'too long', advice: '', status: 400 } as const;
    const request = machine.id('model.ask');
    machine.send({ type: 'reply.failed', request, text: '', reasoning: '', fault, imagesSent: true });
    expect(machine.state()).toBe('thinking');
    expect(messagesOf(machine.snapshot().context).flatMap(({ images = [] }) => images)).toEqual([]);
  });
});

test('the digest covers them', () => {
  const digest = (message: Message) => digestText(digestTo(NO_DIGEST, [message], 1));
  const bare: Message = { role: 'user', content: 'x' };
  const digests = [
    bare,
    { ...bare, images: [image('a')] },
    { ...bare, images: [image('b')] },
    { ...bare, images: [image('a'), image('b')] },
  ].map(digest);
  expect(new Set(digests).size).toBe(4);
  expect(digest({ ...bare, images: [] })).toBe(digests[0]);
});
