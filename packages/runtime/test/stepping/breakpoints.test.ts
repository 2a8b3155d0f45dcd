import { describe, expect, test } from 'vitest';
import { createBreakpoints } from '../../src/stepping/breakpoints.ts';

describe('a breakpoint', () => {
  test.each([
    ['state acting', 'state', 'acting'],
    ['event tool.ended', 'event', 'tool.ended'],
    ['event hook.failed', 'event', 'hook.failed'],
    ['acting', 'state', 'acting'],
    ['tool.ended', 'event', 'tool.ended'],
  ])('%j is set', (text, kind, name) => {
    expect(createBreakpoints().add(text)).toEqual({ ok: true, breakpoint: { number: 1, kind, name } });
  });

  test.each([
    ['state actng', /^there is no state "actng"\. Did you mean acting\? There are: unstarted, /],
    ['event tool.end', /^there is no event "tool.end"\. Did you mean tool.ended\? There are: /],
    ['actin', /^break takes state NAME or event NAME\. "actin" is neither\. Did you mean acting\? For example: /],
    ['acting state', /^break takes state NAME or event NAME\. "acting state" is neither\. For example: /],
    ['', /^break takes state NAME or event NAME\. For example: break state acting$/],
  ])('%j is refused', (text, message) => {
    expect(createBreakpoints().add(text)).toEqual({ ok: false, message: expect.stringMatching(message) });
  });

  test('is told of when it is set or removed, and only then', () => {
    let told = 0;
    const breakpoints = createBreakpoints(() => {
      told += 1;
    });
    const after = ['acting', 'acting', 'no such'].map((text) => [breakpoints.add(text).ok, told]);
    expect([...after, [breakpoints.remove(2), told], [breakpoints.remove(1), told]]).toEqual([
      [true, 1],
      [true, 1],
      [false, 1],
      [false, 1],
      [true, 2],
    ]);
  });

  test('is set once, keeps its number, and can be removed', () => {
    const breakpoints = createBreakpoints();
    for (const text of ['acting', 'state acting', 'thinking']) breakpoints.add(text);
    expect(breakpoints.all().map(({ number, name }) => [number, name])).toEqual([
      [1, 'acting'],
      [2, 'thinking'],
    ]);
    expect([breakpoints.remove(1), breakpoints.remove(1), breakpoints.all().length]).toEqual([true, false, 1]);
  });

  test('of another session keeps its number, and the next one has another', () => {
    const before = createBreakpoints();
    for (const text of ['acting', 'thinking']) before.add(text);
    before.remove(1);
    let told = 0;
    const breakpoints = createBreakpoints(() => {
      told += 1;
    });
    breakpoints.take(before.all());
    expect(told).toBe(1);
    breakpoints.add('tool.ended');
    before.remove(2);
    expect(breakpoints.all()).toEqual([
      { number: 2, kind: 'state', name: 'thinking' },
      { number: 3, kind: 'event', name: 'tool.ended' },
    ]);
  });
});
