/** Whatever has happened to a file: it opens, or is refused with the reason, and keeps its bytes. `npm run bench -- mutated` takes 5,000. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { dice } from '../../../../test/chance.ts';
import { historyFile } from '../sample.ts';
import { temporaryFolder } from '../temporary.ts';
import { type Met, MUTATIONS, meet } from './mutations.ts';

const EACH = 40;

it.each(Object.entries(MUTATIONS))('%s', async (_what, mutate) => {
  const whole = readFileSync(historyFile());
  const file = join(temporaryFolder(), 's1.xml');
  const roll = dice(Date.now());
  const problems: { met: Met; bytes: string }[] = [];
  for (let round = 0; round < EACH; round++) {
    const bytes = mutate(whole, roll);
    const met = await meet(file, bytes);
    if (met.problem !== null) problems.push({ met, bytes: bytes.toString('latin1') });
  }
  expect(problems).toEqual([]);
});
