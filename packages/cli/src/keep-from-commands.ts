/** Keys are for those whom they were made for alone: the commands that a session runs do not inherit them. */
import { OWN_KEY } from './connecting/key.ts';
import { SEARCH_KEY } from './tool-set.ts';

/** Takes them out of the environment, once whoever needs them has them. `inUse`: the variables of the models' keys. */
export function keepFromCommands(inUse: ReadonlySet<string>): void {
  for (const variable of [OWN_KEY, SEARCH_KEY, ...inUse]) delete process.env[variable];
}
