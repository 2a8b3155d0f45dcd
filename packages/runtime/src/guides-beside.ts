/**
 * Calls that run side by side may touch the same folder. What the project says of it is looked for by one after the other, and
 * each is asked knowing what its neighbours were told: so it is told once, and takes room once.
 */
import type { FindGuides } from './deps.ts';

/** Does work that may look for guides; where it overlaps with other such work, that is what is side by side. */
export type WithGuides = <T>(work: (find: FindGuides) => Promise<T>) => Promise<T>;

export function guidesBeside(find: FindGuides = async () => []): WithGuides {
  let running = 0;
  let told: readonly string[] = [];
  let last: Promise<unknown> = Promise.resolve();

  const findNext: FindGuides = (paths, known, windowTokens) => {
    const next = last.then(async () => {
      const found = await find(paths, [...new Set([...known, ...told])], windowTokens);
      told = [...told, ...found.map(({ path }) => path)];
      return found;
    });
    last = next.catch(() => {});
    return next;
  };

  return async (work) => {
    // What was told before these began, they know by the conversation; or a compaction has left it out.
    if (running === 0) told = [];
    running += 1;
    try {
      return await work(findNext);
    } finally {
      running -= 1;
    }
  };
}
