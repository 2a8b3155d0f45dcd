/** Whether the configuration could be written at the end: better said before all questions than after them. */
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { EXIT } from '../exit.ts';
import { messageOf, type Problem, problem } from '../problem.ts';

const CURE = 'Name another place: --config FILE, TAGMA_CONFIG, or XDG_CONFIG_HOME for the folder.';

/** Null where it can be written as far as can be seen. Nothing is made for that. */
export function unfitPlace(file: string): Problem | null {
  try {
    if (!(statSync(file, { throwIfNoEntry: false })?.isFile() ?? true))
      return problem(EXIT.usage, `${file} is no file: nothing could be written there.\n${CURE}`);
    const folder = nearestThere(dirname(file));
    if (!statSync(folder).isDirectory())
      return problem(EXIT.usage, `${folder} is no folder: nothing could be written there.\n${CURE}`);
    accessSync(folder, constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    // Without the call and the path that the system's words end with.
    const why = messageOf(error).replace(/, \w+ '.*$/s, '');
    return problem(EXIT.usage, `${file} could not be written (${why}).\n${CURE}`);
  }
}

function nearestThere(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearestThere(dirname(folder));
}
