/**
 * Other programs that a task runs: in sight of the person, with their keyboard and their signals.
 */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { ROOT } from './workspace.mjs';

/** @type {readonly NodeJS.Signals[]} */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs Node with these arguments in the root of the workspace and gives its exit code, 128+n after a signal.
 * A signal sent to us goes on to it. Ctrl+C on a terminal has reached it already: twice would mean something else.
 * @param {string[]} argv
 * @param {Record<string, string>} [environment] added to ours
 * @returns {Promise<number>}
 */
export function runNode(argv, environment = {}) {
  /** @param {NodeJS.Signals} signal */
  const forward = (signal) => {
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
  };
  // Before there is a child: a signal that came in between would end us and leave the child behind.
  for (const signal of SIGNALS) process.on(signal, forward);
  const child = spawn(process.execPath, argv, {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      for (const name of SIGNALS) process.off(name, forward);
      resolve(signal ? 128 + constants.signals[signal] : (code ?? 1));
    });
  });
}
