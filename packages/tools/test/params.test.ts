import { describe, expect, test } from 'vitest';
import { BUILTIN_TOOLS } from '../src/builtin.ts';
import { readParams } from '../src/params.ts';

const problemOf = (name: string, params: Parameters<typeof readParams>[1]) => {
  const tool = BUILTIN_TOOLS.find((candidate) => candidate.name === name);
  if (!tool) throw new Error(`no tool ${name}`);
  const read = readParams(tool, params);
  return read.ok ? null : read.problem.split('\n');
};

const BASH = 'Parameters of bash: command, timeout?, background?, job?, action?.';

describe('wrong parameters are named, each with what was expected', () => {
  const rows: readonly (readonly [string, Parameters<typeof readParams>[1], readonly string[] | null])[] = [
    ['bash', { command: 'ls', timeout: 5 }, null],
    ['bash', {}, null],
    ['bash', { command: null }, ['- command: expected a string, got null', BASH]],
    ['bash', { command: 7 }, ['- command: expected a string, got 7', BASH]],
    ['bash', { command: 'ls', timeout: 0 }, ['- timeout: expected a number from 0.1 to 3600, got 0', BASH]],
    ['read', { path: 42 }, ['- path: expected a string, got 42', 'Parameters of read: path, offset?, limit?.']],
    [
      'read',
      { file: 'a', offset: 1.5, limit: 0 },
      [
        '- path is missing: expected a string',
        '- offset: expected a whole number, at least 1, got 1.5',
        '- limit: expected a whole number, at least 1, got 0',
        '- file: there is no such parameter',
        'Parameters of read: path, offset?, limit?.',
      ],
    ],
    [
      'write',
      { path: 123, content: null },
      [
        '- path: expected a string, got 123',
        '- content: expected a string, got null',
        'Parameters of write: path, content.',
      ],
    ],
    [
      'edit',
      { path: 'a', old: 'x', new: 'y', all: 'yes' },
      ['- all: expected true or false, got "yes"', 'Parameters of edit: path, old, new, all?.'],
    ],
    ['glob', { pattern: [] }, ['- pattern: expected a string, got []', 'Parameters of glob: pattern, path?.']],
    [
      'grep',
      { pattern: ['x'.repeat(100)] },
      [
        `- pattern: expected a string, got ["${'x'.repeat(58)}…`,
        'Parameters of grep: pattern, path?, glob?, ignoreCase?, literal?, context?, limit?.',
      ],
    ],
    ['ls', { path: 42 }, ['- path: expected a string, got 42', 'Parameters of ls: path?, limit?.']],
    ['ls', {}, null],
  ];
  test.each(rows)('%s %j', (name, params, expected) => {
    expect(problemOf(name, params)).toEqual(
      expected && [`${name} was not run, its parameters are wrong:`, ...expected],
    );
  });
});
