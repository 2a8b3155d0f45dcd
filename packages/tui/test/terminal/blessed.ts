/**
 * From the import of this on, `blessed` stands in the place of neo-blessed, which is a copy of it: what is tested then needs
 * nothing that only one of them has. The libraries are loaded when a
 * terminal is opened.
 */
import { createRequire } from 'node:module';
import { vi } from 'vitest';

export const made = { programs: 0 };

// Node's own loader: its octal literals are no module's.
vi.doMock('neo-blessed/lib/program.js', () => {
  const create = createRequire(import.meta.url)('blessed/lib/program.js');
  return {
    default: (options: object) => {
      made.programs += 1;
      return create(options);
    },
  };
});
vi.doMock('neo-blessed/lib/tput.js', () => ({ default: createRequire(import.meta.url)('blessed/lib/tput.js') }));
