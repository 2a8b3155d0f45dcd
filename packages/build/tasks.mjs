/**
 * The tasks by name. Each first makes sure of what it stands on (the packages installed, the bundle built), and gives
 * the exit code. What takes time says so in one line before it begins.
 */
import { join } from 'node:path';
import { runBenches } from './benches.mjs';
import { buildIfStale } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { runNode } from './process.mjs';
import { runProofs } from './proofs.mjs';
import { runTests } from './tests.mjs';
import { BUNDLE, ROOT } from './workspace.mjs';

/** @typedef {(argv: string[]) => Promise<number>} Task */

/** @type {Record<string, Task>} */
const TASKS = {
  install: async () => 0,
  build: async (argv) => buildIfStale({ force: argv.includes('--force'), saysFresh: true }),
  test: async (argv) => (await buildIfStale({})) || runTests(argv),
  proofs: async (argv) => (await buildIfStale({})) || runProofs(argv),
  demo: async (argv) => (await buildIfStale({})) || runNode([BUNDLE, 'demo', ...orHistory(argv)]),
  bench: async (argv) => (await buildIfStale({})) || runBenches(argv),
  e2e: async (argv) => (await buildIfStale({})) || runRealServers({}, argv),
  'e2e:llama': async (argv) => (await buildIfStale({})) || runRealServers({ TAGMA_E2E: 'llama' }, argv),
  pack: async (argv) => (await buildIfStale({})) || (await import('./pack.mjs')).pack(argv),
  api: async (argv) => (await import('./api.mjs')).writeApi(argv),
  golden: () => writeGolden(),
  lint: (argv) => runTool('@biomejs/biome/bin/biome', ['check', ...orEverything(argv)]),
  format: (argv) => runTool('@biomejs/biome/bin/biome', ['check', '--write', ...orEverything(argv)]),
  typecheck: (argv) => runTool('typescript/bin/tsc', ['-b', ...argv]),
};

/**
 * Runs one task and gives its exit code: 0 done, 1 failed, 2 for a task that there is not.
 * @param {string} name
 * @param {string[]} argv
 * @returns {Promise<number>}
 */
export async function runTask(name, argv) {
  const task = Object.hasOwn(TASKS, name) ? TASKS[name] : undefined;
  if (!task) {
    console.error(`There is no task '${name}'. The tasks: ${Object.keys(TASKS).join(', ')}.`);
    return 2;
  }
  return (await ensureInstalled()) || task(argv);
}

/**
 * @param {string} script inside node_modules
 * @param {string[]} argv
 */
function runTool(script, argv) {
  return runNode([join(ROOT, 'node_modules', script), ...argv]);
}

/**
 * The tests against real servers, which the others do without (test/e2e/README.md).
 * @param {Record<string, string>} env
 * @param {string[]} argv
 */
function runRealServers(env, argv) {
  const config = join(ROOT, 'test', 'e2e', 'vitest.config.ts');
  return runNode([join(ROOT, 'node_modules', 'vitest', 'vitest.mjs'), 'run', '--config', config, ...argv], env);
}

/**
 * Tests that hold something to files which they write anew: recorded sessions (test/golden-files.ts), the views of the screen, what
 * a terminal is sent, and the keys in the manual.
 */
const GOLDEN_TESTS = [
  ...['test/golden.test.ts', 'test/screen-pictures.test.ts'],
  ...['packages/tui/test/screens', 'packages/tui/test/keys/rows.test.ts'],
];

function writeGolden() {
  // One after the other: two of them write into the same page.
  const command = [join(ROOT, 'node_modules', 'vitest', 'vitest.mjs'), 'run', '--no-file-parallelism', ...GOLDEN_TESTS];
  return runNode(command, { UPDATE_GOLDEN: '1' });
}

/**
 * In the workspace the demo keeps its histories in `history/`.
 * @param {string[]} argv
 */
function orHistory(argv) {
  return argv.includes('--history') ? argv : ['--history', join(ROOT, 'history'), ...argv];
}

/** @param {string[]} argv */
function orEverything(argv) {
  return argv.length > 0 ? argv : ['.'];
}
