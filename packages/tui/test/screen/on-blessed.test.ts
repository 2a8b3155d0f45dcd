/** Every test of a whole screen in process once more, on `blessed` in the place of neo-blessed. */
import { expect, test } from 'vitest';
import { made } from '../terminal/blessed.ts';

await import('./screen.test.ts');
await import('../composer/editing.test.ts');
await import('../inline/inline-screen.test.ts');
await import('../travel/screen.test.ts');
await import('../travel/pair/pair.test.ts');

test('it was blessed that was tested', () => {
  expect(made.programs).toBeGreaterThan(30);
});
