/** `/mode` and `/plan`: what runs unasked, by its name or from a list. */
import { describe, expect, test } from 'vitest';
import { noteOnMode } from '../../../core/src/index.ts';
import { BASH, RUNS, Screen } from '../model-screen.ts';

const SIZE = { columns: 100, rows: 20 };
const finished = () => {
  const screen = new Screen(SIZE).keys('go<enter>');
  screen.session.reply('<final>1</final>');
  return screen;
};
const asked = () => {
  const screen = new Screen(SIZE).keys('go<enter>');
  screen.session.reply(BASH);
  screen.session.takes(RUNS);
  return screen;
};
const facts = (screen: Screen) => screen.session.facts.slice(1);
const ANSWER_FIRST = 'Another mode would answer for you: answer the question first.';

const ROWS: readonly (readonly [keys: string, facts: readonly object[], notice: string | null])[] = [
  ['/mode accept-edits<enter>', [{ type: 'mode.changed', mode: 'accept-edits' }], null],
  ['/m trust<enter>', [{ type: 'mode.changed', mode: 'trust' }], noteOnMode('trust', true)],
  ['/mode<enter>acc<enter>', [{ type: 'mode.changed', mode: 'accept-edits' }], null],
  ['/mode<enter><up><enter>', [{ type: 'mode.changed', mode: 'plan' }], null],
  ['/mode<enter><escape>', [], null],
  [
    '/mode trsut<enter>',
    [],
    'There is no mode trsut; is trust meant? /mode takes plan, default, accept-edits, auto-in-project, trust.',
  ],
  ['/plan<enter>', [{ type: 'mode.changed', mode: 'plan' }], null],
  [
    '/plan Move it.<enter>',
    [
      { type: 'mode.changed', mode: 'plan' },
      { type: 'prompt.given', text: 'Move it.' },
    ],
    null,
  ],
  [
    '/plan<enter>/plan<enter>',
    [{ type: 'mode.changed', mode: 'plan' }],
    'The mode is plan already. /plan TEXT says what to plan; /mode NAME leaves it.',
  ],
  [
    '/plan<enter>/plan It.<enter>',
    [
      { type: 'mode.changed', mode: 'plan' },
      { type: 'prompt.given', text: 'It.' },
    ],
    null,
  ],
];
test.each(ROWS)('%s', (keys, told, notice) => {
  const screen = finished();
  const before = facts(screen).length;
  screen.keys(keys);
  expect([facts(screen).slice(before), screen.model.notice]).toEqual([told, notice]);
});

test('the list says what runs unasked in each, and stands at the one that holds', () => {
  expect(finished().keys('/mode<enter>').rows().slice(0, 8)).toEqual([
    'modes: default · 2 of 5',
    'Rules go before the mode, and a deny list before both.',
    '',
    '  plan             only looks: nothing is changed but the plan that is written',
    '› default          looks unasked, asks before it changes or runs anything',
    '  accept-edits     changes files of the project unasked, asks before it runs anything',
    '  auto-in-project  changes files and, in a sandbox, runs commands in the project unasked',
    '  trust            asks nothing but where a secret would be given away',
  ]);
});

describe('while a call is asked about', () => {
  test.each(['/mode trust', '/m plan', '/plan', '/plan Move it.'])(
    '%s changes nothing, and says what comes first',
    (typed) => {
      const screen = asked();
      const before = facts(screen).length;
      screen.keys(`<tab>${typed}<enter>`);
      expect([facts(screen).slice(before), screen.model.notice]).toEqual([[], ANSWER_FIRST]);
    },
  );
});

test('while a turn runs, what is to be planned steers it', () => {
  const screen = new Screen(SIZE).keys('go<enter>/plan Move it.<enter>');
  expect(facts(screen)).toEqual([
    { type: 'mode.changed', mode: 'plan' },
    { type: 'steer.given', text: 'Move it.' },
  ]);
});
