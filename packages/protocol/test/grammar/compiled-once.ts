/**
 * For tests of a regular expression of a megabyte. V8 compiles one to be interpreted, and again for the processor where it
 * is used once more; each takes seconds. In a file that calls this it is compiled for the processor at once. The file needs a
 * process of its own (vitest.config.ts): where the flag changes while others use expressions, the process crashes.
 */
import { setFlagsFromString } from 'node:v8';
import { beforeAll } from 'vitest';

export function compileRegexOnce(): void {
  beforeAll(() => setFlagsFromString('--no-regexp-tier-up'));
}
