/**
 * What is allowed unasked as a look is one: bash runs generated commands, those of them that the default mode allows, without
 * a sandbox in a folder that is watched. They write nothing, run nothing of the project's, read nothing that is protected or outside, and
 * talk to nobody. With TAGMA_LONG=1, more than twenty thousand of them run.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chance as chanceOf } from '../../../test/chance.ts';
import { decide } from '../../core/src/index.ts';
import { takeFacts } from '../src/index.ts';
import { generateLook } from './execution/generate.ts';
import { makeWatchedPlace, type WatchedPlace } from './execution/place.ts';
import { canTrace, fingerprint, misdeedsOf } from './execution/watch.ts';

const RUN_MIN = process.env.TAGMA_LONG ? 20_000 : Number(process.env.TAGMA_CASES ?? 60);
const SEED = Number(process.env.TAGMA_SEED ?? 11);
const AT_ONCE = 2;
const SHOWN_MAX = 20;

let place: WatchedPlace;
let traces: string;
beforeAll(() => {
  place = makeWatchedPlace();
  traces = mkdtempSync(join(tmpdir(), 'traces-'));
});
afterAll(() => {
  place.remove();
  rmSync(traces, { recursive: true, force: true });
});

async function isAllowed(command: string): Promise<boolean> {
  const params = { command };
  const environment = { PATH: '/usr/bin:/bin', HOME: place.home };
  const facts = await takeFacts({ tool: 'bash', params }, { folder: place.folder, home: place.home, environment });
  const judged = { tool: 'bash', params, facts, folder: place.folder, planFile: null, sandbox: false };
  return decide(judged, 'default', []).verdict === 'allow';
}

test.skipIf(process.platform === 'win32')(
  `${RUN_MIN} allowed commands only look (seed ${SEED})`,
  async () => {
    const chance = chanceOf(SEED);
    const before = fingerprint(place.root);
    const found: string[] = [];
    let [made, run] = [0, 0];
    const next = async () => {
      for (;;) {
        made++;
        const command = generateLook(chance);
        if (await isAllowed(command)) return command;
      }
    };
    const work = async (worker: number) => {
      while (run < RUN_MIN && found.length < SHOWN_MAX) {
        run++;
        const command = await next();
        const misdeeds = await misdeedsOf(command, place, join(traces, String(worker)));
        if (misdeeds.length > 0) found.push(`${JSON.stringify(command)}: ${misdeeds.join('; ')}`);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, (_, worker) => work(worker)));
    console.log(
      `${made} commands, seed ${SEED}: ${run} allowed and run${canTrace ? ', their system calls watched' : ''}`,
    );
    expect(found).toEqual([]);
    expect(fingerprint(place.root)).toBe(before);
  },
  7_200_000,
);
