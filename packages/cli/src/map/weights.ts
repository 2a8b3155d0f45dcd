/**
 * Which files of a repository matter most to somebody who does not know it: those that others import, those that were changed
 * lately, those that are near the top. The same files give the same order. Pure.
 */
import { isSource } from './symbols.ts';

/** A file, and what was found in it; nothing where it was not read. */
export type MappedFile = {
  /** Relative to the folder, with `/`. */
  readonly path: string;
  readonly symbols: readonly string[];
  readonly imports: readonly string[];
};

const MANIFEST =
  /^(?:readme(?:\.\w+)?|package\.json|pyproject\.toml|setup\.py|cargo\.toml|go\.mod|pom\.xml|build\.gradle(?:\.kts)?|makefile|justfile|cmakelists\.txt|dockerfile|gemfile|composer\.json|mix\.exs)$/;
const ENTRY = /^(?:index|main|app|cli|server|mod|lib|__init__|__main__)$/;
const GENERATED =
  /(?:^|\/)(?:dist|build|out|vendor|third_party|generated|fixtures?|snapshots?|__snapshots__|testdata)\/|\.(?:min\.\w+|map|lock|snap|svg|csv|png|jpe?g|gif|ico|woff2?|pdf|zip|gz)$|(?:^|[/-])lock\.(?:json|yaml)$|\.pb\.go$/;
const TEST =
  /(?:^|\/)(?:tests?|__tests__|spec|specs|e2e)\/|[._-](?:test|spec)\.\w+$|_test\.\w+$|(?:^|\/)test_[^/]+\.py$/;
const DOCUMENT = /\.(?:md|mdx|rst|adoc|txt)$/;

/** Files whose folder gives them their name: `import x from './folder'`. */
const FOLDER_NAMED = /^(?:index|mod|__init__)$/;

/**
 * The files, the weightiest first.
 * @param recent paths that were changed lately, the latest first
 */
export function byWeight(files: readonly MappedFile[], recent: readonly string[]): readonly MappedFile[] {
  const references = referencesOf(files);
  const place = new Map(recent.map((path, at) => [path, at]));
  const weighed = files.map((file) => {
    const at = place.get(file.path);
    const recency = at === undefined ? 0 : 2 - (2 * at) / recent.length;
    return { file, weight: 2 * Math.log2(1 + (references.get(file.path) ?? 0)) + recency + likelihood(file.path) };
  });
  return weighed
    .sort((one, other) => other.weight - one.weight || (one.file.path < other.file.path ? -1 : 1))
    .map(({ file }) => file);
}

/** How much a file is worth by its name alone. */
function likelihood(path: string): number {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  const depth = path.split('/').length - 1;
  const hidden = path.startsWith('.') || path.includes('/.') ? -3 : 0;
  const kind = MANIFEST.test(name) && depth < 2 ? 4 : isSource(path) ? 2 : DOCUMENT.test(name) ? 0.5 : 0;
  const entry = isSource(path) && ENTRY.test(stemOf(path)) ? 1 : 0;
  const lower = `/${path.toLowerCase()}`;
  return kind + entry + hidden + (GENERATED.test(lower) ? -6 : 0) + (TEST.test(lower) ? -3 : 0) - depth / 3;
}

/** How often each file is imported, as far as the last name of what is imported tells; files of one name share it. */
function referencesOf(files: readonly MappedFile[]): ReadonlyMap<string, number> {
  const named = new Map<string, string[]>();
  for (const { path } of files) {
    if (!isSource(path)) continue;
    const name = importName(path);
    const same = named.get(name);
    if (same) same.push(path);
    else named.set(name, [path]);
  }
  const references = new Map<string, number>();
  for (const { path: importer, imports } of files) {
    for (const name of new Set(imports.map(lastName))) {
      const meant = (named.get(name) ?? []).filter((path) => path !== importer);
      for (const path of meant) references.set(path, (references.get(path) ?? 0) + 1 / meant.length);
    }
  }
  return references;
}

function importName(path: string): string {
  const stem = stemOf(path);
  const folder = path.split('/').at(-2);
  return FOLDER_NAMED.test(stem) && folder !== undefined ? folder.toLowerCase() : stem;
}

/** `./text/line.ts`, `a.b.line`, `crate::text::line` → `line`. */
function lastName(written: string): string {
  const path = written.replace(/\.(?:[cm]?[jt]sx?|h|hpp|py|rb|php|vue|svelte|sh)$/, '');
  return (
    path
      .split(/[/.:\\]+/)
      .at(-1)
      ?.toLowerCase() ?? ''
  );
}

function stemOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name.replace(/(?<=.)\.[^.]*$/, '').toLowerCase();
}
