/**
 * A vitest reporter that counts, into the file that TAGMA_COUNTS names: `{ passed, failed, skipped }`.
 *
 * A file that could not be loaded, a hook that threw and an error that no test caught count as one failure each: what
 * did not run must not look like what passed.
 */
import { writeFileSync } from 'node:fs';

// vitest asks for the default export.
export default class CountsReporter {
  /**
   * @param {readonly import('vitest/node').TestModule[]} modules
   * @param {readonly unknown[]} unhandledErrors
   */
  onTestRunEnd(modules, unhandledErrors) {
    const counts = { passed: 0, failed: unhandledErrors.length, skipped: 0 };
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        counts[state === 'passed' || state === 'skipped' ? state : 'failed'] += 1;
      }
      const suites = [module, ...module.children.allSuites()];
      counts.failed += suites.filter((suite) => suite.errors().length > 0).length;
    }
    const file = process.env.TAGMA_COUNTS;
    if (file !== undefined) writeFileSync(file, JSON.stringify(counts));
  }
}
