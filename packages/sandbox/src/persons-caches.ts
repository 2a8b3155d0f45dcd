/**
 * The person's own caches of package managers and compilers, for commands that may write them. A folder that is not there
 * is made where its program is: the first install of a machine must have somewhere to put things. What is installed for the
 * person (programs, settings, scripts that run at a start) is no cache, and no row.
 */
import { accessSync, constants, mkdirSync, readdirSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { isFolder } from './places.ts';

type Cache = {
  readonly programs: readonly string[];
  /** Variables that name the folder itself. */
  readonly variables?: readonly string[];
  /** From the home on, or from the folder that `root` names where it is set. */
  readonly folders?: readonly string[];
  /** A variable, and the folder in the home that it stands for. */
  readonly root?: readonly [variable: string, folder: string];
};

const CACHES: readonly Cache[] = [
  { programs: ['npm'], variables: ['npm_config_cache', 'NPM_CONFIG_CACHE'], folders: ['.npm'] },
  { programs: ['pnpm'], root: ['PNPM_HOME', '.local/share/pnpm'], folders: ['store'] },
  { programs: ['yarn'], variables: ['YARN_CACHE_FOLDER', 'YARN_GLOBAL_FOLDER'], folders: ['.yarn/berry'] },
  {
    programs: ['bun'],
    variables: ['BUN_INSTALL_CACHE_DIR'],
    root: ['BUN_INSTALL', '.bun'],
    folders: ['install/cache'],
  },
  { programs: ['deno'], variables: ['DENO_DIR'] },
  { programs: ['pip', 'pip3'], variables: ['PIP_CACHE_DIR'] },
  { programs: ['uv'], variables: ['UV_CACHE_DIR'] },
  { programs: ['poetry'], variables: ['POETRY_CACHE_DIR'] },
  {
    programs: ['cargo'],
    root: ['CARGO_HOME', '.cargo'],
    folders: ['registry', 'git', '.package-cache', '.package-cache-mutate'],
  },
  { programs: ['go'], variables: ['GOMODCACHE', 'GOCACHE'], root: ['GOPATH', 'go'], folders: ['pkg'] },
  {
    programs: ['gradle', 'java'],
    root: ['GRADLE_USER_HOME', '.gradle'],
    folders: ['caches', 'daemon', 'native', 'wrapper', 'workers', 'notifications', '.tmp'],
  },
  { programs: ['mvn', 'java'], folders: ['.m2/repository', '.m2/wrapper'] },
  { programs: ['sbt'], folders: ['.sbt/boot', '.ivy2/cache'] },
  { programs: ['dotnet'], variables: ['NUGET_PACKAGES'], folders: ['.nuget/packages', '.local/share/NuGet'] },
  { programs: ['composer'], variables: ['COMPOSER_CACHE_DIR'], folders: ['.composer/cache'] },
  { programs: ['bundle'], folders: ['.bundle/cache'] },
  { programs: ['cabal'], folders: ['.cabal/packages'] },
  { programs: ['stack'], folders: ['.stack/pantry'] },
  { programs: ['mix'], folders: ['.hex/packages'] },
  { programs: ['dart', 'flutter'], root: ['PUB_CACHE', '.pub-cache'], folders: ['hosted', 'hosted-hashes', 'git'] },
  { programs: ['conan'], folders: ['.conan2/p', '.conan/data'] },
  { programs: ['ccache'], variables: ['CCACHE_DIR'], folders: ['.ccache'] },
  { programs: ['terraform'], variables: ['TF_PLUGIN_CACHE_DIR'], folders: ['.terraform.d/plugin-cache'] },
];

/** In the folder of all caches: what shells and editors run when they start. */
const RUN_AT_START = /p10k|zsh|zinit|antidote|sheldon|starship|direnv|fish|bash|vim|emacs/i;

export type PersonsCaches = {
  /** What may be written, whether it is there or not. */
  readonly written: readonly string[];
  /** What in it stays as it is. */
  readonly kept: readonly string[];
};

/** Makes folders that are missing. @param environment that of the commands */
export function personsCaches(home: string, environment: NodeJS.ProcessEnv): PersonsCaches {
  const named = (variable: string) => absolute(environment[variable]);
  const all = named('XDG_CACHE_HOME') ?? join(home, '.cache');
  make(all);
  const rows = CACHES.flatMap(({ programs, variables = [], folders = [], root }) => {
    const base = root === undefined ? home : (named(root[0]) ?? join(home, root[1]));
    const paths = [...variables.flatMap((name) => named(name) ?? []), ...folders.map((name) => join(base, name))];
    const missing = paths.filter((path) => !isFolder(path) && !/\/\.package-cache/.test(path));
    if (missing.length > 0 && programs.some((name) => isOnPath(name, environment)))
      for (const path of missing) make(path);
    return paths;
  });
  const kept = entriesIn(all).filter((name) => RUN_AT_START.test(name));
  return {
    written: [all, join(home, 'Library/Caches'), ...rows],
    kept: kept.map((name) => join(all, name)),
  };
}

function absolute(path: string | undefined): string | null {
  return path !== undefined && isAbsolute(path) ? path : null;
}

function isOnPath(program: string, { PATH = '' }: NodeJS.ProcessEnv): boolean {
  return PATH.split(delimiter)
    .filter(isAbsolute)
    .some((folder) => {
      try {
        accessSync(join(folder, program), constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

/** Where none can be made there is none: the command says so itself. */
function make(path: string): void {
  try {
    mkdirSync(path, { recursive: true });
  } catch {
    // A home that is read-only, or a file in the place of a folder.
  }
}

function entriesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
