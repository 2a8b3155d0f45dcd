import { expect, test } from 'vitest';
import { readSettings } from '../src/settings.ts';

test.each([
  { pairs: [], expected: { ok: true, settings: {} } },
  { pairs: ['bashFence=true'], expected: { ok: true, settings: { bashFence: true } } },
  { pairs: ['bashFence=true', 'bashFence=false'], expected: { ok: true, settings: { bashFence: false } } },
  {
    pairs: ['nonsense'],
    expected: { ok: false, exit: 2, message: '--set nonsense: there is no setting "nonsense", only bashFence.' },
  },
  {
    pairs: ['bashFence=true', 'toString=x'],
    expected: { ok: false, exit: 2, message: '--set toString=x: there is no setting "toString", only bashFence.' },
  },
  {
    pairs: ['bashFence'],
    expected: {
      ok: false,
      exit: 2,
      message: '--set bashFence: it should be bashFence=VALUE, the value true or false.',
    },
  },
  {
    pairs: ['bashFence=yes'],
    expected: {
      ok: false,
      exit: 2,
      message: '--set bashFence=yes: it should be bashFence=VALUE, the value true or false.',
    },
  },
])('$pairs', ({ pairs, expected }) => {
  expect(readSettings(pairs)).toEqual(expected);
});
