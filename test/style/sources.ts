/**
 * What the style tests look at: our sources, and what imports what. Types count as well: a floor that is only seen from
 * below in a type is seen from below.
 */
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { init, parse } from 'es-module-lexer';
import { transform } from 'esbuild';
import { filesUnder, packageNames, ROOT } from '../../packages/build/workspace.mjs';

export interface Source {
  /** Relative to the root, with `/`. */
  readonly path: string;
  /** The folder in packages/. */
  readonly package: string;
  readonly text: string;
  /** As written, sorted, each once; those of `import()` too where they are written out. */
  readonly imports: readonly string[];
}

/** Every packages/NAME/src file, sorted by path; declaration files of libraries aside. */
export async function readSources(): Promise<readonly Source[]> {
  await init;
  const paths = packageNames().flatMap((name) =>
    filesUnder(join(ROOT, 'packages', name, 'src')).map((file) => ({ name, path: `packages/${name}/src/${file}` })),
  );
  const code = paths.filter(({ path }) => /(?<!\.d)\.ts$/.test(path));
  return Promise.all(
    code.map(async ({ name, path }) => {
      const text = readFileSync(join(ROOT, path), 'utf8');
      return { path, package: name, text, imports: await importsOf(text) };
    }),
  );
}

/** The file of ours that an import leads to; undefined for libraries and for Node. */
export function targetOf(source: Source, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(source.path), specifier);
  const ours = /^@tagma\/([\w-]+)$/.exec(specifier);
  return ours ? `packages/${ours[1]}/src/index.ts` : undefined;
}

/** File → the files of ours that it imports. */
export function importGraph(sources: readonly Source[]): ReadonlyMap<string, readonly string[]> {
  return new Map(
    sources.map((source) => [source.path, source.imports.flatMap((specifier) => targetOf(source, specifier) ?? [])]),
  );
}

async function importsOf(text: string): Promise<string[]> {
  // Written as imports of values, type imports survive the compiler; comments and types do not.
  const untyped = text.replace(/^(import|export) type (?=[{*])/gm, '$1 ');
  const { code } = await transform(untyped, {
    loader: 'ts',
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
  });
  const [imports] = parse(code);
  return [...new Set(imports.flatMap(({ n }) => n ?? []))].sort();
}
