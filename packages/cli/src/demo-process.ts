/** The processes that the demo starts: this very program again, and the sample project's tests. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { delimiter, dirname } from 'node:path';
import { EXIT } from './exit.ts';

/** Runs `tagma` with these arguments, its output in ours. Gives its exit code. */
export function runSelf(args: readonly string[]): Promise<number> {
  const child = spawnSelf(args, 'inherit');
  const forward = (signal: NodeJS.Signals) => child.kill(signal);
  process.on('SIGINT', forward).on('SIGTERM', forward);
  return new Promise((resolve) => {
    child.on('close', (code) => {
      process.off('SIGINT', forward).off('SIGTERM', forward);
      resolve(code ?? EXIT.interrupted);
    });
  });
}

export function spawnSelf(args: readonly string[], output: 'inherit' | 'pipe'): ChildProcess {
  const [node, program = ''] = process.argv;
  return spawn(node ?? process.execPath, [program, ...args], {
    stdio: ['ignore', output, 'inherit'],
    env: environment(),
  });
}

/** Runs the tests of the project and shows the end of what they say. Gives whether they pass. */
export async function runTests(project: string): Promise<boolean> {
  const { status, stdout } = spawnSync(process.execPath, ['--test'], {
    cwd: project,
    env: environment(),
    encoding: 'utf8',
  });
  const summary = stdout.split('\n').filter((line) => /(tests|pass|fail) \d+/.test(line));
  process.stdout.write(`${summary.join('\n')}\n`);
  return status === 0;
}

/** `node` in the sample project is the one that runs now; a test runner around us is none of its business. */
function environment(): NodeJS.ProcessEnv {
  const { NODE_TEST_CONTEXT: _around, ...env } = process.env;
  return { ...env, PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH ?? ''}` };
}
