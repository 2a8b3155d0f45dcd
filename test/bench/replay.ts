/**
 * How fast a history is replayed: a session of a thousand turns is recorded once, and then driven again from its file, each
 * record made anew and compared. What counts are the records of kind `event`; each leads to a state, and most to effects or notes.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { replayHistory } from '../../packages/history/src/index.ts';
import { median, sayFigure } from '../figures.ts';
import { ENDPOINT_ROLE, serveInstantly, startInstantEndpoint } from '../instant-endpoint.ts';
import { runLongSession, TURNS } from '../long-session.ts';

const ROUNDS = 7;
const EVENTS_A_SECOND_MIN = 20_000;

if (process.argv[2] === ENDPOINT_ROLE) serveInstantly();
else await measure();

async function measure(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tagma-bench-'));
  const endpoint = await startInstantEndpoint();
  try {
    endpoint.start({ clients: ['tagma'], turns: TURNS, block: TURNS });
    const [file] = await Promise.all([runLongSession(endpoint.url('tagma'), folder), endpoint.measured()]);
    const seconds: number[] = [];
    let counts = { events: 0, records: 0, bytes: 0 };
    for (let round = 0; round < ROUNDS; round++) {
      const started = performance.now();
      const replayed = await replayHistory(file);
      seconds.push((performance.now() - started) / 1_000);
      if (!replayed.ok || !('events' in replayed)) throw new Error(JSON.stringify(replayed));
      const { events, states, effects, notes, bytes } = replayed;
      counts = { events, records: events + states + effects + notes, bytes };
    }
    const { events, records, bytes } = counts;
    console.log(`${events} events in ${records} records, ${(bytes / 1e6).toFixed(1)} MB`);
    console.log(`the first time: ${(events / (seconds[0] ?? 0)).toFixed(0)} events a second`);
    console.log(`${(records / median(seconds)).toFixed(0)} records a second`);
    sayFigure('events a second', events / median(seconds), { min: EVENTS_A_SECOND_MIN });
  } finally {
    endpoint.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
