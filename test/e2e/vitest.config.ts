/** The tests against real servers: asked for by name, never part of `npm test`. One after the other, for there is one server. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/e2e/**/*.e2e.ts'],
    globalSetup: ['test/e2e/global-setup.ts'],
    // A small machine reads a prompt of a thousand tokens in seconds, and writes a few dozen tokens in one.
    testTimeout: 3_600_000,
    hookTimeout: 3_600_000,
    fileParallelism: false,
    maxWorkers: 1,
    disableConsoleIntercept: true,
  },
});
