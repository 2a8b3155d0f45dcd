/**
 * A command of the person's own, beside the model's: in the same shell, folder and environment, with his authority alone. Nobody
 * is asked, no sandbox is around it, and it may take as long as it likes: he sees it run, and can stop it.
 */
import type { Outcome } from '@tagma/protocol';
import { aborted, failed } from './outcome.ts';
import type { ShellSettings } from './shell.ts';
import { commandCall, holdsNul, runInShell } from './shell-run.ts';
import { messageOf } from './thrown.ts';
import type { ToolContext } from './tool.ts';

/** Never rejects. The outcome is that of the tool `bash`. */
export async function runForPerson(command: string, settings: ShellSettings, context: ToolContext): Promise<Outcome> {
  if (context.signal.aborted) return aborted('The command was not run: it was stopped before it began.');
  const problem = command.trim() === '' ? 'There is no command.' : holdsNul(command);
  if (problem !== null) return failed(problem);
  try {
    const call = commandCall(command, settings, { ...context, bounds: null, looksOnly: false });
    return typeof call === 'string' ? failed(call) : await runInShell(call, null, context);
  } catch (error) {
    return failed(`The command could not be run: ${messageOf(error)}`);
  }
}
