/** Every key of the tables is pressed where it is bound, and reaches its command and no other. */
import { expect, test } from 'vitest';
import type { Where } from '../../src/keys/binding.ts';
import { isOfSession, KEY_TABLE, type KeyTable } from '../../src/keys/key-table.ts';
import { steppingTold } from '../../src/machine/machine.ts';
import { BASH, RUNS, Screen } from '../model-screen.ts';

const WIDE = { columns: 120, rows: 30 };
const NARROW = { columns: 80, rows: 24 };

const asking = (): Screen => {
  const screen = new Screen(WIDE).keys('go<enter>');
  screen.session.reply(BASH);
  screen.session.takes(RUNS);
  return screen;
};

const asked = (): Screen => {
  const screen = new Screen(WIDE).keys('go<enter>');
  screen.session.reply('<action tool="ask"><question>Which?</question></action>');
  return screen;
};

const held = (): Screen => {
  const screen = new Screen(WIDE).keys('go<enter>');
  const last = screen.session.updates.findLast((update) => update.kind === 'step');
  if (!last) throw new Error('nothing was told');
  const event = { type: 'prompt.given', text: 'more', at: 0 } as const;
  const state = { holding: true, held: { event, draft: null, at: null, snapshot: last.snapshot }, breakpoints: [] };
  screen.model = { ...screen.model, machine: steppingTold(screen.model.machine, state, screen.clock) };
  screen.clock += 1_000;
  return screen;
};

/** A screen in which the keys of that place are looked up. */
const SCENES: { readonly [where in Where]: () => Screen } = {
  anywhere: () => new Screen(WIDE).keys('abc'),
  blank: () => new Screen(WIDE),
  options: asking,
  answering: asking,
  question: asking,
  reason: () => asking().keys('r'),
  asked: () => asked().keys('80'),
  open: asking,
  list: () => new Screen(WIDE).keys('<ctrl+p>'),
  menu: () => new Screen(WIDE).keys('/'),
  machine: () => new Screen(NARROW).keys('<f2>'),
  pointed: () => new Screen(WIDE).keys('<f2>'),
  held: () => held(),
  stepping: () => held(),
  search: () => new Screen(WIDE).keys('<f6>'),
  block: () => {
    const screen = new Screen(WIDE).keys('go<enter>');
    screen.session.reply('<final>done</final>');
    return screen.keys('<ctrl+up>');
  },
};

const OF_SESSION = KEY_TABLE.filter(isOfSession);

/** The table with `suspend` in the place of that command, which is seen from outside, and `redraw` in that of all others. */
function marked(at: number): KeyTable {
  return OF_SESSION.map((binding, index) => ({ ...binding, command: index === at ? 'suspend' : 'redraw' }));
}

const ROWS = OF_SESSION.flatMap(({ where, command, chords }, at) =>
  chords.map((chord) => ({ title: `${where}.${command}: ${chord}`, where, chord, at })),
);

test.each(ROWS)('$title', ({ where, chord, at }) => {
  const screen = SCENES[where]();
  screen.model = { ...screen.model, keys: marked(at) };
  screen.acts = [];
  if (/^(wheel|mouse)-/.test(chord))
    screen.gets({ kind: 'mouse', chord, row: 5, column: where === 'pointed' ? 110 : 5 });
  else screen.gets([...chord].length === 1 ? { kind: 'text', text: chord } : { kind: 'key', chord });
  expect(screen.acts.map(({ type }) => type)).toEqual(['suspend']);
});
