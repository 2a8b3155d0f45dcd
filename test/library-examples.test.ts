/** The examples on the pages that import a library of ours run, and print what stands behind `// →` in them. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test, vi } from 'vitest';
import { ROOT } from '../packages/build/workspace.mjs';
import { temporaryFolder } from './command.ts';
import { blocksOf, PAGES, pageText } from './documents/blocks.ts';

const EXAMPLES = PAGES.flatMap((page) =>
  blocksOf(pageText(page))
    .filter(({ words: [kind], text }) => kind === 'js' && text.includes("from '@tagma/"))
    .map(({ line, text }) => ({ where: `${page}:${line}`, text })),
);

test.each(EXAMPLES)('$where', async ({ text }) => {
  const printed: string[] = [];
  const log = vi.spyOn(console, 'log').mockImplementation((...words) => void printed.push(words.join(' ')));
  try {
    const file = join(temporaryFolder(), 'example.mjs');
    writeFileSync(
      file,
      text.replace(
        /'@tagma\/(\w+)'/g,
        (_, name) => `'${pathToFileURL(join(ROOT, 'packages', name, 'src', 'index.ts'))}'`,
      ),
    );
    await import(file);
  } finally {
    log.mockRestore();
  }
  const said = [...text.matchAll(/\/\/ → (.*)/g)].map(([, line]) => line);
  expect(said.length).toBeGreaterThan(0);
  expect(printed).toEqual(said);
});

test('there are some', () => expect(EXAMPLES.length).toBeGreaterThan(1));
