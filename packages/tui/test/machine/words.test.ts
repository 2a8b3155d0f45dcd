import type { AgentEvent } from '@tagma/core';
import { describe, expect, test } from 'vitest';
import { emittedWords, eventWords, fieldWords } from '../../src/machine/words.ts';

describe('an event', () => {
  test.each<[AgentEvent, string]>([
    [{ type: 'prompt.given', text: 'fix\nit', at: 0 }, 'prompt.given "fix\\nit"'],
    [{ type: 'mode.changed', mode: 'plan', at: 0 }, 'mode.changed plan'],
    [{ type: 'pause.requested', at: 0 }, 'pause.requested'],
    [
      { type: 'event.dropped', by: 'person', event: { type: 'pause.requested' }, at: 0 },
      'event.dropped pause.requested',
    ],
  ])('%j in words', (event, expected) => {
    expect(eventWords(event)).toBe(expected);
  });

  test('its fields, without what the gate adds', () => {
    const changed = { by: 'person', original: { type: 'pause.requested' } } as const;
    const event: AgentEvent = {
      type: 'permission.answered',
      request: 3,
      answer: 'no',
      reason: 'not\u0007 now',
      at: 5,
      changed,
    };
    expect(fieldWords(event)).toEqual(['request: 3', 'answer: "no"', 'reason: "not\\u0007 now"']);
  });
});

test('what follows, effects by their numbers, notes in parentheses', () => {
  const ref = { call: 1, tool: 'ba\u001bsh', params: {}, asWritten: {} };
  expect([
    emittedWords({ type: 'tool.run', id: 4, ...ref }),
    emittedWords({ type: 'cancel', request: 4 }),
    emittedWords({ type: 'turn.end', result: { kind: 'aborted', by: 'person' } }),
    emittedWords({ type: 'mode.switched', mode: 'plan' }),
    emittedWords({ type: 'timer.start', id: 5, ms: 10, retry: 1, retriesMax: 3 }),
  ]).toEqual(['tool.run 4 ba␛sh', 'cancel 4', 'turn.end aborted', '(mode.switched)', 'timer.start 5']);
});
