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
const GENERATED_FOLDER =
  /\/(?:dist|build|out|vendor|third_party|generated|fixtures?|snapshots?|__snapshots__|testdata)\//;
const GENERATED_NAME =
  /\.(?:min\.\w+|map|lock|snap|svg|csv|png|jpe?g|gif|ico|woff2?|pdf|zip|gz)$|(?:^|-)lock\.(?:json|yaml)$|\.pb\.go$/;
const TEST_FOLDER = /\/(?:tests?|__tests__|specs?|e2e)\//;
const TEST_NAME = /[._-](?:test|spec)\.\w+$|^test_.+\.py$/;
const DOCUMENT = /\.(?:md|mdx|rst|adoc|txt)$/;

/** Files whose folder gives them their name: `import x from './folder'`. */
const FOLDER_NAMED = /^(?:index|mod|__init__)$/;

/**
 * The files, the weightiest first.
 * @param recent paths that were changed lately, the latest first
 */
export function byWeight(files: readonly MappedFile[], recent: readonly string[]): readonly MappedFile[] {
  const references = referencesOf(files);
  const folders = new Map<string, number>();
  const place = new Map(recent.map((path, at) => [path, at]));
  const weighed = files.map((file) => {
    const at = place.get(file.path);
    const recency = at === undefined ? 0 : 2 - (2 * at) / recent.length;
    return {
      file,
      weight: 2 * Math.log2(1 + (references.get(file.path) ?? 0)) + recency + likelihood(file.path, folders),
    };
  });
  return weighed
    .sort((one, other) => other.weight - one.weight || (one.file.path < other.file.path ? -1 : 1))
    .map(({ file }) => file);
}

/** How much a file is worth by its name and its folder alone. @param folders what has been found out of folders */
function likelihood(path: string, folders: Map<string, number>): number {
  const at = path.lastIndexOf('/') + 1;
  const folder = path.slice(0, at);
  const worth = folders.get(folder) ?? folderWorth(folder);
  folders.set(folder, worth);
  const name = path.slice(at).toLowerCase();
  const isCode = isSource(name);
  const kind = MANIFEST.test(name) && folder.split('/').length < 3 ? 4 : isCode ? 2 : DOCUMENT.test(name) ? 0.5 : 0;
  const entry = isCode && ENTRY.test(stemOf(name)) ? 1 : 0;
  const spare = (GENERATED_NAME.test(name) ? -6 : 0) + (TEST_NAME.test(name) ? -3 : 0) + (name[0] === '.' ? -3 : 0);
  return worth + kind + entry + spare;
}

function folderWorth(folder: string): number {
  const lower = `/${folder.toLowerCase()}`;
  const hidden = lower.includes('/.') ? -3 : 0;
  const kind = (GENERATED_FOLDER.test(lower) ? -6 : 0) + (TEST_FOLDER.test(lower) ? -3 : 0);
  return hidden + kind - (folder.split('/').length - 1) / 3;
}

/** How often each file is imported, as far as the last name of what is imported tells; files of one name share it. */
function referencesOf(files: readonly MappedFile[]): ReadonlyMap<string, number> {
  const wanted = new Set(files.flatMap(({ imports }) => imports.map(lastName)));
  const named = new Map<string, string[]>();
  for (const { path } of files) {
    if (!isSource(path)) continue;
    const name = importName(path);
    if (!wanted.has(name)) continue;
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
  const folder = FOLDER_NAMED.test(stem) ? path.split('/').at(-2) : undefined;
  return folder === undefined ? stem : folder.toLowerCase();
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
