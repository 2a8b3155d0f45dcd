/** `tagma [PROMPT]`: the full screen where there is one, else one answer on standard output. */

import { connect } from './connect.ts';
import { EXIT } from './exit.ts';
import type { RunOptions } from './options.ts';
import { checkOptions } from './options.ts';
import { problem, report } from './problem.ts';

export async function run(given: string | undefined, options: RunOptions): Promise<number> {
  const checked = checkOptions(options);
  if (!checked.ok) return report(checked);
  const fullScreen = !options.print && (await hasScreen());
  const prompt = given ?? (fullScreen ? undefined : await pipedPrompt());
  if (!fullScreen && !prompt?.trim()) {
    return report(problem(EXIT.usage, 'no prompt. Give one: tagma -p "fix the failing test" (tagma --help has more)'));
  }
  const connection = await connect(options, process.env);
  if (!connection.ok) return report(connection);
  const { prepare } = await import('./prepare.ts');
  const prepared = await prepare(options, checked, connection, !fullScreen);
  if (!prepared.ok) return report(prepared);
  try {
    if (!fullScreen) return await (await import('./print.ts')).print(prompt ?? '', prepared);
    return await (await import('./screen.ts')).screen(prompt, prepared);
  } finally {
    await prepared.close();
  }
}

async function hasScreen(): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return false;
  const { canFullScreen } = await import('@tagma/tui');
  return canFullScreen(process.env, process.stdout);
}

/** What is piped in is the prompt where none is given. */
async function pipedPrompt(): Promise<string | undefined> {
  if (process.stdin.isTTY) return undefined;
  let text = '';
  for await (const piece of process.stdin.setEncoding('utf8')) text += piece;
  return text;
}
