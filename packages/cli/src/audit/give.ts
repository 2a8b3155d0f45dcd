/** What an audit gives out. */
import { writeFileSync } from 'node:fs';
import { EXIT } from '../exit.ts';
import { print } from '../lines.ts';
import { messageOf, problem, report } from '../problem.ts';

/** To standard output, or to the file that was named. */
export async function give(text: string, output: string | undefined): Promise<number> {
  if (output === undefined) {
    await print(text);
    return EXIT.done;
  }
  try {
    writeFileSync(output, text, { mode: 0o600 });
    return EXIT.done;
  } catch (error) {
    return report(problem(EXIT.usage, `cannot write ${output}: ${messageOf(error)}`));
  }
}
