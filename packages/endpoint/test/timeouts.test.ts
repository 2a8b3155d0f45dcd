import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { type CompletionHooks, complete } from '../src/index.ts';
import { limitsOf } from '../src/limits.ts';
import { ask, REQUEST } from './ask.ts';
import { event, SSE, serve } from './serve.ts';

test.each([
  ['shorter than both limits', 5, { firstByteMs: 5, idleMs: 5 }],
  ['longer than one of them', 20, { firstByteMs: 20, idleMs: 10 }],
  ['longer than both', 50, { firstByteMs: 30, idleMs: 10 }],
  ['not given', undefined, { firstByteMs: 30, idleMs: 10 }],
])('the caller has a patience %s', (_, patienceMs, expected) => {
  expect(limitsOf({ firstByteMs: 30, idleMs: 10 }, patienceMs)).toMatchObject(expected);
});

test.each([
  ['no reply began within 300 ms', ''],
  ['the reply stood still within 300 ms', event({ content: 'a' })],
])('the patience of a request ends it: %s', async (said, sent) => {
  const server = await serve((response) => {
    response.writeHead(200, SSE).flushHeaders();
    response.write(`: here\n\n${sent}`);
  });
  const hooks: CompletionHooks = { signal: new AbortController().signal, onDelta: () => 'go on' };
  const completion = await complete({ ...REQUEST, patienceMs: 300 }, server, hooks);
  expect(completion).toMatchObject({ ok: false, fault: { kind: 'timeout', message: expect.stringContaining(said) } });
});

test('a connection that is never secured is given up in time', async () => {
  const silent = createServer((socket) => {
    socket.on('error', () => {});
    onTestFinished(() => void socket.destroy());
  });
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void silent.close());
  const address = silent.address();
  const url = `https://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/v1`;
  const { completion } = await ask({ url, limits: { connectMs: 40 } });
  expect(completion).toMatchObject({
    ok: false,
    fault: {
      kind: 'timeout',
      message: `${url}/chat/completions: no connection was made within 40 ms.`,
      advice: 'Start the server, or check its address. If it speaks no TLS, give its address with http://.',
    },
  });
});
