/**
 * A session is killed with SIGKILL at random points of its course, opened again and taken up: no acknowledged record may be
 * lost, every one must go on to its end, and no step may run twice.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { sayFigure } from '../figures.ts';
import { type Killed, killAndResume, undisturbedMs } from '../kills/kill.ts';
import { runToBeKilled } from '../kills/session.ts';

const KILLS = 2_000;

const ROLE = 'session';

const [, program = '', role, ...rest] = process.argv;
if (role === ROLE) await runToBeKilled(rest[0] ?? '', rest[1] ?? '');
else await killAll([program, ROLE]);

async function killAll(session: readonly string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tagma-bench-'));
  try {
    const lasts = await undisturbedMs(session, folder);
    const all: Killed[] = [];
    while (all.length < KILLS) {
      all.push(...(await Promise.all(cpus().map(() => killAndResume(session, folder, Math.random() * lasts)))));
    }
    report(all);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function report(all: readonly Killed[]): void {
  const problems = all.filter(({ problem }) => problem !== null);
  for (const { state, problem } of problems) console.log(`${state}: ${problem}`);
  const states = new Map<string, number>();
  for (const { state } of all) states.set(state, (states.get(state) ?? 0) + 1);
  console.log([...states].map(([state, count]) => `${state || 'before the first record'}: ${count}`).join(', '));
  console.log(`${all.filter(({ wasTorn }) => wasTorn).length} left a torn tail`);
  sayFigure('killed', all.length, { min: KILLS });
  sayFigure('with a problem', problems.length, { max: 0 });
}
