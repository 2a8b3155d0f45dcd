import { configDefaults, defineConfig } from 'vitest/config';

/** Each file in a process of its own. The others share one: what they leave behind in it fails them. */
const ALONE = [
  'test/*.test.ts',
  // Clients of a network keep what they have learnt of it.
  'packages/endpoint/test/**/*.test.ts',
  // A child counts the memory of the process that started it as its own.
  'packages/history/test/read/{bad-input,memory}.test.ts',
  // Replaces modules.
  'packages/tui/test/**/on-blessed.test.ts',
];

export default defineConfig({
  test: {
    setupFiles: ['test/setup.ts'],
    testTimeout: 60_000,
    // Two cores: a worker each, and no more processes than the tests themselves start.
    maxWorkers: 2,
    projects: [
      { extends: true, test: { name: 'alone', include: ALONE } },
      {
        extends: true,
        test: {
          name: 'together',
          include: ['packages/*/test/**/*.test.ts', 'test/style/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...ALONE],
          // To start a process and to load the modules in it costs more than most files take.
          setupFiles: ['test/left-behind.ts'],
          isolate: false,
        },
      },
    ],
  },
});
