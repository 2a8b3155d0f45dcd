/** `tagma view FILE`: a history on the full screen, record by record; of two, where they part. */
import { canFullScreen } from '@tagma/tui';
import { EXIT } from '../exit.ts';
import { problem, report } from '../problem.ts';
import { quoted } from '../quoted.ts';
import { historyNamed } from '../sessions/named.ts';
import type { ForkWanted, ViewOptions } from './options.ts';

/** The exit code; or what is to be forked after it. */
export async function view(
  first: string,
  second: string | undefined,
  options: ViewOptions,
): Promise<number | ForkWanted> {
  const named = second === undefined ? [first] : [first, second];
  const files: string[] = [];
  for (const each of named) {
    const file = await historyNamed(each, options);
    if (typeof file !== 'string') return report(file);
    files.push(file);
  }
  if (!canFullScreen(process.env, process.stdout) || !process.stdin.isTTY) return report(elsewhere(named));
  const [a = '', b] = files;
  if (b !== undefined) return (await import('./pair.ts')).viewPair(a, b, options);
  return (await import('./one.ts')).viewOne(a, options);
}

/** What serves where there is no terminal to draw on. */
function elsewhere([a = '', b]: readonly string[]) {
  const instead =
    b === undefined
      ? `tagma replay --show ${quoted(a)} prints the session as it was seen, tagma audit ${quoted(a)} what happened, tagma export ${quoted(a)} all of it.`
      : `tagma diff ${quoted(a)} ${quoted(b)} prints where they differ.`;
  return problem(EXIT.usage, `view needs a terminal that can be drawn on. ${instead}`);
}
