import { describe, expect, test } from 'vitest';
import { entryOf, isWanted, shownEntry } from '../../src/logs/line.ts';

const AT = Date.UTC(2026, 0, 2, 3, 4, 5, 678);
const line = (level: number, more: object = {}) =>
  JSON.stringify({ level, time: AT, session: '2026-01-02T03-04-05-3f9a1c', ...more, msg: 'step' });

test.each([
  ['', null],
  ['no JSON', null],
  ['{"level":30,"time', null],
  ['7', null],
  ['null', null],
  ['{"a":1}', null],
  [
    line(50, { error: 'x', n: 1 }),
    {
      text: line(50, { error: 'x', n: 1 }),
      ...{ level: 'error', time: AT, session: '2026-01-02T03-04-05-3f9a1c', message: 'step' },
      fields: { error: 'x', n: 1 },
    },
  ],
])('read: %s', (text, expected) => {
  expect(entryOf(text)).toEqual(expected);
});

describe('as a person reads it', () => {
  test.each([
    [{}, ''],
    [{ event: 'tool.ended', n: 3, ok: true }, ' event=tool.ended n=3 ok=true'],
    [{ effects: ['tool.run'], said: 'two words' }, ' effects=["tool.run"] said="two words"'],
    [{ request: 4, error: 'Error: x\n    at y' }, ' request=4\n    error:\n    Error: x\n        at y'],
  ])('%o', (fields, end) => {
    const entry = entryOf(line(50, fields));
    const head = '2026-01-02T03:04:05.678Z error 2026-01-02T03-04-05-3f9a1c step';
    expect(entry && shownEntry(entry)).toBe(`${head}${end}`);
  });
});

test.each([
  [{}, true],
  [{ session: '3f9a1c' }, true],
  [{ session: 'other' }, false],
  [{ level: 'info' }, true],
  [{ level: 'warn' }, true],
  [{ level: 'error' }, false],
  [{ level: 'error', session: '3f9a1c' }, false],
] as const)('a warning is asked for by %o: %s', (wanted, expected) => {
  const entry = entryOf(line(40));
  expect(entry && isWanted(entry, wanted)).toBe(expected);
});
