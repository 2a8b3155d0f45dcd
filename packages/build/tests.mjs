/**
 * The tests, and one line at their very end that a person and a script can read: `N passed, N failed`.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runNode } from './process.mjs';
import { ROOT } from './workspace.mjs';

/** When vitest ended without a word: something failed, though no test did. */
const NOTHING_COUNTED = { passed: 0, failed: 1, skipped: 0 };

/**
 * Runs vitest once with these arguments (files, `-t NAME`, …).
 * @param {string[]} argv
 * @param {Record<string, string>} [environment] added to ours
 * @returns {Promise<number>} exit code: vitest's own, and never 0 when a failure was counted
 */
export async function runTests(argv, environment = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'tagma-counts-'));
  const file = join(folder, 'counts.json');
  const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
  const reporters = ['--reporter=default', `--reporter=${join(ROOT, 'packages', 'build', 'counts-reporter.mjs')}`];
  const exitCode = await runNode([vitest, 'run', ...reporters, ...argv], {
    ...environment,
    TAGMA_COUNTS: file,
  });
  const { passed, failed, skipped } = readCounts(file);
  rmSync(folder, { recursive: true, force: true });
  console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  return exitCode !== 0 ? exitCode : Math.min(failed, 1);
}

/**
 * @param {string} file
 * @returns {{ passed: number, failed: number, skipped: number }}
 */
function readCounts(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return NOTHING_COUNTED;
  }
}
