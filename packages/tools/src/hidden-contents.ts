/**
 * Protected files in what git shows of changes. A look goes through a repository's history, and comes to environment files and
 * keys that no word of the command names. Git is told by an attribute, in a file beside the outputs, that they are binary: it
 * then says that they differ, and shows no line of them. What else may set that attribute is looked at before
 * (`packages/permission/src/git-contents.ts`).
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROTECTED_NAMES } from '@tagma/protocol';

const NAME = 'git-attributes';
const OWNER_ONLY = { folder: 0o700, file: 0o600 } as const;

/** The file of a session that hides them, made when it is first needed. */
export type HiddenContents = {
  /** Its path. Throws where it cannot be written. */
  readonly file: (outputFolder: string) => string;
  /** Removes what was made. */
  readonly end: () => void;
};

export function createHiddenContents(): HiddenContents {
  const made = new Set<string>();
  return {
    file(outputFolder) {
      const path = join(outputFolder, NAME);
      if (textOf(path) !== ATTRIBUTES) {
        mkdirSync(outputFolder, { recursive: true, mode: OWNER_ONLY.folder });
        rmSync(path, { force: true });
        writeFileSync(path, ATTRIBUTES, { mode: OWNER_ONLY.file, flag: 'wx' });
      }
      made.add(path);
      return path;
    },
    end() {
      for (const path of made) rmSync(path, { force: true });
      made.clear();
    },
  };
}

/** A line for each name, in any case: the names of files, and folders with all that is in them. */
const ATTRIBUTES = [...PROTECTED_NAMES.files.map(anywhere), ...PROTECTED_NAMES.folders.flatMap(withAll)]
  .map((pattern) => `${inAnyCase(pattern)} -diff\n`)
  .join('');

function anywhere(name: string): string {
  return name.includes('/') ? `**/${name}` : name;
}

function withAll(folder: string): readonly string[] {
  return [`**/${folder}`, `**/${folder}/**`];
}

function inAnyCase(pattern: string): string {
  return pattern.replaceAll(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
