/**
 * No program is missed: whatever another parser of the shell sees run in a command, our facts name, or they are unknown.
 * The same for the files that are redirected to. With TAGMA_LONG=1, a hundred thousand commands instead of a few.
 */
import { basename, resolve } from 'node:path';
import type { Facts } from '@tagma/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chance as chanceOf } from '../../../test/chance.ts';
import { takeFacts } from '../src/index.ts';
import { generate } from './differential/generate.ts';
import { goOracle, type Oracle, type Seen, treeOracle } from './differential/oracles.ts';
import { makePlace, type TestPlace } from './place.ts';

const COMMANDS = process.env.TAGMA_LONG ? 100_000 : 3_000;
const SEED = Number(process.env.TAGMA_SEED ?? 7);
/** Found by chance, and kept. */
const MISSED_SHOWN_MAX = 20;

let place: TestPlace;
let go: Oracle;
let tree: Oracle;
beforeAll(async () => {
  place = makePlace();
  go = goOracle();
  tree = await treeOracle();
});
afterAll(() => place.remove());

function missing(facts: Facts, seen: Seen | null): string[] {
  if (seen === null || facts.unknown !== null) return [];
  const files = new Set([...facts.reads, ...facts.writes].map(({ path }) => path));
  const isNamed = (file: string) =>
    file.startsWith('/dev/') || [...files].some((path) => path.endsWith(`/${basename(file)}`));
  return [
    ...seen.programs.filter((program) => !facts.runs.includes(program)),
    ...seen.files.filter((file) => !isNamed(resolve(place.folder, file))).map((file) => `file ${file}`),
  ];
}

test(`what other parsers see run in ${COMMANDS} commands, ours sees (seed ${SEED})`, async () => {
  const chance = chanceOf(SEED);
  const missed: string[] = [];
  let [understood, compared] = [0, 0];
  for (let at = 0; at < COMMANDS; at++) {
    const command = generate(chance);
    const facts = await takeFacts({ tool: 'bash', params: { command } }, place);
    if (facts.unknown !== null) continue;
    understood++;
    const seen = [go(command), tree(command)];
    if (seen.some((each) => each !== null)) compared++;
    for (const what of seen.flatMap((each) => missing(facts, each)))
      missed.push(`${what} in ${JSON.stringify(command)}`);
  }
  console.log(
    `${COMMANDS} commands, seed ${SEED}: ${understood} understood, ${compared} of them by another parser too`,
  );
  expect(missed.slice(0, MISSED_SHOWN_MAX)).toEqual([]);
  expect(understood).toBeGreaterThan(COMMANDS / 20);
}, 900_000);
