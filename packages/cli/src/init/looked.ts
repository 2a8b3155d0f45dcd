/** What is read of a project to say how one works in it: names at its top, and the files that say what it is built with. */
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readRegularFile } from '@tagma/tools';

export type Looked = {
  /** Of the folder. */
  readonly name: string;
  /** At the top, in order; folders end with a slash. */
  readonly entries: readonly string[];
  /** The texts of those of `READ` that are there, by their paths. */
  readonly texts: ReadonlyMap<string, string>;
  /** Of folders that hold packages of a workspace: their folders, relative to the top, each with the text of its package.json. */
  readonly packages: ReadonlyMap<string, string>;
};

/** Of these the text is read. */
const READ: readonly string[] = [
  'package.json',
  'tsconfig.json',
  'pyproject.toml',
  'requirements.txt',
  'Cargo.toml',
  'go.mod',
  'Makefile',
  'justfile',
  'composer.json',
  'Gemfile',
  'pom.xml',
  'mix.exs',
];
/** Where packages of a workspace lie, as a rule. */
const WORKSPACES: readonly string[] = ['packages', 'apps', 'libs'];
/** A larger file is passed over: it is none that a person writes. */
const BYTES_MAX = 200_000;
const ENTRIES_MAX = 500;
const PACKAGES_MAX = 50;

export function lookAtProject(folder: string): Looked {
  const entries = namesIn(folder);
  const texts = READ.flatMap((file): [string, string][] => {
    const text = entries.includes(file) ? textOf(join(folder, file)) : null;
    return text === null ? [] : [[file, text]];
  });
  const packages = WORKSPACES.filter((each) => entries.includes(`${each}/`)).flatMap((each) =>
    namesIn(join(folder, each)).flatMap((name): [string, string][] => {
      if (!name.endsWith('/')) return [];
      const text = textOf(join(folder, each, name, 'package.json'));
      return text === null ? [] : [[`${each}/${name.slice(0, -1)}`, text]];
    }),
  );
  return {
    name: basename(folder),
    entries,
    texts: new Map(texts),
    packages: new Map(packages.slice(0, PACKAGES_MAX)),
  };
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .slice(0, ENTRIES_MAX)
      .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
      .sort();
  } catch {
    return [];
  }
}

/** Null where it cannot be read, or is no text of a size that a person writes. */
function textOf(file: string): string | null {
  try {
    return readRegularFile(file, BYTES_MAX)
      .toString('utf8')
      .replace(/^\ufeff/, '')
      .replaceAll('\r\n', '\n');
  } catch {
    return null;
  }
}
