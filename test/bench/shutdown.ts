/** How long a session takes to stop in the middle of something, until nothing of it runs any more. */
import { SITUATIONS } from '../shutdown.ts';

const ROUNDS = 7;
/** The longest that the project promises. */
const LIMIT_MS = 200;

console.log(
  `${'a session stops while'.padEnd(44)}${'median ms'.padStart(10)}${'longest'.padStart(10)}${'limit'.padStart(8)}`,
);
for (const [name, begin] of Object.entries(SITUATIONS)) {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const { session, close } = await begin();
    const since = performance.now();
    await session.stop();
    times.push(performance.now() - since);
    await close();
  }
  times.sort((a, b) => a - b);
  const longest = times.at(-1) ?? Number.NaN;
  const cells = [(times[ROUNDS >> 1] ?? Number.NaN).toFixed(1).padStart(10), longest.toFixed(1).padStart(10)];
  console.log(
    `${name.padEnd(44)}${cells.join('')}${String(LIMIT_MS).padStart(8)}${longest > LIMIT_MS ? '  over' : ''}`,
  );
}
process.exit();
