/**
 * What a sandbox adds to the start of a command: `true` confined against a bare spawn of the same, the two taking turns.
 * Looking at the disk (what is there to be hidden) counts, for it is done before each command.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { median, milliseconds } from '../../../test/figures.ts';
import { type Command, type Confinement, confine, findSandbox, layOut } from '../src/index.ts';

const ROUNDS = 201;
/** Rounds before the first that counts: code is compiled, files come into the cache of the system. */
const WARM_UP_ROUNDS = 30;
const ADDED_MS_MAX = 10;

const sandbox = await findSandbox();
const folder = mkdtempSync(join(tmpdir(), 'tagma-bench-'));
try {
  if (sandbox.kind === 'none') throw new Error(sandbox.why);
  mkdirSync(join(folder, 'project'));
  await measure();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measure(): Promise<void> {
  const confinement: Confinement = {
    ...{ writes: 'project', network: false, folder: join(folder, 'project'), home: homedir() },
    ...{ temporary: join(folder, 'temporary'), caches: join(folder, 'caches') },
  };
  const command = { file: '/bin/true', args: [], folder: confinement.folder, environment: process.env };
  const times = { bare: [] as number[], confined: [] as number[], layout: [] as number[] };
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
    const bare = await milliseconds(() => end(command));
    let laidOut = 0;
    const confined = await milliseconds(() => {
      const startedAt = performance.now();
      const layout = layOut(confinement, process.env);
      laidOut = performance.now() - startedAt;
      if (layout.kind === 'refused') throw new Error(layout.why);
      return end(confine(command, layout, sandbox));
    });
    if (round < 0) continue;
    times.bare.push(bare);
    times.confined.push(confined);
    times.layout.push(laidOut);
  }

  const [bare, confined, layout] = [times.bare, times.confined, times.layout].map(median);
  console.log(
    `true ${ms(bare)}, confined ${ms(confined)}, of it to look at the disk ${ms(layout)} (medians of ${ROUNDS})`,
  );
  const added = median(times.confined.map((time, round) => time - (times.bare[round] ?? 0)));
  const least = Math.min(...times.confined) - Math.min(...times.bare);
  console.log(`the least of each: ${ms(least)} between them, what it costs where nothing else runs`);
  const over = added > ADDED_MS_MAX;
  console.log(
    `${'added by the sandbox, ms'.padEnd(32)}${added.toFixed(2).padStart(8)}${String(ADDED_MS_MAX).padStart(8)}${over ? '  over' : ''}`,
  );
  if (over) process.exitCode = 1;
}

function end({ file, args, folder: cwd, environment }: Command): Promise<unknown> {
  const child = spawn(file, args, { cwd, env: environment, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  child.stdout.resume();
  child.stderr.resume();
  return new Promise((resolve, reject) => {
    child.once('close', (code) => (code === 0 ? resolve(code) : reject(new Error(`it ended with ${code}`))));
  });
}

function ms(value = Number.NaN): string {
  return `${value.toFixed(2)} ms`;
}
