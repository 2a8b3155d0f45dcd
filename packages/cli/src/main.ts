/**
 * The command. What needs nothing is answered here at once; all else is loaded when it is asked for, so that a start costs
 * only what is used.
 */
import { version } from './assets.ts';
import { EXIT } from './exit.ts';
import { watchOutput } from './output.ts';

const [first, ...others] = process.argv.slice(2);

if (others.length === 0 && (first === '--version' || first === '-V')) {
  process.stdout.write(`${version}\n`);
} else {
  run();
}

async function run(): Promise<void> {
  watchOutput();
  try {
    const { runCommand } = await import('./command.ts');
    process.exitCode = await runCommand(process.argv.slice(2));
  } catch (error) {
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const { remark } = await import('./problem.ts');
    remark(`tagma: this is a mistake in Tagma itself; please report it.\n${stack}\n`);
    process.exitCode = EXIT.failed;
  }
}
