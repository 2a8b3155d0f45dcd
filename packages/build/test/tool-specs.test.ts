/** What the bundle knows of the tools in the place of packages/tools/src/known-specs.ts. */
import { expect, test } from 'vitest';
import * as known from '../../tools/src/known-specs.ts';
import { isSpecsModule, specsModule } from '../tool-specs.mjs';
import { ROOT } from '../workspace.mjs';

test('it says of each tool what the tool itself does', async () => {
  expect(isSpecsModule(`${ROOT}/packages/tools/src/known-specs.ts`)).toBe(true);
  const bundled = await import(`data:text/javascript,${encodeURIComponent(await specsModule())}`);
  const told = (functions: Record<string, () => unknown>) =>
    Object.fromEntries(Object.entries(functions).map(([name, tell]) => [name, tell()]));
  expect(told(bundled)).toEqual(told(known));
});
