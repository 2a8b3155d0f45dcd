/** `tagma manual`: prints the manual page; the build keeps it beside the command. */
import type { Command } from 'commander';
import { version } from '../assets.ts';
import { EXIT } from '../exit.ts';
import { treeOf } from '../help/tree.ts';
import { print } from '../lines.ts';
import { manualPage } from './manual.ts';

export async function printManual(program: Command): Promise<number> {
  await print(manualPage(treeOf(program), version));
  return EXIT.done;
}
