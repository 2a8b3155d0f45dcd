/** Hooks that go wrong in every way: each call ends as a failure that says why, within its time, and nothing else suffers. */
import { expect, test } from 'vitest';
import { callHook } from '../../src/hooks/call-hook.ts';
import { hookOf, type Kind } from './hooked.ts';

const MUCH = 'x'.repeat(100);
const POST = "const { parentPort } = await import('node:worker_threads');";

const ROWS: readonly (readonly [kind: Kind, title: string, body: string, problem: RegExp])[] = [
  [
    'command',
    'writes without end',
    `for (;;) await new Promise((resolve) => process.stdout.write('${MUCH}'.repeat(10_000), resolve));`,
    /it took longer than|more than/,
  ],
  [
    'command',
    'writes much to complain',
    `process.stderr.write('${MUCH}'.repeat(100_000)); process.exitCode = 1;`,
    /more than 8388608 bytes/,
  ],
  ['command', 'kills itself', "process.kill(process.pid, 'SIGKILL');", /^killed by SIGKILL/],
  [
    'command',
    'writes half an object',
    'process.stdout.write(\'{"block": \'); process.exit(0);',
    /something else than JSON/,
  ],
  ['command', 'never ends', 'setInterval(() => {}, 1_000); await new Promise(() => {});', /it took longer than/],
  ['module', 'never answers', 'return new Promise(() => {});', /it took longer than/],
  ['module', 'runs in a circle', 'for (;;);', /it took longer than/],
  ['module', 'throws no error', 'throw null;', /^null$/],
  ['module', 'ends its thread', 'process.exit(0);', /its thread has ended/],
  ['module', 'answers what JSON cannot hold', 'return { block: 1n };', /BigInt/],
  ['module', 'answers far too much', `return { block: '${MUCH}'.repeat(100_000) };`, /more than 8388608/],
  [
    'module',
    'speaks past its answers',
    `${POST} parentPort.postMessage(null); parentPort.postMessage({ call: 1, ok: true, answer: '{' }); return new Promise(() => {});`,
    /something else than JSON|it took longer than/,
  ],
];

test.each(ROWS)('a %s that %s', async (kind, _, body, problem) => {
  const hook = hookOf(kind, 'before_tool_call', body, { timeoutMs: 700 });
  const data = { tool: 'bash', params: { command: 'ls' } };
  const before = JSON.stringify(data);
  const called = await callHook(hook, 'before_tool_call', data, new AbortController().signal);
  hook.end?.();
  expect(called).toMatchObject({ ok: false, error: { message: expect.stringMatching(problem) } });
  expect(JSON.stringify(data)).toBe(before);
});
