/**
 * What a command does is found again in its parts, so that nothing is allowed by them that the whole does not name. And the
 * text of a part does, when it is given alone, what the part does: a rule about that text is about this.
 */
import { NO_FACTS } from '@tagma/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chance as chanceOf } from '../../../test/chance.ts';
import { takeFacts } from '../src/index.ts';
import { ASK } from './corpus/ask.ts';
import { DENY } from './corpus/deny.ts';
import { HOLDOUT } from './corpus/holdout.ts';
import { LOOK } from './corpus/look.ts';
import { generate } from './differential/generate.ts';
import { makePlace, type TestPlace } from './place.ts';

const GENERATED = 2_000;
const SEED = Number(process.env.TAGMA_SEED ?? 7);
const CORPUS = [...HOLDOUT, ...[LOOK, ASK, DENY].flatMap((rows) => rows.flatMap(({ commands }) => commands))];
/** Around commands: what may hide a part, or tear it apart. */
const AROUND: readonly ((command: string, other: string) => string)[] = [
  (command, other) => `${command}; ${other}`,
  (command, other) => `for x in $(${command}); do ${other}; done`,
  (command, other) => `case $(${command}) in a) ${other};; esac`,
  (command, other) => `{ ${other}; } > $(${command})`,
  (command, other) => `if [[ -n $(${command}) ]]; then ${other}; fi`,
  (command, other) => `cd src && ${command} || ${other}`,
  (command, other) => `${other} | ${command}`,
  (command, other) => `make; cat <<EOF && ${other}\n$(${command})\nEOF`,
];

let place: TestPlace;
beforeAll(() => {
  place = makePlace();
});
afterAll(() => place.remove());

const factsOf = (command: string) => takeFacts({ tool: 'bash', params: { command } }, place);

function commands(): readonly string[] {
  const chance = chanceOf(SEED);
  const generated = Array.from({ length: GENERATED }, () => generate(chance));
  const pick = () => CORPUS[Math.floor(chance() * CORPUS.length)] ?? '';
  const around = AROUND.flatMap((put) => Array.from({ length: 40 }, () => put(pick(), pick())));
  return [...CORPUS, ...generated, ...around];
}

test(`the parts do all that the whole does (seed ${SEED})`, async () => {
  const lost: string[] = [];
  let compared = 0;
  for (const command of commands()) {
    const { parts, ...whole } = await factsOf(command);
    // The deny list is asked about the whole alone.
    if (!parts || whole.forbidden !== null) continue;
    compared++;
    const all = (kind: 'reads' | 'writes' | 'deletes' | 'runs' | 'network') =>
      new Set(parts.flatMap((part): readonly unknown[] => part[kind]).map((each) => JSON.stringify(each)));
    for (const kind of ['reads', 'writes', 'deletes', 'runs', 'network'] as const) {
      const inParts = all(kind);
      const missing = whole[kind].filter((each) => !inParts.has(JSON.stringify(each)));
      if (missing.length > 0 && whole.unknown === null) lost.push(`${kind} of ${JSON.stringify(command)}`);
    }
    if (!whole.readOnly && parts.every(({ readOnly }) => readOnly)) lost.push(`a change in ${JSON.stringify(command)}`);
    if (whole.unknown !== null && parts.every(({ unknown }) => unknown === null))
      lost.push(`what is unknown in ${JSON.stringify(command)}`);
  }
  expect(lost.slice(0, 20)).toEqual([]);
  expect(compared).toBeGreaterThan(200);
}, 300_000);

test(`the text of a part runs what the part runs, and nothing that it does not (seed ${SEED})`, async () => {
  const others: string[] = [];
  let compared = 0;
  for (const command of commands()) {
    const { parts = [], forbidden } = await factsOf(command);
    if (forbidden !== null) continue;
    for (const part of parts.filter(({ command: text }) => text !== '')) {
      const alone = await factsOf(part.command);
      if (alone.unknown !== null || part.unknown !== null) continue;
      compared++;
      const [told, found] = [part, alone].map(({ runs }) => [...(runs ?? NO_FACTS.runs)].sort().join(' '));
      if (told !== found)
        others.push(`${JSON.stringify(part.command)} in ${JSON.stringify(command)}: ${told}; ${found}`);
    }
  }
  expect(others.slice(0, 20)).toEqual([]);
  expect(compared).toBeGreaterThan(200);
}, 300_000);
