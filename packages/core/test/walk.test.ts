/** What holds of the machine whatever happens, tried on random walks. A failure names its seed and a few events that lead to it. */
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { start, step } from '../src/index.ts';
import { HOOKED_ROWS } from './model/choose.ts';
import { watch } from './model/watched.ts';
import { allTransitions } from './paths.ts';
import { report, type Walk, walk } from './walk.ts';

/** `npm run bench -- walk` makes ten times as many, on other seeds. */
const EVENTS = 100_000;
/** Of sessions with hooks, beside them. */
const HOOKED_EVENTS = 30_000;
const WALK_EVENTS = 150;
const FAILURES_MAX = 3;

/** Half a minute where nothing else runs. */
const WALK_MS_MAX = 240_000;

const watched = watch();
const taken = new Set<string>();

test(
  `on random walks of ${EVENTS} events nothing happens that must not, and a replay does the same`,
  () => {
    expect(faultsOn(EVENTS)).toBe('');
  },
  WALK_MS_MAX,
);

test(`nor on ${HOOKED_EVENTS} events of sessions with hooks at every point`, () => {
  expect(faultsOn(HOOKED_EVENTS, HOOKED_ROWS)).toBe('');
});

/**
 * Ways that hooks open, and what must meet on each of them: walks take it once in ten thousand events or never. The paths take them
 * all (paths.test.ts).
 */
const RARE: { readonly [transition: string]: string } = {
  'hearing hook.ended [leavesReply] → reading':
    'the person steers, a hook hears it and sees to it, and the reply before it has neither an action nor an end',
  'consenting hook.ended [isRefusedAfterFailure] → failed':
    'a turn has failed, a compaction is asked for, and a hook refuses it',
  'consenting hook.ended [isSaidSinceConsent] → preparing':
    'no turn runs, a compaction is asked for, and the person says something before the hook has answered',
  'consenting abort.requested → stopping': 'the person stops while hooks are asked about a compaction',
  'failed resume.requested [isElsewhere] → preparing':
    'a turn has failed at the model that stands in for another, and the person has it go on',
  'stopping at once [isAskedAfterFailure] → failed': 'the same at rest, after a turn that has failed',
  'stopping at once [isAskedAtRest] → idle': 'the same at rest, after any other',
};

test('the walks take every transition that can be taken', () => {
  const all = allTransitions();
  expect(Object.keys(RARE).filter((name) => !all.includes(name))).toEqual([]);
  expect(all.filter((name) => !taken.has(name) && !(name in RARE))).toEqual([]);
});

function faultsOn(count: number, settings?: Parameters<typeof walk>[3]): string {
  const failures: string[] = [];
  for (let [seed, events] = [0, 0]; events < count && failures.length < FAILURES_MAX; seed++) {
    const made = walk(watched, seed, WALK_EVENTS, settings);
    events += made.stages.length;
    for (const stage of made.stages) for (const name of stage.taken) taken.add(name);
    if (made.fault) failures.push(report(watched, seed, made));
    else if (!replays(made)) failures.push(`seed ${seed}: a replay differs`);
  }
  return failures.join('\n\n');
}

/** Whether the events alone lead to the same effects at each step, and to the same context. */
function replays({ stages }: Walk): boolean {
  let snapshot = start();
  for (const { event, emitted } of stages) {
    const next = step(snapshot, event);
    if (!isDeepStrictEqual(next.emitted, emitted)) return false;
    snapshot = next.snapshot;
  }
  return isDeepStrictEqual(snapshot.context, (stages.at(-1)?.after.snapshot ?? start()).context);
}
