/**
 * What the full screen costs: a reply of 1,000 deltas a second at the end of a transcript of 100,000 rows, at 120×40, through
 * the real screen with streams that are no terminal; the same screen's keys meanwhile; the start of the command in a terminal
 * of its own, with compiled code that was kept and without; and the memory of a session of 100,000 rows that is open.
 *
 * Times are taken while other programs may run: a figure beyond its limit is marked, one beyond twice its limit fails. What a
 * frame costs is time of the processor, as is its share. Memory is the most of several runs, and fails beyond its limit.
 */
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BUNDLE } from '../../packages/build/workspace.mjs';
import { median, percentile } from '../figures.ts';
import { writeRealisticHistory } from '../realistic-history.ts';
import { bareStart, screenStart } from '../screen-start.ts';
import { streamIntoScreen } from '../streaming-screen.ts';

const ROUNDS = 9;
const MEMORY_ROUNDS = 3;
/** With the compiled code of the start before, as all but the first after an update; and without. */
const STARTS = { kept: {}, not: { TAGMA_CODE_CACHE: 'off' } };
/** So long a start is left alone: it has a little to do when its first frame stands. */
const STARTING_MS = 500;
/** Of a history whose transcript has some 100,000 rows of 120 columns, with all blocks open. */
const HISTORY_BYTES = 14 * 1024 * 1024;
/** Beyond so many times its limit a figure is no accident. */
const FAILS_BEYOND = 2;

const folder = mkdtempSync(join(tmpdir(), 'tagma-screen-'));
try {
  console.log(`${'figure'.padEnd(44)}${'measured'.padStart(12)}${'limit'.padStart(10)}`);
  const streamed = await streamIntoScreen();
  tell('CPU of the screen, share of a core', (streamed.cpuShare - streamed.sourceShare) * 100, 10, '%');
  console.log(
    `${'beside it, what makes the deltas'.padEnd(44)}${`${(streamed.sourceShare * 100).toFixed(1)} %`.padStart(12)}`,
  );
  tell('frame, p99', percentile(streamed.framesMs, 0.99), 16, 'ms');
  tell('key to screen, p99', percentile(streamed.keysMs, 0.99), 30, 'ms');
  const server = createServer((_request, response) => response.end('{"object":"list","data":[]}')).listen(
    0,
    '127.0.0.1',
  );
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const endpoint = ['--endpoint', `http://127.0.0.1:${port}/v1`, '--model', 'none', '--window', '32000'];
  const beyond = { kept: [] as number[], not: [] as number[] };
  // In the first round the code is not yet kept.
  for (let round = -1; round < ROUNDS; round++) {
    for (const [name, variables] of Object.entries(STARTS) as [keyof typeof beyond, Record<string, string>][]) {
      const bare = await bareStart();
      const args = [BUNDLE, ...endpoint, '--history', join(folder, 'none')];
      const { ms } = await screenStart(args, folder, { variables, restingMs: STARTING_MS });
      if (round >= 0) beyond[name].push(ms - bare);
    }
  }
  tell('first usable frame, beyond node -e 0', median(beyond.kept), 150, 'ms');
  tell('the same, compiled code not kept', median(beyond.not), 150, 'ms');
  const [written, history] = [join(folder, 'long.xml'), join(folder, 'resumed.xml')];
  writeRealisticHistory(written, HISTORY_BYTES);
  const megabytes: number[] = [];
  for (let round = 0; round < MEMORY_ROUNDS; round++) {
    copyFileSync(written, history);
    megabytes.push((await screenStart([BUNDLE, 'resume', history, '--cwd', folder, ...endpoint], folder)).megabytes);
  }
  tell('memory, a long session taken up', Math.max(...megabytes), 120, 'MB', 1);
  server.close();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function tell(what: string, measured: number, limit: number, unit: string, failsBeyond = FAILS_BEYOND): void {
  const over = measured > limit ? '  over' : '';
  console.log(
    `${what.padEnd(44)}${`${measured.toFixed(1)} ${unit}`.padStart(12)}${`${limit} ${unit}`.padStart(10)}${over}`,
  );
  if (!(measured <= limit * failsBeyond)) process.exitCode = 1;
}
