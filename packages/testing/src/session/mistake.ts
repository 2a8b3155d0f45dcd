/** Errors of whoever wrote the test: they end what the test waits for, and are never shown to the model. */

/** What is wrong with the test, and what to write instead. */
export class TestMistake extends Error {
  override readonly name = 'TestMistake';
}

/** Whether an error thrown by a fake is for the test: a mistake in it, or an assertion that did not hold. */
export function isForTheTest(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error instanceof TestMistake || error.name === 'AssertionError' || 'matcherResult' in error;
}
