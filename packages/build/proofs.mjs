/**
 * The proofs: tests that try by chance, or over all combinations, what a few rows cannot show. Their files end in
 * `.proof.test.ts`; the suite runs each with few cases, and this with all of them, one file after the other, so that what one
 * of them measures or watches is not disturbed by its neighbours.
 */
import { join } from 'node:path';
import { runTests } from './tests.mjs';
import { filesUnder, packageNames, ROOT } from './workspace.mjs';

/** Some of them go on for an hour. */
const TEST_MS_MAX = 7_200_000;

/**
 * Runs those proofs whose path holds one of the words (all, without words).
 * @param {string[]} words
 * @returns {Promise<number>} exit code: 0, or not when one failed or none has such a name
 */
export async function runProofs(words) {
  const chosen = proofs().filter((path) => words.length === 0 || words.some((word) => path.includes(word)));
  if (chosen.length === 0) {
    console.error(`No proof is named ${words.join(' or ')}.`);
    return 1;
  }
  for (const path of chosen) console.log(path);
  return runTests(['--no-file-parallelism', `--testTimeout=${TEST_MS_MAX}`, ...chosen], { TAGMA_LONG: '1' });
}

/** Paths from the root of the workspace. */
function proofs() {
  const folders = [...packageNames().map((name) => `packages/${name}/test`), 'test'];
  return folders.flatMap((folder) =>
    filesUnder(join(ROOT, folder))
      .filter((file) => file.endsWith('.proof.test.ts'))
      .map((file) => `${folder}/${file}`),
  );
}
