/** A mistake in Tagma itself while a session is on the screen: the session ends in order all the same, and it is said where to look. */
import { EXIT } from '../exit.ts';
import type { Prepared } from '../prepare.ts';
import { remark } from '../problem.ts';

/** What does not end in order in this time ends without. */
const ENDING_MS_MAX = 5_000;

export type Crashed = { readonly kind: 'crashed' };

/**
 * What comes of the screen; `crashed` where it failed, or an exception that nobody has caught ends it. By then the terminal
 * is given back, and what happened stands in the log.
 * @param prepared the session that is on the screen by then
 */
export async function orCrashed<Left>(left: Promise<Left>, prepared: () => Prepared): Promise<Left | Crashed> {
  let uncaught = (_error: unknown): void => {};
  const crash = new Promise<never>((_, reject) => {
    uncaught = reject;
  });
  process.once('uncaughtException', uncaught);
  try {
    return await Promise.race([left, crash]);
  } catch (error) {
    tell(error, prepared());
    letGo();
    return { kind: 'crashed' };
  } finally {
    process.removeListener('uncaughtException', uncaught);
  }
}

/** Of what may have passed through a model: nothing of it may be obeyed by the terminal. */
function tell(error: unknown, { deps, logFile }: Prepared): void {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  deps.log.error({ error: stack }, 'the screen crashed');
  remark(`tagma: this is a mistake in Tagma itself; please report it.\n${stack}\nlog:     ${logFile}\n`);
}

/** Nobody reads what is typed any more: that must not keep the process. */
function letGo(): void {
  setImmediate(() => process.stdin.pause());
  setTimeout(() => process.exit(EXIT.failed), ENDING_MS_MAX).unref();
}
