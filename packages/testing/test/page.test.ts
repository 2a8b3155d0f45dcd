/** docs/testing.md shows the examples as they are run: `UPDATE_DOCS=1 npm test -- packages/testing` writes them anew. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const PAGE = fileURLToPath(new URL('../../../docs/testing.md', import.meta.url));
const EXAMPLES = 'packages/testing/test/examples/';
const ROOT = new URL('../../../', import.meta.url);

/** A comment that names a file, and the block of code below it. */
const SHOWN = /<!-- (\S+) -->\n```ts\n([\s\S]*?)```\n/g;

const page = readFileSync(PAGE, 'utf8');
const blocks = [...page.matchAll(SHOWN)].map(([, file = '', code = '']) => ({ file, code }));

test.runIf(process.env.UPDATE_DOCS)('write the examples anew', () => {
  const text = page.replace(SHOWN, (_whole, file: string) => `<!-- ${file} -->\n\`\`\`ts\n${textOf(file)}\`\`\`\n`);
  writeFileSync(PAGE, text);
});

test('every example is on the page, once', () => {
  const examples = readdirSync(new URL(EXAMPLES, ROOT)).map((name) => `${EXAMPLES}${name}`);
  expect(blocks.map(({ file }) => file).sort()).toEqual(examples.sort());
});

test('every block of TypeScript on the page is an example', () => {
  expect(page.match(/^```ts$/gm)?.length).toBe(blocks.length);
});

test.each(blocks)('$file is on the page as it is', ({ file, code }) => {
  expect(code).toBe(textOf(file));
});

test('the example of the README stands in the first of them', () => {
  const readme = readFileSync(new URL('README.md', ROOT), 'utf8');
  const [, example = ''] = /```ts\n([\s\S]*?)```/.exec(readme) ?? [];
  const lines = (text: string) => text.split('\n').map((line) => line.trim());
  const first = lines(textOf(`${EXAMPLES}first.test.ts`));
  expect(lines(example).filter((line) => !first.includes(line))).toEqual([]);
});

test('every word of a session that the page lists is one', async () => {
  const { testSession } = await import('@tagma/testing');
  const table = page.slice(page.indexOf('| word | gives |'));
  const words = [...table.matchAll(/^\| (.+?) \|/gm)].flatMap(([, cell = '']) => [...cell.matchAll(/`(\w+)/g)]);
  expect(words.map(([, word]) => word).sort()).toEqual(
    Object.keys(testSession())
      .filter((word) => word !== 'snapshot')
      .sort(),
  );
});

function textOf(file: string): string {
  return readFileSync(new URL(file, ROOT), 'utf8');
}
