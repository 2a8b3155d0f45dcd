/** `tagma completion SHELL`: prints the completions for that shell; `--values` is what they ask while somebody types. */
import type { Command } from 'commander';
import { EXIT } from '../exit.ts';
import { treeOf } from '../help/tree.ts';
import { print } from '../lines.ts';
import { problem, report } from '../problem.ts';
import { bashCompletion } from './bash.ts';
import { fishCompletion } from './fish.ts';
import { completedValues, type ValueKind } from './values.ts';
import { zshCompletion } from './zsh.ts';

const SCRIPTS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion };

export type CompletionOptions = { readonly values?: ValueKind };

export async function completion(
  program: Command,
  shell: keyof typeof SCRIPTS | undefined,
  { values }: CompletionOptions,
): Promise<number> {
  if (values !== undefined) {
    const found = await completedValues(values);
    await print(found.map((value) => `${value}\n`).join(''));
    return EXIT.done;
  }
  if (shell === undefined)
    return report(
      problem(EXIT.usage, 'completion takes a shell: bash, zsh or fish (tagma completion --help has more)'),
    );
  await print(SCRIPTS[shell](treeOf(program)));
  return EXIT.done;
}
