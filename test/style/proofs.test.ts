/** What is run longer on demand can be found: `npm run proofs` runs files by their names, and the page names each. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesUnder, packageNames, ROOT } from '../../packages/build/workspace.mjs';

const FOLDERS = [...packageNames().map((name) => `packages/${name}/test`), 'test'];
const paths = FOLDERS.flatMap((folder) => filesUnder(join(ROOT, folder)).map((file) => `${folder}/${file}`));
const textOf = (path: string) => readFileSync(join(ROOT, path), 'utf8');

test('only a proof asks whether it shall take long', () => {
  const asking = paths.filter((path) => /\.test\.ts$/.test(path) && /process\.env\.TAGMA_LONG/.test(textOf(path)));
  expect(asking.filter((path) => !path.endsWith('.proof.test.ts'))).toEqual([]);
});

test('docs/proofs.md has a row for each proof', () => {
  const page = textOf('docs/proofs.md');
  expect(paths.filter((path) => path.endsWith('.proof.test.ts') && !page.includes(`\`${path}\``))).toEqual([]);
});
