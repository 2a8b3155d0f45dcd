/** The command that runs a command in a sandbox. Pure. */
import { relative, resolve } from 'node:path';
import { bubblewrapArguments } from './bubblewrap.ts';
import type { Command } from './confinement.ts';
import { confinedEnvironment, withoutLoader } from './environment.ts';
import { withoutFiles } from './inherited.ts';
import type { Layout } from './layout.ts';
import { isWithin } from './places.ts';
import type { Sandbox } from './sandbox.ts';
import { seatbeltArguments } from './seatbelt.ts';

/** Throws where there is no sandbox: whoever goes on without one says so. */
export function confine(command: Command, layout: Layout, sandbox: Sandbox): Command {
  if (sandbox.kind === 'none') throw new Error(`there is no sandbox to run a command in: ${sandbox.why}`);
  const { confinement, variables } = layout;
  const passed = confinement.sharesMachine
    ? { ...command.environment, ...variables }
    : confinedEnvironment(command.environment, confinement.keptVariables ?? [], variables);
  const { environment, inside } = withoutLoader(passed);
  const before =
    sandbox.kind === 'bubblewrap'
      ? bubblewrapArguments(layout, folderInside(command.folder, layout), inside)
      : seatbeltArguments(layout);
  const args = [...before, command.file, ...command.args];
  const started = withoutFiles(sandbox.inherited, sandbox.shell, sandbox.path, args);
  return { ...started, folder: command.folder, environment };
}

/** A link to the project may not be there inside; the project itself is. */
function folderInside(folder: string, { confinement, project }: Layout): string {
  const given = resolve(confinement.folder);
  return isWithin(folder, given) ? resolve(project, relative(given, folder)) : folder;
}
