/** Do commands run in a sandbox here? No matter of the server either: the machine and the person's settings say. */
import { homedir } from 'node:os';
import type { Config } from '../config/config.ts';
import { sandboxFor } from '../sandbox.ts';
import { folderHere } from '../working-folder.ts';
import type { Finding } from './finding.ts';
import type { Guard } from './guard.ts';

const OFF =
  'commands run with all your rights: mode auto-in-project is accept-edits, and mode trust holds nothing back';

export async function sandbox({
  sandbox: found,
  config,
}: Pick<Guard, 'sandbox'> & { readonly config: Config }): Promise<Finding> {
  const { kind, why } = await sandboxFor(found, folderHere() ?? homedir(), [], config);
  if (kind !== null) return { row: 'sandbox', holds: 'yes', says: kind };
  return { row: 'sandbox', holds: 'no', says: why ?? 'switched off', off: OFF };
}
