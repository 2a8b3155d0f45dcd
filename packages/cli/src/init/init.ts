/** `tagma init`: an AGENTS.md for the project, from what its files say of it. */
import { EXIT } from '../exit.ts';
import { print } from '../lines.ts';
import { problem, report } from '../problem.ts';
import { workingFolder } from '../working-folder.ts';
import { agentsText } from './agents-text.ts';
import { lookAtProject } from './looked.ts';
import { writeAgents } from './write-agents.ts';

export type InitOptions = {
  readonly cwd?: string;
  /** Replaces what is there. */
  readonly force?: true;
  /** Shows it, and writes nothing. */
  readonly print?: true;
};

/** 0: it is written. 2: it is there already, or cannot be written. */
export async function init({ cwd, force, print: shows }: InitOptions): Promise<number> {
  const place = workingFolder(cwd);
  if (!place.ok) return report(place);
  if (shows) {
    await print(agentsText(lookAtProject(place.folder)));
    return EXIT.done;
  }
  const written = writeAgents(place.folder, force ?? false);
  if (!written.ok) {
    const cure =
      written.there === null ? '' : '\ntagma init --force writes it anew; --print shows it and writes nothing.';
    return report(problem(EXIT.usage, written.message + cure));
  }
  await print(
    `${written.file}\nLook through it: what stands there is told to the model at the start of each session.\n`,
  );
  return EXIT.done;
}
