/** A session that is killed at any point loses nothing, goes on, and does nothing twice. `npm run bench -- kills` does it 2,000 times. */
import { expect, test } from 'vitest';
import { built } from '../packages/history/test/built.ts';
import { chance } from './chance.ts';
import { temporaryFolder } from './command.ts';
import { killAndResume, undisturbedMs } from './kills/kill.ts';

const KILLS = 50;
/** Two cores. */
const AT_ONCE = 2;
/** The same seed kills after the same shares of the time that a session takes: where in its work that is, the machine has a say in. */
const SEED = Number(process.env.TAGMA_SEED ?? Date.now());
const TIMEOUT_MS = 180_000;

test(
  `${KILLS} times: no acknowledged record is lost, every session goes on, and no step runs twice (TAGMA_SEED=${SEED})`,
  async () => {
    const program = [await built(new URL('kills/session-process.ts', import.meta.url))];
    const folder = temporaryFolder();
    const lasts = await undisturbedMs(program, folder);
    const random = chance(SEED);
    const states = new Set<string>();
    const problems: string[] = [];
    const kill = async (): Promise<void> => {
      const killed = await killAndResume(program, folder, random() * lasts);
      states.add(killed.state);
      if (killed.problem !== null) problems.push(`${killed.state}: ${killed.problem}`);
    };
    for (let done = 0; done < KILLS; done += AT_ONCE) await Promise.all(Array.from({ length: AT_ONCE }, kill));
    expect(problems).toEqual([]);
    // Else it was killed at no point that matters.
    expect(states.size).toBeGreaterThan(3);
  },
  TIMEOUT_MS,
);
