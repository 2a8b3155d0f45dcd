/**
 * Caches of package managers and compilers. The person's own are not written by a confined command: what lies there is run
 * by builds outside of the sandbox and in other projects. The sandbox has caches of its own. One is used once something may
 * come into it (the network is allowed) or has come into it; until then the person's, read-only, so that a build without the
 * network finds what is there already.
 */
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isFolder } from './places.ts';

/** `variables`: those that say where it is. */
const CACHES: readonly { readonly name: string; readonly variables: readonly string[] }[] = [
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
  /**
   * The folders to be written, each for itself: in a folder around them a command could put a link to anywhere in the place
   * of one, and the next command would write there.
   */
  readonly written: readonly string[];
  /** Folders of the sandbox that stand where the person's are: path → what is there instead. */
  readonly inPlace: ReadonlyMap<string, string>;
};

/** Which of the sandbox's own caches a command uses. Makes those folders. */
export function ownCaches(folder: string, network: boolean, home: string, environment: NodeJS.ProcessEnv): OwnCaches {
  const isOwn = (path: string) => network || holdsAnything(path);
  // No program in Go can be built without writing into this one.
  const variables: Record<string, string> = { GOCACHE: join(folder, 'go-build') };
  const written = [join(folder, 'go-build')];
  for (const cache of CACHES) {
    const own = join(folder, cache.name);
    if (!isOwn(own)) continue;
    for (const variable of cache.variables) variables[variable] = own;
    written.push(own);
  }
  const go = join(folder, 'go');
  if (isOwn(go)) {
    Object.assign(variables, goVariables(go, home, environment));
    written.push(go);
  }

  const cargo = environment.CARGO_HOME || join(home, '.cargo');
  const inPlace = new Map<string, string>();
  for (const name of isFolder(cargo) ? CARGO : []) {
    const own = join(folder, 'cargo', name);
    if (!isOwn(own)) continue;
    // A folder must be there for another one to stand in its place; Cargo would make it as well.
    for (const path of [own, join(cargo, name)]) mkdirSync(path, { recursive: true });
    inPlace.set(join(cargo, name), own);
  }
  for (const path of written) mkdirSync(path, { recursive: true });
  return { variables, written, inPlace };
}

/** Modules and their checksums; what `go install` makes is still for the person's own folder, and so fails. */
function goVariables(own: string, home: string, environment: NodeJS.ProcessEnv): Record<string, string> {
  const persons = environment.GOPATH?.split(':')[0] || join(home, 'go');
  return { GOPATH: own, GOMODCACHE: join(own, 'pkg', 'mod'), GOBIN: environment.GOBIN || join(persons, 'bin') };
}

function holdsAnything(folder: string): boolean {
  try {
    return readdirSync(folder).length > 0;
  } catch {
    return false;
  }
}
