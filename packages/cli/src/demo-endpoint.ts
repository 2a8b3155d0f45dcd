/** The demo's model: `tagma endpoint` with the demo's script, in a process of its own. */
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { demoFiles } from './assets.ts';
import { spawnSelf } from './demo-process.ts';
import { EXIT } from './exit.ts';

export type DemoEndpoint = {
  readonly url: string;
  /** Ends it. Gives whether every request was what the script expects, and every turn was played. */
  readonly stop: () => Promise<boolean>;
};

/** @param folder where the script is laid out. @throws if the process ends before it listens. */
export async function startEndpoint(folder: string): Promise<DemoEndpoint> {
  const script = join(folder, 'script.xml');
  writeFileSync(script, demoFiles()['script.xml'] ?? '');
  const child = spawnSelf(['endpoint', script], 'pipe');
  if (!child.stdout) throw new Error('the endpoint has no output');
  const ended = once(child, 'close');
  const lines = createInterface({ input: child.stdout });
  const first = await Promise.race([once(lines, 'line'), ended]);
  if (typeof first[0] !== 'string') throw new Error('the scripted endpoint did not start');
  return {
    url: first[0],
    async stop() {
      child.kill('SIGTERM');
      const [code] = await ended;
      return code === EXIT.done;
    },
  };
}
