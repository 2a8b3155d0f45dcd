import { getEventListeners } from 'node:events';
import { type AgentEvent, start } from '@tagma/core';
import { expect, test } from 'vitest';
import { createBreakpoints } from '../../src/step/breakpoints.ts';
import { createHolder } from '../../src/step/holder.ts';

const EVENT: AgentEvent = { type: 'prompt.given', text: 'go', at: 0 };

test('what was held leaves nothing behind at the signal, however it was let go', async () => {
  const holder = createHolder(createBreakpoints(), () => {});
  const stopping = new AbortController();
  const listeners = () => getEventListeners(stopping.signal, 'abort').length;
  const answers: unknown[] = [];
  for (const release of [() => holder.pass(0), () => holder.drop(), () => stopping.abort()]) {
    const held = holder.gate(EVENT, start(), stopping.signal);
    expect([holder.held()?.event, listeners()]).toEqual([EVENT, 1]);
    release();
    answers.push(await held);
    expect([holder.held(), listeners()]).toEqual([null, 0]);
  }
  expect(answers).toEqual([{ kind: 'pass' }, { kind: 'drop', by: 'person' }, { kind: 'pass' }]);
});
