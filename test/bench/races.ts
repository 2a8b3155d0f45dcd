/** Two writers open the same history at the same moment, again and again: one is refused within a second, no number is given twice. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHistory } from '../../packages/history/src/write/writer.ts';
import { faultOfRace, type Race, race } from '../../packages/history/test/write/race.ts';
import { playWriter } from '../../packages/history/test/write/writer.ts';
import { median, sayFigure } from '../figures.ts';

const RACES = 200;
const REFUSED_MS_MAX = 1_000;
const ROLE = 'writer';

const [, program = '', role, ...rest] = process.argv;
if (role === ROLE) playWriter(rest);
else await raceAll([program, ROLE]);

async function raceAll(writer: readonly string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tagma-bench-'));
  const races: Race[] = [];
  let problems = 0;
  for (let round = 1; round <= RACES; round++) {
    const file = join(folder, `${round}.xml`);
    const created = createHistory(file, { session: 's' });
    if (created.ok) created.history.close();
    const one = await race(writer, file);
    const problem = faultOfRace(one, 0);
    if (problem !== null) console.log(`race ${round}: ${problem}`);
    problems += problem === null ? 0 : 1;
    races.push(one);
  }
  rmSync(folder, { recursive: true, force: true });
  const waited = races.map(({ refusedMs }) => refusedMs);
  console.log(`refused after ${median(waited).toFixed(0)} ms at the median`);
  sayFigure('races', races.length, { min: RACES });
  sayFigure('ms to refuse', Math.max(...waited), { max: REFUSED_MS_MAX });
  sayFigure('with a problem', problems, { max: 0 });
}
