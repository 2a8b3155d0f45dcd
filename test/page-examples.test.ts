/**
 * The examples on the pages beside commands: those that import a library of ours run, and print what stands behind `// →` in
 * them; configurations and scripts are read without a word.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test, vi } from 'vitest';
import { ROOT } from '../packages/build/workspace.mjs';
import { readConfig } from '../packages/cli/src/config/index.ts';
import { parseScript } from '../packages/testing/src/index.ts';
import { temporaryFolder } from './command.ts';
import { blocksOf, PAGES, pageText } from './documents/blocks.ts';

const BLOCKS = PAGES.flatMap((page) =>
  blocksOf(pageText(page)).map(({ words: [kind], line, ...block }) => ({ ...block, kind, where: `${page}:${line}` })),
);
const EXAMPLES = BLOCKS.filter(({ kind, text }) => kind === 'js' && text.includes("from '@tagma/"));
const CONFIGURATIONS = BLOCKS.filter(
  ({ kind, comment }) => kind === 'jsonc' && (comment === '' || comment.endsWith('config.jsonc')),
);
const SCRIPTS = BLOCKS.filter(({ kind, text }) => kind === 'xml' && text.startsWith('<script'));

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

test.each(CONFIGURATIONS)('the configuration of $where', async ({ text }) => {
  const file = join(temporaryFolder(), 'config.jsonc');
  writeFileSync(file, text, { mode: 0o600 });
  expect(await readConfig(file, {})).toMatchObject({ ok: true, config: { warnings: [] } });
});

test.each(SCRIPTS)('the script of $where', ({ text }) => {
  expect(parseScript(text)).toMatchObject({ ok: true });
});

test('no code stands on a page that nothing runs', () => {
  const code = BLOCKS.filter(
    ({ kind = '', comment }) => ['js', 'ts', 'mjs'].includes(kind) && !comment.startsWith('file: '),
  );
  // packages/testing/test/page.test.ts has those in TypeScript.
  const others = code.filter((block) => !EXAMPLES.includes(block) && !/^(README|docs\/testing)\.md/.test(block.where));
  expect(others.map(({ where }) => where)).toEqual([]);
});

test('there are some of each', () => {
  for (const examples of [EXAMPLES, CONFIGURATIONS, SCRIPTS]) expect(examples.length).toBeGreaterThan(1);
});
