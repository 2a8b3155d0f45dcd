/**
 * What `bash` costs beyond the command itself: the time of `true` against a bare spawn of the same shell, the two taking
 * turns; and the memory that 1 GB of output takes, in a process of its own, with a screen that listens.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median, milliseconds } from '../../../test/figures.ts';
import { createRegistry } from '../src/index.ts';
import { shellOf } from '../src/shell.ts';

const ROUNDS = 101;
/** Rounds before the first that counts: code is compiled, files come into the cache of the system. */
const WARM_UP_ROUNDS = 20;
const OVERHEAD_MS_MAX = 3;
const MEGABYTE = 1024 * 1024;
const OUTPUT_MEGABYTES = 1024;
const MEMORY_MEGABYTES_MAX = 60;
const SAMPLE_MS = 20;

const folder = mkdtempSync(join(tmpdir(), 'tagma-bench-'));
const registry = createRegistry();
const context = {
  ...{ folder, outputFolder: join(folder, 'outputs'), asWritten: {} },
  signal: new AbortController().signal,
};

try {
  if (process.argv[2] === 'memory') console.log(JSON.stringify(await measureMemory()));
  else await measureAll();
} finally {
  await registry.end();
  rmSync(folder, { recursive: true, force: true });
}

async function measureAll(): Promise<void> {
  const { bare, tool } = await measureOverhead();
  const overhead = tool - bare;
  console.log(`bash true ${tool.toFixed(2)} ms, a bare spawn ${bare.toFixed(2)} ms (medians of ${ROUNDS})`);
  row('overhead of bash true, ms', overhead, OVERHEAD_MS_MAX);

  const { stdout, stderr } = spawnSync(process.execPath, [process.argv[1] ?? '', 'memory'], { encoding: 'utf8' });
  if (stdout === '') throw new Error(stderr);
  const { bytes, megabytes, seconds }: Awaited<ReturnType<typeof measureMemory>> = JSON.parse(stdout);
  console.log(`${(bytes / MEGABYTE).toFixed(0)} MB of output in ${seconds.toFixed(1)} s`);
  row('memory above the start, MB', megabytes, MEMORY_MEGABYTES_MAX);
}

function row(name: string, value: number, limit: number): void {
  const over = value > limit;
  console.log(`${name.padEnd(32)}${value.toFixed(2).padStart(8)}${String(limit).padStart(8)}${over ? '  over' : ''}`);
  if (over) process.exitCode = 1;
}

async function measureOverhead() {
  const times = { bare: [] as number[], tool: [] as number[] };
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
    const bare = await milliseconds(spawnBare);
    const tool = await milliseconds(() => registry.run('bash', { command: 'true' }, context));
    if (round < 0) continue;
    times.bare.push(bare);
    times.tool.push(tool);
  }
  return { bare: median(times.bare), tool: median(times.tool) };
}

function spawnBare(): Promise<unknown> {
  const child = spawn(shellOf(process.env), ['-c', 'true'], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.resume();
  child.stderr.resume();
  return new Promise((resolve) => child.once('close', resolve));
}

async function measureMemory() {
  // What every command needs is there before the start.
  await registry.run('bash', { command: 'seq 1 10000' }, context);
  const before = process.memoryUsage().rss;
  let peak = before;
  const sampling = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, SAMPLE_MS);
  const startedAt = performance.now();
  let characters = 0;
  const command = `yes 'a line of output, as long as lines are' | head -c ${OUTPUT_MEGABYTES}M`;
  const onOutput = (text: string) => {
    characters += text.length;
  };
  const { details } = await registry.run('bash', { command, timeout: 600 }, { ...context, onOutput });
  clearInterval(sampling);
  if (details.bytes !== OUTPUT_MEGABYTES * MEGABYTE || characters !== details.bytes)
    throw new Error('output is missing');
  peak = Math.max(peak, process.resourceUsage().maxRSS * 1024);
  return {
    bytes: details.bytes,
    megabytes: (peak - before) / MEGABYTE,
    seconds: (performance.now() - startedAt) / 1_000,
  };
}
