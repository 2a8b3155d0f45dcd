/** The terminal layer on `blessed`. */
import { expect, test } from 'vitest';
import { made } from './blessed.ts';
import { terminalSuite } from './terminal-suite.ts';

terminalSuite('blessed');

test('it was blessed that was tested', () => {
  expect(made.programs).toBeGreaterThan(10);
});
