/** Mode `trust` lets ordinary work run, whatever an analysis can make of it, with a sandbox and without. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decide } from '../../core/src/index.ts';
import { takeFacts } from '../src/index.ts';
import { WORK } from './corpus/trust.ts';
import { makePlace, type TestPlace } from './place.ts';

let place: TestPlace;
beforeAll(() => {
  place = makePlace();
});
afterAll(() => place.remove());

test.each(WORK)('$why', async ({ run, judged = [] }) => {
  const refused: string[] = [];
  for (const command of [...run, ...judged]) {
    const params = { command };
    const facts = await takeFacts({ tool: 'bash', params }, place);
    for (const sandbox of [true, false]) {
      const call = { tool: 'bash', params, facts, folder: place.folder, planFile: null, sandbox };
      const { verdict, by } = decide(call, 'trust', []);
      if (verdict !== 'allow') refused.push(`${verdict}: ${command} (${by})`);
    }
  }
  expect(refused).toEqual([]);
});

test('it is a long list', () => {
  expect(WORK.flatMap(({ run, judged = [] }) => [...run, ...judged]).length).toBeGreaterThan(150);
});
