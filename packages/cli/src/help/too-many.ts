/** Words behind a subcommand that it takes nothing of: passed over, they would seem to have done something. */
import { nearestNames } from '@tagma/protocol';
import type { Command } from 'commander';
import { quoted } from '../quoted.ts';

/** @param command no others are below it */
export function refuseTooMany(command: Command): void {
  command.hook('preAction', () => {
    const { args, registeredArguments, parent } = command;
    const [word] = registeredArguments.at(-1)?.variadic ? [] : args.slice(registeredArguments.length);
    if (word !== undefined) command.error(`error: ${wordsFor(word, command, parent)}`);
  });
}

function wordsFor(word: string, command: Command, parent: Command | null): string {
  const beside = isUsual(command) ? (parent?.commands ?? []).map((one) => one.name()) : [];
  if (beside.length === 0) return `${command.name()} takes nothing more: ${quoted(word)} is too much`;
  const [near] = nearestNames(word, beside, 1);
  const meant = near === undefined ? `There are ${beside.join(', ')}.` : `Did you mean ${near}?`;
  return `${parent?.name()} has no subcommand ${quoted(word)}. ${meant}`;
}

/** The one that its parent stands for where none is named (`tagma config` is `tagma config list`): a mistyped name comes to it. */
function isUsual({ parent, args }: Command): boolean {
  return parent !== null && parent.parent !== null && parent.args.length === args.length;
}
