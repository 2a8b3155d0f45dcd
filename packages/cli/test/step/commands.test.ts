import { describe, expect, test } from 'vitest';
import { type CommandName, countOf, helpLines, readCommand } from '../../src/step/commands.ts';

describe('a line of input', () => {
  test.each<[string, CommandName, string]>([
    ['next', 'next', ''],
    ['  n   5 ', 'next', '5'],
    ['cont', 'continue', ''],
    ['where', 'state', ''],
    ['b', 'back', ''],
    ['K', 'breaks', ''],
    ['k state acting', 'break', 'state acting'],
    ['show outcome.content', 'show', 'outcome.content'],
  ])('%j is a command', (line, name, argument) => {
    expect(readCommand(line, 'file')).toEqual({ ok: true, command: { name, argument } });
  });

  test.each([
    ['bak', 'there is no command "bak" here. Did you mean back or break? help lists them all.'],
    ['s-how', 'there is no command "s-how" here. Did you mean show? help lists them all.'],
    ['br', 'there is no command "br" here. Did you mean break or breaks? help lists them all.'],
    ['drop', 'there is no command "drop" here. drop is for a live session (tagma step --live). help lists them all.'],
    ['edit', 'there is no command "edit" here. edit is for a live session (tagma step --live). help lists them all.'],
    ['xyzzy', 'there is no command "xyzzy" here. help lists them all.'],
    ['quit now', 'quit takes nothing after it.'],
  ])('%j is refused, with what may be meant', (line, message) => {
    expect(readCommand(line, 'file')).toEqual({ ok: false, message });
  });

  test.each([
    ['3', { ok: true, value: 3 }],
    ['', { ok: true, value: 1 }],
    ['0', { ok: false, message: 'next takes a whole number from 1 to 9. "0" is none. For example: next 1' }],
    ['1.5', { ok: false, message: 'next takes a whole number from 1 to 9. "1.5" is none. For example: next 1' }],
    ['ten', { ok: false, message: 'next takes a whole number from 1 to 9. "ten" is none. For example: next 1' }],
  ])('the number %j', (argument, expected) => {
    expect(countOf({ name: 'next', argument }, 1, 9, 1)).toEqual(expected);
  });

  test.each(['file', 'live'] as const)('no two commands for a %s have the same letter', (where) => {
    const letters = helpLines(where).map((line) => line.trim()[0]);
    expect(letters).toEqual([...new Set(letters)]);
  });
});
