/** A session that is stopped in the middle of something: soon, with nothing left behind, and with the record complete. */

import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { stateOf } from '../packages/core/src/index.ts';
import { SITUATIONS } from './shutdown.ts';

/** The aim is 200 ms (`npm run bench -- shutdown` says what it is); a machine under load takes longer. */
const STOP_MS_MAX = 1_000;

const ENDINGS: Record<keyof typeof SITUATIONS, readonly string[]> = {
  'a model streams': ['prompt.given', 'abort.requested', 'reply.ended'],
  'a command that ignores SIGTERM runs': ['facts.taken', 'abort.requested', 'tool.ended'],
  'a timer waits': ['reply.failed', 'abort.requested', 'timer.fired'],
  'a gate holds an event': ['prompt.given', 'abort.requested', 'reply.ended'],
  'a gate holds what a command would follow': ['facts.taken', 'abort.requested', 'tool.ended'],
};

// Processes are looked for in /proc.
describe.skipIf(!existsSync('/proc/self/cmdline'))('a session stops (skipped without /proc) while', () => {
  test.each(Object.keys(SITUATIONS) as (keyof typeof SITUATIONS)[])('%s', async (name) => {
    const { session, events, left, close } = await SITUATIONS[name]();
    try {
      const since = performance.now();
      await session.stop();
      const took = performance.now() - since;
      expect(left()).toEqual([]);
      expect(took).toBeLessThan(STOP_MS_MAX);
      expect(events.slice(-3).map(({ type }) => type)).toEqual(ENDINGS[name]);
      expect(session.snapshot().context.result).toEqual({ kind: 'aborted', by: 'signal' });
      session.send({ type: 'session.ended', reason: 'signal' });
      expect(stateOf(session.snapshot())).toBe('closed');
    } finally {
      await close();
    }
  });

  test('a command that is being ended already, with more time', async () => {
    const { session, left, close } = await SITUATIONS['a command that ignores SIGTERM runs']();
    try {
      session.send({ type: 'abort.requested', by: 'person' });
      const since = performance.now();
      await session.stop();
      expect(left()).toEqual([]);
      expect(performance.now() - since).toBeLessThan(STOP_MS_MAX);
    } finally {
      await close();
    }
  });

  test('nothing: what is said afterwards is recorded, and nothing begins', async () => {
    const { session, events, close } = await SITUATIONS['a gate holds an event']();
    await session.stop();
    await session.stop();
    session.send({ type: 'prompt.given', text: 'more' });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(events.at(-1)?.type).toBe('prompt.given');
    expect(stateOf(session.snapshot())).toBe('thinking');
    await close();
  });
});
