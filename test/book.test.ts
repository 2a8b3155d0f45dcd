/** docs/ is a book: every page is in its index, every link leads somewhere, and what is named of the command is there. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';
import { packageNames, ROOT } from '../packages/build/workspace.mjs';
import { PAGES, pageText } from './documents/blocks.ts';
import { wordsAfterTagma } from './documents/commands.ts';
import { anchorsIn, linksIn, spansIn } from './documents/prose.ts';
import { isOption, unknownIn } from './documents/tree.ts';

const INDEX = 'docs/README.md';
const ELSEWHERE = /^(https?|mailto):/;
/** They hold the words of others too: test/style/seeds.test.ts looks at what they say of Tagma. */
const OTHERS_WORDS = ['docs/seeds.md'];
/** Options of other programs that the pages name. */
const OPTIONS_OF_OTHERS = [
  '--compress-prog',
  ...[
    '--max-model-len',
    '--served-model-name',
    '--reasoning-parser',
    '--enable-auto-tool-choice',
    '--tool-call-parser',
  ],
  '--api-key',
];
/** What is named because it is wrong. */
const WRONG = ['tagma fix the test'];

const readers = [
  ...['CODE_OF_CONDUCT.md', 'CONTRIBUTING.md', 'SECURITY.md', 'history/README.md', 'test/e2e/README.md'],
  ...packageNames().map((name) => `packages/${name}/README.md`),
  ...PAGES,
].filter((page) => existsSync(join(ROOT, page)));
const targetOf = (page: string, path: string) => posix.join(posix.dirname(page), path);

test('every page stands in the index, and the index says nothing of others', () => {
  const linked = linksIn(pageText(INDEX)).map(({ to }) => targetOf(INDEX, to.replace(/#.*/, '')));
  const pages = PAGES.filter((page) => page.startsWith('docs/') && page !== INDEX);
  const isDecision = (page: string) => page.startsWith('docs/decisions/');
  expect(pages.filter((page) => !isDecision(page) && !linked.includes(page))).toEqual([]);
  const decisions = linksIn(pageText('docs/decisions/README.md')).map(({ to }) =>
    targetOf('docs/decisions/README.md', to),
  );
  expect(pages.filter((page) => isDecision(page) && ![...linked, ...decisions].includes(page))).toEqual([]);
});

test.each(readers)('the links of %s lead somewhere', (page) => {
  const dead = linksIn(pageText(page)).filter(({ to }) => !ELSEWHERE.test(to) && !leadsSomewhere(page, to));
  expect(dead).toEqual([]);
});

test.each(readers.filter((page) => !OTHERS_WORDS.includes(page)))('what %s names of the command is there', (page) => {
  const spans = spansIn(pageText(page));
  const unknown = spans.flatMap((span) => {
    if (WRONG.includes(span)) return [];
    if (span.startsWith('tagma ')) return unknownIn(wordsAfterTagma(span) ?? []).map((word) => `${span}: ${word}`);
    const flags = span.startsWith('--') ? (span.match(/--[a-z][\w-]*/g) ?? []) : [];
    return flags.filter((flag) => !isOption(flag) && !OPTIONS_OF_OTHERS.includes(flag));
  });
  expect(unknown).toEqual([]);
});

function leadsSomewhere(page: string, to: string): boolean {
  const [path = '', anchor] = to.split('#');
  const target = path === '' ? page : targetOf(page, decodeURIComponent(path));
  const file = join(ROOT, target);
  if (!existsSync(file)) return false;
  if (anchor === undefined || statSync(file).isDirectory() || !file.endsWith('.md')) return true;
  return anchorsIn(readFileSync(file, 'utf8')).has(anchor);
}

test('each promise of SECURITY.md names tests that are there', () => {
  const rows = readFileSync(join(ROOT, 'SECURITY.md'), 'utf8').match(/^\| .+ \| .+ \|$/gm) ?? [];
  const promises = rows.filter((row) => !/^\| (promise|---)/.test(row));
  const named = promises.map((row) =>
    [...(row.split(' | ').at(-1) ?? '').matchAll(/`([^`]+)`/g)].map(([, path]) => path ?? ''),
  );
  expect(promises.length).toBeGreaterThan(15);
  expect(promises.filter((_, at) => named[at]?.length === 0)).toEqual([]);
  expect(named.flat().filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});
