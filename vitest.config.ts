import { configDefaults, defineConfig } from 'vitest/config';

/** Each file in a process of its own. The others share a few: what they leave behind in one fails them. */
const ALONE = [
  // Clients of a network keep what they have learnt of it.
  'packages/endpoint/test/**/*.test.ts',
  'test/{faults.proof,loop,models,models-command,sent-prefix,shell,small-window,undo}.test.ts',
  // A child counts the memory of the process that started it as its own.
  'packages/history/test/read/{bad-input,memory}.test.ts',
  // Changes a flag of V8.
  'packages/protocol/test/grammar/grammar.test.ts',
  'test/grammar.test.ts',
  // Replaces modules.
  'packages/tui/test/**/on-blessed.test.ts',
];

export default defineConfig({
  test: {
    setupFiles: ['test/setup.ts'],
    testTimeout: 180_000,
    // Two more than the two cores: half of the tests wait, for the command that they have started or for a screen.
    maxWorkers: 4,
    projects: [
      { extends: true, test: { name: 'alone', include: ALONE } },
      {
        extends: true,
        test: {
          name: 'together',
          include: ['packages/*/test/**/*.test.ts', 'test/*.test.ts', 'test/style/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...ALONE],
          // To start a process and to load the modules in it costs more than most files take.
          setupFiles: ['test/left-behind.ts'],
          isolate: false,
        },
      },
    ],
  },
});
