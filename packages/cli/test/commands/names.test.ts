/** A subcommand whose name is not listed would be taken for a prompt. */
import { expect, test } from 'vitest';
import { commandTree } from '../../src/command-tree.ts';
import { SUBCOMMANDS } from '../../src/commands/names.ts';

test('every subcommand is listed by all of its names (src/commands/names.ts)', () => {
  const names = commandTree(() => {}).commands.flatMap((command) => [command.name(), ...command.aliases()]);
  expect([...SUBCOMMANDS].sort()).toEqual([...names, 'help'].sort());
});
