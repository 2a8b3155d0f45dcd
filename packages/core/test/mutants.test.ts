/** Tests of the tester: each mistake that is put into the machine is found on a random walk, and told in a few events. */
import { expect, test } from 'vitest';
import { MUTANTS } from './model/mutants.ts';
import { type Watched, watch } from './model/watched.ts';
import { report, shrunk, type Walk, walk } from './walk.ts';

const SEEDS_MAX = 500;
const WALK_EVENTS = 100;
const SHOWN_EVENTS_MAX = 10;

/** The first walk on which this mistake breaks its law. */
function foundOn(watched: Watched, law: string): { readonly seed: number; readonly found: Walk } {
  for (let seed = 0; seed < SEEDS_MAX; seed++) {
    const found = walk(watched, seed, WALK_EVENTS);
    if (found.fault?.law === law) return { seed, found };
  }
  throw new Error(`on ${SEEDS_MAX} walks the law is not broken: ${law}`);
}

test.each(MUTANTS)('$mistake: found', ({ machine, law, events = SHOWN_EVENTS_MAX }) => {
  const watched = watch(machine);
  const { moves, fault } = foundOn(watched, law).found;
  const { stages, fault: shown } = shrunk(watched, moves, fault);
  expect(shown?.law).toBe(law);
  expect(stages.length).toBeLessThanOrEqual(events);
});

test('a failure is told with its seed, the law, and the few events that break it', () => {
  const [first] = MUTANTS;
  const watched = watch(first?.machine);
  const { seed, found } = foundOn(watched, first?.law ?? '');
  expect(report(watched, seed, found)).toBe(
    `seed ${seed}: a tool runs only what the model has asked for and somebody has allowed, once: nobody has allowed call 1
  1 ms session.started turnsMax 3, correctionsMax 1, retriesMax 1
      → idle
  2 ms prompt.given text "do it (1)"
      → thinking: model.ask 1
  3 ms reply.ended request 1, text "<action tool=\\"read\\"><path>a</path></action>", finish "stop"
      → deciding: reply.read, facts.take 2
  4 ms facts.taken request 2, facts {"reads":[{"path":"/etc/passwd","where":"outside"}],"readOnly":true}
      → acting: call.judged, tool.run 3`,
  );
});
