/**
 * Each export of a library says what it is, for whoever embeds it reads its declarations. `npm run api` asks the same of the functions
 * that are members of its types; it takes longer.
 */
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';
import { libraryNames } from '../../packages/build/libraries.mjs';
import { ROOT } from '../../packages/build/workspace.mjs';

/** `export { a, type B as C } from './d.ts'`, `export type * from './d.ts'`. */
const EXPORTED_ON = /^export (?:type )?(?:\{([^}]*)\}|\*) from '(\.[^']+)'/gm;
const DECLARED = /^export (?:abstract )?(?:type|const|(?:async )?function\*?|class|interface) (\w+)/gm;
/** The comment right before, and what it begins with. */
const COMMENT = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n$/;
const TAG_FIRST = /^[\s*]*@/;

type Export = { readonly path: string; readonly name: string; readonly comment: string | null };

/** What a file exports of these names (null: of all), followed to where it is declared. */
function exportsOf(path: string, names: ReadonlySet<string> | null): readonly Export[] {
  const text = readFileSync(join(ROOT, path), 'utf8');
  const passedOn = [...text.matchAll(EXPORTED_ON)].flatMap(([, listed, from = '']) => {
    const own = listed === undefined ? names : namesIn(listed, names);
    return own?.size === 0 ? [] : exportsOf(posix.join(posix.dirname(path), from), own);
  });
  const declared = new Map<string, Export>();
  for (const { 1: name = '', index } of text.matchAll(DECLARED)) {
    // The first of several declarations of a function speaks for all of them.
    if (declared.has(name) || names?.has(name) === false) continue;
    declared.set(name, { path, name, comment: COMMENT.exec(text.slice(0, index))?.[1] ?? null });
  }
  return [...passedOn, ...declared.values()];
}

function namesIn(listed: string, wanted: ReadonlySet<string> | null): ReadonlySet<string> {
  const pairs = listed.split(',').map((one) =>
    one
      .trim()
      .replace(/^type /, '')
      .split(' as '),
  );
  const kept = pairs.filter(([own = '', outside = own]) => own !== '' && (wanted?.has(outside) ?? true));
  return new Set(kept.map(([own = '']) => own));
}

test.each(libraryNames())('%s: each export has a comment that says what it is', (name) => {
  const exports = exportsOf(`packages/${name}/src/index.ts`, null);
  const silent = exports.filter(({ comment }) => comment === null || TAG_FIRST.test(comment));
  expect(exports.length).toBeGreaterThan(0);
  expect(silent.map((one) => `${one.path}: ${one.name}`)).toEqual([]);
});
