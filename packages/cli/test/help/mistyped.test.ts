import { expect, test } from 'vitest';
import { meantCommand } from '../../src/help/mistyped.ts';

const NAMES = ['resume', 'sessions', 'view', 'replay', 'export', 'diff', 'demo', 'models', 'testify', 'help', 'keys'];

test.each([
  ['sesions', 'sessions'],
  ['session', 'sessions'],
  ['Sessions', 'sessions'],
  ['modles', 'models'],
  ['rpelay', 'replay'],
  ['exprot', 'export'],
  ['dif', 'diff'],
  ['veiw', 'view'],
  ['demoo', 'demo'],
  ['resmue', 'resume'],
  ['helpp', 'help'],
])('%s is meant as %s', (word, name) => {
  expect(meantCommand(word, NAMES)).toBe(name);
});

test.each(['fix', 'hello', 'hi', 'test', 'tests', 'review', 'report', 'explain', 'go', 'weiter', 'fix it', 'v1ew', ''])(
  '%s is a prompt',
  (word) => {
    expect(meantCommand(word, NAMES)).toBeNull();
  },
);
