import { type Chart, type ChartTransition, chartOf } from '@tagma/core';
import { describe, expect, test } from 'vitest';
import { enabledLines, everywhereLine, outlineLines } from '../../src/machine/outline.ts';
import type { Line } from '../../src/text/line.ts';

const way = (event: string | null, target: string | null): ChartTransition => ({
  event,
  target,
  guard: null,
  actions: [],
});

function chart(names: readonly string[], more: Partial<Chart> = {}): Chart {
  const states = names.map((name) => ({ name, entry: [], exit: [], transitions: [], final: false }));
  return { initial: 'first', states, everywhere: [], ...more };
}

const said = (lines: readonly Line[]) =>
  lines.map((each) =>
    each
      .map(({ text }) => text)
      .join('')
      .trimEnd(),
  );

describe('the outline', () => {
  test.each<[string, Chart, string, number, readonly string[]]>([
    ['in one column where there is room for one', chart(['a', 'b']), 'b', 5, ['  a', '▸ b']],
    ['down and then to the right', chart(['a', 'b', 'c', 'd', 'e']), 'd', 8, ['  a ▸ d', '  b   e', '  c']],
    ['a state that is added', chart(['idle', 'dreaming']), 'dreaming', 20, ['  idle', '▸ dreaming']],
    ['a state with a wide name', chart(['想', 'b']), '想', 11, ['▸ 想   b']],
    ['narrower than a name', chart(['thinking']), 'idle', 3, ['  thinking']],
  ])('%s', (_title, given, state, columns, expected) => {
    expect(said(outlineLines(given, state, columns))).toEqual(expected);
  });

  test('has every state of the machine once', () => {
    const words = said(outlineLines(chartOf(), 'idle', 44)).flatMap((row) => row.split(/[ ▸]+/).filter(Boolean));
    expect([...words].sort()).toEqual(
      chartOf()
        .states.map(({ name }) => name)
        .sort(),
    );
  });

  test('marks the state by a sign, and not by colour alone', () => {
    const roles = outlineLines(chart(['a', 'b']), 'a', 5).map((each) => each.map(({ text, role }) => [text, role])[0]);
    expect(roles).toEqual([
      ['▸ a', 'state-active'],
      ['  b', 'muted'],
    ]);
  });
});

test('what a state takes, where it may lead, and what every state takes beside', () => {
  const transitions = [
    way(null, 'b'),
    way('go', 'b'),
    way('go', 'c'),
    way('go', 'b'),
    way('stay', null),
    way('*', null),
  ];
  const [first] = chart(['a']).states;
  if (!first) throw new Error('there is no state');
  const given = chart([], { states: [{ ...first, transitions }], everywhere: [way('go', null), way('end', null)] });
  expect(said(enabledLines(given, 'a'))).toEqual(['  at once → b', '  go → b, c', '  stay → stays']);
  expect(said([everywhereLine(given, 'a')])).toEqual(['  end']);
  expect(said(enabledLines(given, 'nowhere'))).toEqual([]);
});
