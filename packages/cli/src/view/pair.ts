/** Two histories beside each other on the full screen, and each of them alone from there. */
import { statSync } from 'node:fs';
import { diffHistories } from '@tagma/history';
import { openPair, type PairPlace } from '@tagma/tui';
import { EXIT } from '../exit.ts';
import { holdMemorySmall } from '../memory.ts';
import { problem, remark, report } from '../problem.ts';
import { exitOf } from './exit.ts';
import { viewOne } from './one.ts';
import type { ForkWanted, ViewOptions } from './options.ts';
import { streamsOf } from './streams.ts';

/** What is larger takes more than a second to be read and compared, and nothing can be shown before. */
const LARGE_BYTES = 8_000_000;

export async function viewPair(a: string, b: string, options: ViewOptions): Promise<number | ForkWanted> {
  const bytes = [a, b].reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0);
  if (bytes > LARGE_BYTES) remark(`Comparing ${Math.round(bytes / 1_000_000)} MB …\n`);
  const letGo = holdMemorySmall();
  const diff = await diffHistories(a, b).finally(letGo);
  if (!diff.ok) return report(problem(diff.error.kind === 'io' ? EXIT.failed : EXIT.usage, diff.error.message));
  const streams = await streamsOf(options.config);
  let place: PairPlace | undefined;
  for (;;) {
    const left = await openPair(streams, diff, place);
    if (left.kind !== 'open') return exitOf(left);
    place = left.place;
    const done = await viewOne(left.side === 'a' ? a : b, { ...options, at: String(left.record) });
    if (done !== EXIT.done) return done;
  }
}
