/** The demo's model: `tagma endpoint` with the demo's script, in a process of its own. */
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { demoFiles } from './assets.ts';
import { spawnSelf } from './demo-process.ts';
import { EXIT } from './exit.ts';
import { type Problem, problem } from './problem.ts';

export type DemoEndpoint = {
  readonly ok: true;
  readonly url: string;
  /** Ends it. Gives whether every request was what the script expects, and every turn was played. */
  readonly stop: () => Promise<boolean>;
};

/** @param folder where the script is laid out. */
export async function startEndpoint(folder: string): Promise<DemoEndpoint | Problem> {
  const script = join(folder, 'script.xml');
  writeFileSync(script, demoFiles()['script.xml'] ?? '');
  const child = spawnSelf(['endpoint', script], 'pipe');
  if (!child.stdout) throw new Error('the endpoint has no output');
  const ended = once(child, 'close');
  const lines = createInterface({ input: child.stdout });
  const [url] = await Promise.race([once(lines, 'line'), ended]);
  if (typeof url !== 'string' || !url.startsWith('http')) {
    return problem(EXIT.failed, 'the scripted endpoint of the demo did not start (see above).');
  }
  return {
    ok: true,
    url,
    async stop() {
      child.kill('SIGTERM');
      const [code] = await ended;
      return code === EXIT.done;
    },
  };
}
