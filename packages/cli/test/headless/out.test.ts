import { Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { start } from '@tagma/core';
import { expect, test } from 'vitest';
import { outTo } from '../../src/headless/out.ts';

/** A stream that takes what is written when it is told to. */
function slowStream() {
  const taking: (() => void)[] = [];
  const stream = new Writable({
    highWaterMark: 4,
    write: (_chunk, _encoding, done) => void taking.push(done),
  });
  stream.on('error', () => {});
  return { stream, take: () => taking.shift()?.() };
}

const askGate = (out: ReturnType<typeof outTo>) =>
  out.gate({ type: 'prompt.given', text: 'x', at: 0 }, start(), new AbortController().signal);

test('what there is room for passes at once', () => {
  const out = outTo(slowStream().stream);
  out.write('abc');
  expect([out.isFull(), askGate(out)]).toEqual([false, { kind: 'pass' }]);
});

test('what there is no room for waits until what was written has been taken', async () => {
  const { stream, take } = slowStream();
  const out = outTo(stream);
  out.write('abcdef');
  expect(out.isFull()).toBe(true);
  let hasPassed = false;
  const passing = Promise.resolve(askGate(out)).then((passage) => {
    hasPassed = true;
    return passage;
  });
  await wait(5);
  expect(hasPassed).toBe(false);
  take();
  expect(await passing).toEqual({ kind: 'pass' });
  expect(out.isFull()).toBe(false);
});

test.each([
  ['that fails', (stream: Writable) => stream.destroy(new Error('EPIPE'))],
  ['that is closed', (stream: Writable) => stream.destroy()],
])('an output %s is not waited for', async (_, end) => {
  const { stream } = slowStream();
  const out = outTo(stream);
  out.write('abcdef');
  const passing = askGate(out);
  end(stream);
  expect(await passing).toEqual({ kind: 'pass' });
  expect(stream.listenerCount('drain')).toBe(0);
});
