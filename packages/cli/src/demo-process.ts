/** The processes that the demo starts: this very program again, and the sample project's tests. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { delimiter, dirname } from 'node:path';
import { keyVariables } from './connecting/key.ts';
import type { Endings } from './endings.ts';
import { EXIT } from './exit.ts';

/**
 * Runs `tagma` with these arguments, its output in ours, and ends it when we are to end. Gives its exit code.
 * @param input `inherit`: the terminal is its own as long as it runs
 */
export function runSelf(
  args: readonly string[],
  endings: Endings,
  input: 'ignore' | 'inherit' = 'ignore',
): Promise<number> {
  return exitOf(spawnSelf(args, 'inherit', input), endings);
}

export function spawnSelf(
  args: readonly string[],
  output: 'inherit' | 'pipe',
  input: 'ignore' | 'inherit' = 'ignore',
): ChildProcess {
  const [node, program = ''] = process.argv;
  return spawn(node ?? process.execPath, [program, ...args], {
    stdio: [input, output, 'inherit'],
    env: environment(),
  });
}

/** Runs the tests of the project and shows the end of what they say. Gives whether they pass. */
export async function runTests(project: string, endings: Endings): Promise<boolean> {
  const child = spawn(process.execPath, ['--test'], {
    cwd: project,
    env: await withoutKeys(environment()),
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const code = await exitOf(child, endings);
  const summary = said.split('\n').filter((line) => /(tests|pass|fail) \d+/.test(line));
  process.stdout.write(`${summary.join('\n')}\n`);
  return code === EXIT.done;
}

async function exitOf(child: ChildProcess, endings: Endings): Promise<number> {
  const stopListening = endings.onEnd((signal) => child.kill(signal));
  const [code] = await once(child, 'close');
  stopListening();
  return code ?? EXIT.interrupted;
}

/** What the model wrote runs here: the keys are none of its business. */
async function withoutKeys(env: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> {
  const { PROVIDERS } = await import('@tagma/endpoint');
  const keys = keyVariables(PROVIDERS);
  return Object.fromEntries(Object.entries(env).filter(([name]) => !keys.includes(name)));
}

/** `node` in the sample project is the one that runs now; a test runner around us is none of its business. */
function environment(): NodeJS.ProcessEnv {
  const { NODE_TEST_CONTEXT: _around, ...env } = process.env;
  return { ...env, PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH ?? ''}` };
}
