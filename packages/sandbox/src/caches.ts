/**
 * Caches of package managers and compilers. The person's own are not written by a confined command: what lies there is run
 * by builds outside of the sandbox and in other projects. The sandbox has caches of its own. One is used once something may
 * come into it (the network is allowed) or has come into it; until then the person's, read-only, so that a build without the
 * network finds what is there already.
 */
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isFolder } from './places.ts';

type Cache = {
  readonly name: string;
  /** The variables that say where it is. */
  readonly variables: readonly string[];
  /** Nothing works without writing into it. */
  readonly isAlwaysOwn?: boolean;
};

const CACHES: readonly Cache[] = [
  { name: 'go-build', variables: ['GOCACHE'], isAlwaysOwn: true },
  { name: 'go-modules', variables: ['GOMODCACHE'] },
  { name: 'npm', variables: ['npm_config_cache'] },
  { name: 'pnpm', variables: ['npm_config_store_dir', 'pnpm_config_store_dir'] },
  { name: 'yarn', variables: ['YARN_CACHE_FOLDER', 'YARN_GLOBAL_FOLDER'] },
  { name: 'bun', variables: ['BUN_INSTALL_CACHE_DIR'] },
  { name: 'deno', variables: ['DENO_DIR'] },
  { name: 'pip', variables: ['PIP_CACHE_DIR'] },
  { name: 'uv', variables: ['UV_CACHE_DIR'] },
];

/** In the folder of Cargo, which holds programs and settings too and so cannot be put elsewhere as a whole. */
const CARGO = ['registry', 'git'];

export type OwnCaches = {
  readonly variables: Readonly<Record<string, string>>;
  /** Folders of the sandbox that stand where the person's are: path → what is there instead. */
  readonly inPlace: ReadonlyMap<string, string>;
};

/** Which of the sandbox's own caches a command uses. Makes those folders. */
export function ownCaches(folder: string, network: boolean, home: string, environment: NodeJS.ProcessEnv): OwnCaches {
  const variables: Record<string, string> = {};
  for (const cache of CACHES) {
    const own = join(folder, cache.name);
    if (!(cache.isAlwaysOwn || network || holdsAnything(own))) continue;
    for (const variable of cache.variables) variables[variable] = own;
  }

  const cargo = environment.CARGO_HOME || join(home, '.cargo');
  const inPlace = new Map<string, string>();
  for (const name of isFolder(cargo) ? CARGO : []) {
    const own = join(folder, 'cargo', name);
    if (!(network || holdsAnything(own))) continue;
    // A folder must be there for another one to stand in its place; Cargo would make it as well.
    for (const path of [own, join(cargo, name)]) mkdirSync(path, { recursive: true });
    inPlace.set(join(cargo, name), own);
  }
  return { variables, inPlace };
}

function holdsAnything(folder: string): boolean {
  try {
    return readdirSync(folder).length > 0;
  } catch {
    return false;
  }
}
