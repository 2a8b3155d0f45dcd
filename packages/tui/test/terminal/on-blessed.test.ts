/** The same on `blessed`, of which neo-blessed is a copy: nothing here needs what only one of them has. */
import { createRequire } from 'node:module';
import { expect, test, vi } from 'vitest';
import { terminalSuite } from './terminal-suite.ts';

const made = vi.hoisted(() => ({ programs: 0 }));

// Node's own loader: its octal literals are no module's.
vi.mock('neo-blessed/lib/program.js', () => {
  const create = createRequire(import.meta.url)('blessed/lib/program.js');
  return {
    default: (options: object) => {
      made.programs += 1;
      return create(options);
    },
  };
});
vi.mock('neo-blessed/lib/tput.js', () => ({ default: createRequire(import.meta.url)('blessed/lib/tput.js') }));

terminalSuite('blessed');

test('it was blessed that was tested', () => {
  expect(made.programs).toBeGreaterThan(10);
});
