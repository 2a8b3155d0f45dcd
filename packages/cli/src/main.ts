/**
 * The command. What needs nothing is answered here at once; all else is loaded when it is asked for, so that a start costs
 * only what is used.
 */
import { version } from './assets.ts';
import { EXIT } from './exit.ts';
import { FACTS_WORD } from './facts-word.ts';
import { watchOutput } from './output.ts';

const [first, ...others] = process.argv.slice(2);

watchOutput();
if (others.length === 0 && (first === '--version' || first === '-V')) {
  process.stdout.write(`${version}\n`);
} else if (first === FACTS_WORD && process.send) {
  takeFactsForAnother();
} else {
  run();
}

/** This process has been started by a session, for facts alone. */
async function takeFactsForAnother(): Promise<void> {
  const { answerFacts } = await import('./answer-facts.ts');
  answerFacts((answer) => process.send?.(answer));
}

async function run(): Promise<void> {
  try {
    const { runCommand } = await import('./command.ts');
    process.exitCode = await runCommand(process.argv.slice(2));
  } catch (error) {
    const { problem, remark, report } = await import('./problem.ts');
    if (isHomeUnknown(error)) {
      process.exitCode = report(problem(EXIT.usage, 'your home folder is not known; set HOME to it.'));
      return;
    }
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
    remark(`tagma: this is a mistake in Tagma itself; please report it.\n${stack}\n`);
    process.exitCode = EXIT.failed;
  }
}

/** The system has no entry for this user, as in a container with a number of its own, and no variable says it. */
function isHomeUnknown(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && error.syscall === 'uv_os_homedir';
}
