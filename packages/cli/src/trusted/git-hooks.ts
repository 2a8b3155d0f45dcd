/**
 * The hooks that git runs in a project: where they are, asked of git itself and kept while the files that say so are the same;
 * and what stands in them.
 */
import { readdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { LIST, readList, runGit } from '@tagma/git';
import { isWithin } from '../folders.ts';
import { contentOf } from './content.ts';

const LIMITS = { msMax: 2_000, bytesMax: 4 * 1024 ** 2 };
/** Of a folder with more files than that, the others are no hooks: there are some thirty names. */
const FILES_MAX = 200;

export type GitHooks = {
  /** Looks whether they are elsewhere by now. Never rejects. */
  readonly refresh: () => Promise<void>;
  /** The folders of hooks that lie in the project, whether there is anything in them or not. */
  readonly folders: () => readonly string[];
  /** What stands in the hooks, wherever they are: by path. */
  readonly marks: () => ReadonlyMap<string, string>;
};

type Found = { readonly mark: string; readonly sources: readonly string[]; readonly folders: readonly string[] };

/** @param folder of the project, absolute */
export function gitHooks(folder: string): GitHooks {
  let found: Found = { mark: '', sources: [], folders: [] };
  let finding: Promise<void> | null = null;
  return {
    refresh() {
      if (found.mark !== '' && markOf(found.sources) === found.mark) return Promise.resolve();
      finding ??= findHooks(folder).then((now) => {
        found = now;
        finding = null;
      });
      return finding;
    },
    folders: () => found.folders.filter((one) => isWithin(one, folder)),
    marks: () =>
      new Map(
        found.folders.flatMap(filesIn).flatMap((path) => {
          const content = contentOf(path);
          return content === null ? [] : [[path, `${content.mark} ${content.isExecutable}`] as const];
        }),
      ),
  };
}

async function findHooks(folder: string): Promise<Found> {
  const place = { folder };
  const [places, listed] = await Promise.all([
    runGit(['rev-parse', '--show-toplevel', '--git-common-dir'], 'look', place, LIMITS),
    runGit(LIST, 'look', place, LIMITS),
  ]);
  const [top = '', common = ''] = places.output.split('\n');
  const nearest = [join(folder, '.git'), join(folder, '.git', 'HEAD')];
  if (places.exitCode !== 0 || listed.exitCode !== 0) return marked(nearest, []);
  // What Tagma sets itself for its looks comes by the command line.
  const entries = readList(listed.output, true).filter(({ scope }) => scope !== 'command');
  const named = entries.findLast(({ name }) => name === 'core.hookspath')?.value ?? null;
  const gitFolder = resolve(folder, common);
  const hooks = named === null ? join(gitFolder, 'hooks') : resolve(top, named.replace(/^~(?=\/)/, homedir()));
  const origins = entries.map(({ origin }) => resolve(folder, origin.replace(/^file:/, '')));
  const sources = [
    ...nearest,
    join(gitFolder, 'config'),
    join(gitFolder, 'config.worktree'),
    ...usualFiles(),
    ...origins,
  ];
  // What husky lets git run starts what lies beside it.
  return marked(sources, basename(hooks) === '_' ? [hooks, dirname(hooks)] : [hooks]);
}

/** Where settings may come to be. */
function usualFiles(): readonly string[] {
  const home = homedir();
  return [
    join(home, '.gitconfig'),
    join(process.env.XDG_CONFIG_HOME || join(home, '.config'), 'git', 'config'),
    '/etc/gitconfig',
  ];
}

function marked(sources: readonly string[], folders: readonly string[]): Found {
  const all = [...new Set(sources)];
  return { mark: markOf(all), sources: all, folders };
}

function markOf(files: readonly string[]): string {
  return files.map(lookAt).join('\n');
}

function lookAt(file: string): string {
  try {
    const found = statSync(file);
    // A folder changes with every commit.
    return found.isDirectory() ? `folder ${found.ino}` : `${found.size} ${found.mtimeMs} ${found.ino}`;
  } catch {
    return 'none';
  }
}

/** Right in it; samples are run by nobody. */
function filesIn(folder: string): readonly string[] {
  try {
    const names = readdirSync(folder).filter((name) => !name.endsWith('.sample'));
    return names.slice(0, FILES_MAX).map((name) => join(folder, name));
  } catch {
    return [];
  }
}
