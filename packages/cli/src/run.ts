/** `tagma [PROMPT]`: the full screen where there is one, else one answer on standard output. */

import { connectedBy } from './connecting/connected.ts';
import { watchEndings } from './endings.ts';
import { EXIT } from './exit.ts';
import type { RunOptions } from './options.ts';
import { checkOptions } from './options.ts';
import { outputSettled } from './output.ts';
import { settlePermissions, settleUnasked } from './permissions/settle.ts';
import { pipedText, promptWith } from './piped.ts';
import { problem, report } from './problem.ts';
import { startNotes } from './start-notes.ts';

export async function run(given: string | undefined, options: RunOptions): Promise<number> {
  const checked = await checkOptions(options);
  if (!checked.ok) return report(checked);
  const fullScreen = !options.print && (await hasScreen());
  const piped = await pipedText((given?.trim() ?? '') !== '');
  if (!piped.ok) return report(piped);
  const prompt = promptWith(given, piped.text);
  if (!fullScreen && !prompt?.trim()) {
    return report(problem(EXIT.usage, 'no prompt. Give one: tagma -p "fix the failing test" (tagma --help has more)'));
  }
  const { tell, told } = startNotes();
  const found = await connectedBy(checked.config, options, process.env, tell);
  if (!found.ok) return report(found);
  const { permissions: rules } = checked;
  const permissions = fullScreen ? await settlePermissions(rules, tell) : settleUnasked(rules, tell);
  if (permissions === null) return EXIT.interrupted;
  const { prepare } = await import('./prepare.ts');
  // From the history's first byte on a signal ends the run in order: nothing is left locked, or running.
  const endings = watchEndings();
  const prepared = await prepare(options, { ...checked, permissions }, found, !fullScreen, tell);
  if (!prepared.ok) return report(prepared);
  let code: number;
  try {
    code = fullScreen
      ? await (await import('./screen.ts')).screen(prompt, prepared, endings, told())
      : await (await import('./print.ts')).print(prompt ?? '', prepared, endings);
  } finally {
    await prepared.close();
  }
  await outputSettled();
  return endings.exitCode() ?? code;
}

async function hasScreen(): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return false;
  const { canFullScreen } = await import('@tagma/tui');
  return canFullScreen(process.env, process.stdout);
}
